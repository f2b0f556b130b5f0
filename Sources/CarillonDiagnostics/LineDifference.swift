/// Which lines of a file are others now: a unified diff with three lines around each change.
///
/// Lines are compared byte by byte: two that Unicode calls equivalent are two.
package struct LineDifference {
    private struct Line {
        /// `-`, `+` or a blank.
        let mark: Character
        /// With its line feed, where it has one.
        let bytes: ArraySlice<UInt8>
    }

    private let lines: [Line]
    private static let context = 3

    package init(from old: [UInt8], to new: [UInt8]) {
        let before = Self.lines(of: old)
        let after = Self.lines(of: new)
        // Most of a file is the same at both ends, and what isn't compared takes no time.
        let limit = min(before.count, after.count)
        let front = zip(before, after).prefix { $0 == $1 }.count
        let back = zip(before.reversed(), after.reversed()).prefix(limit - front).prefix { $0 == $1 }.count
        let difference = after[front..<after.count - back].difference(from: before[front..<before.count - back])
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset + front)
            case .insert(let offset, _, _): inserted.insert(offset + front)
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if left < before.count, removed.contains(left) {
                lines.append(Line(mark: "-", bytes: before[left]))
                left += 1
            } else if right < after.count, inserted.contains(right) {
                lines.append(Line(mark: "+", bytes: after[right]))
                right += 1
            } else {
                lines.append(Line(mark: " ", bytes: before[left]))
                left += 1
                right += 1
            }
        }
        self.lines = lines
    }

    package init(from old: String, to new: String) { self.init(from: Array(old.utf8), to: Array(new.utf8)) }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    /// As `diff -u` prints it; empty where nothing differs.
    package func text(of path: String) -> String {
        let hunks = hunks
        return hunks.isEmpty ? "" : "--- \(path)\n+++ \(path)\n" + hunks
    }

    /// The same without the lines that name the files.
    package var hunks: String {
        let changed = lines.indices.filter { lines[$0].mark != " " }
        var text = ""
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
        let body = lines[range].map { line in
            let end = line.bytes.last == 0x0A ? "" : "\n\\ No newline at end of file\n"
            return "\(line.mark)\(String(decoding: line.bytes, as: UTF8.self))\(end)"
        }
        return "@@ -\(place(without: "+")) +\(place(without: "-")) @@\n\(body.joined())"
    }
}
