/// Which lines of a text are others now: a unified diff with three lines around each change.
struct LineDifference {
    private struct Line {
        /// `-`, `+` or a blank.
        let mark: Character
        let text: Substring
    }

    private let lines: [Line]
    private static let context = 3

    init(from old: String, to new: String) {
        let before = Self.lines(of: old)
        let after = Self.lines(of: new)
        let difference = after.difference(from: before)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if left < before.count, removed.contains(left) {
                lines.append(Line(mark: "-", text: before[left]))
                left += 1
            } else if right < after.count, inserted.contains(right) {
                lines.append(Line(mark: "+", text: after[right]))
                right += 1
            } else {
                lines.append(Line(mark: " ", text: before[left]))
                left += 1
                right += 1
            }
        }
        self.lines = lines
    }

    private static func lines(of text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// As `diff -u` prints it; empty where nothing differs.
    func text(of path: String) -> String {
        let changed = lines.indices.filter { lines[$0].mark != " " }
        guard !changed.isEmpty else { return "" }
        var text = "--- \(path)\n+++ \(path)\n"
        var index = 0
        while index < changed.count {
            let start = max(0, changed[index] - Self.context)
            var last = changed[index]
            while index < changed.count, changed[index] - last <= 2 * Self.context {
                last = changed[index]
                index += 1
            }
            text += hunk(start...min(lines.count - 1, last + Self.context))
        }
        return text
    }

    private func hunk(_ range: ClosedRange<Int>) -> String {
        func place(without mark: Character) -> String {
            let before = lines[..<range.lowerBound].count { $0.mark != mark }
            let count = lines[range].count { $0.mark != mark }
            return "\(count == 0 ? before : before + 1),\(count)"
        }
        let body = lines[range].map { "\($0.mark)\($0.text)\n" }.joined()
        return "@@ -\(place(without: "+")) +\(place(without: "-")) @@\n\(body)"
    }
}
