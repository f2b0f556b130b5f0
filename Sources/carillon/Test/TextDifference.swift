import CarillonModel

/// The places at which two JSON documents differ, with the values there.
struct TextDifference: Hashable {
    /// Names of members and positions in lists, from the outside in.
    let path: [String]
    /// Nil: not there.
    let old: String?
    let new: String?

    /// Sorted by the documents' own order, what is only in `old` last.
    ///
    /// The order of members makes no difference.
    static func all(from old: JSONValue, to new: JSONValue) -> [TextDifference] {
        let (before, after) = (leaves(of: old), leaves(of: new))
        let oldByPath = Dictionary(before, uniquingKeysWith: { first, _ in first })
        let newPaths = Set(after.map(\.0))
        let changed = after.compactMap { path, value in
            oldByPath[path] == value ? nil : TextDifference(path: path, old: oldByPath[path], new: value)
        }
        let removed = before.filter { !newPaths.contains($0.0) }
            .map { TextDifference(path: $0.0, old: $0.1, new: nil) }
        return changed + removed
    }

    private static func leaves(of value: JSONValue, at path: [String] = []) -> [([String], String)] {
        switch value {
        case .object(let object) where !object.isEmpty:
            object.members.flatMap { leaves(of: $0.value, at: path + [$0.name]) }
        case .array(let elements) where !elements.isEmpty:
            elements.enumerated().flatMap { leaves(of: $1, at: path + [String($0)]) }
        case .string(let text): [(path, text)]
        default: [(path, value.text)]
        }
    }

    /// The place, then old and new under one another; `indentation` before each line.
    func text(indentation: String) -> String {
        let lines =
            [indentation + Ink.bold.paint(path.joined(separator: " · "))] + marked(old, "-", indentation)
            + marked(new, "+", indentation)
        return lines.joined(separator: "\n") + "\n"
    }

    private func marked(_ text: String?, _ mark: String, _ indentation: String) -> [String] {
        guard let text else { return [] }
        let lines = Columns.lines(of: text, limit: Columns.width - indentation.count - 4)
        return lines.enumerated().map { index, line in
            "\(indentation)  "
                + (mark == "-" ? Ink.red : Ink.green).paint("\(index == 0 ? mark : " ") \(Columns.isolated(line))")
        }
    }
}
