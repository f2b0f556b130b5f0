/// What `carillon dev` shows: what is wrong above, what changed below.
struct DevScreen: Hashable {
    /// One line: which folders, when they were last looked at, how many tenants and findings there are.
    let header: String
    /// What became of the save at a host, a line each.
    var host: [String] = []
    /// How many findings there are, and when: what a window has room for if for nothing else; nil for the header.
    var status: String?
    /// Text of several lines, or empty.
    let faults: String
    let changes: String

    /// For a pipe or a file: a block for each change, with an empty line behind it.
    var block: String {
        let parts = [([header] + host).joined(separator: "\n"), faults, changes].map(Self.trimmed)
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n\n"
    }

    /// The lines of a window, at most `rows` of them, none wider than `columns`; what doesn't fit is counted.
    ///
    /// - Parameter footer: the last line.
    func lines(rows: Int, columns: Int, footer: String) -> [String] {
        func folded(_ lines: [String]) -> [String] { lines.flatMap { Columns.folded($0, limit: columns) } }
        let rows = max(rows, 1)
        let head = folded([header] + host)
        let (above, below) = (folded(Self.lines(of: faults)), folded(Self.lines(of: changes)))
        let gap = above.isEmpty ? 0 : 1
        guard rows >= head.count + gap + Self.least else {
            let whole = folded([header])
            let first = whole.count == 1 ? whole[0] : Columns.clipped(status ?? header, limit: columns) + Ink.end
            let end = rows > 2 ? [footer] : []
            let space = rows - 1 - end.count
            return [first] + Self.cut(folded(host) + above + below, to: space, columns, "a taller window shows them")
                + end
        }
        // The footer, and an empty line before it and behind the head.
        let space = rows - 3 - head.count - gap
        // Of what is wrong as much as fits beside a third for what changed, or more where that takes less.
        let lower = min(below.count, max(space / 3, space - above.count))
        let upper = min(above.count, space - lower)
        let faults = Self.cut(above, to: upper, columns, "`carillon validate` shows all")
        let changes = Self.cut(below, to: lower, columns, "a taller window shows them")
        let body = faults + (gap == 0 ? [] : [""]) + changes
        return head + [""] + body + ["", footer]
    }

    /// Rows beside the head without which faults and changes have no part of their own: two empty lines, the footer, a line of each.
    private static let least = 5

    private static func cut(_ lines: [String], to limit: Int, _ columns: Int, _ hint: String) -> [String] {
        guard lines.count > limit, limit > 0 else { return Array(lines.prefix(max(0, limit))) }
        let hidden = lines.count - max(0, limit - 1)
        let note = "… \(hidden) more line\(hidden == 1 ? "" : "s"): \(hint)"
        return lines.prefix(max(0, limit - 1)) + [Ink.dim.paint(Columns.clipped(note, limit: columns))]
    }

    private static func trimmed(_ text: String) -> String { lines(of: text).joined(separator: "\n") }

    /// Without empty lines at the end.
    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }
}
