package import CarillonModel

/// The places at which two JSON documents differ, with the values there.
package struct TextDifference: Sendable, Hashable {
    /// Names of members and positions in lists, from the outside in.
    package let path: [String]
    /// Nil: not there.
    package let old: String?
    package let new: String?

    package init(path: [String], old: String?, new: String?) {
        self.path = path
        self.old = old
        self.new = new
    }

    /// Sorted by the documents' own order, what is only in `old` last.
    ///
    /// The order of members makes no difference.
    package static func all(from old: JSONValue, to new: JSONValue) -> [TextDifference] {
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
}
