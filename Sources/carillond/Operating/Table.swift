import CarillonModel

/// Rows for people, in columns that fit a terminal 80 columns wide.
struct Table: Sendable {
    struct Column: Sendable {
        var title: String
        /// Never truncated, because people copy it from here.
        var isWhole = false
        var value: @Sendable (JSONValue) -> String?

        init(_ title: String, isWhole: Bool = false, _ value: @escaping @Sendable (JSONValue) -> String?) {
            self.title = title
            self.isWhole = isWhole
            self.value = value
        }

        /// Shows a member of each row that is a text or a number.
        init(_ title: String, _ member: String, isWhole: Bool = false) {
            self.init(title, isWhole: isWhole) { $0[member]?.string ?? $0[member]?.integer.map { "\($0)" } }
        }

        /// A time to the minute, `2026-02-25 12:00`, or to the second, in UTC.
        init(time title: String, _ member: String, toSeconds: Bool = false) {
            self.init(time: title, toSeconds: toSeconds) { $0[member]?.string }
        }

        init(time title: String, toSeconds: Bool, _ time: @escaping @Sendable (JSONValue) -> String?) {
            self.init(title, isWhole: true) { row in
                time(row).map { String($0.prefix(toSeconds ? 19 : 16)).replacing("T", with: " ") }
            }
        }
    }

    static let width = 80
    private static let gap = 2
    private static let narrowest = 6

    let columns: [Column]
    /// What a row says below its cells, untruncated, each on a line of its own.
    var notes: @Sendable (JSONValue) -> [String?] = { _ in [] }

    func text(_ rows: [JSONValue]) -> String {
        let cells =
            [columns.map(\.title)] + rows.map { row in columns.map { SingleLineText.text($0.value(row) ?? "–") } }
        let widths = widths(cells)
        let beneath = [[]] + rows.map { row in notes(row).compactMap { $0.map { "  \(SingleLineText.text($0))" } } }
        return zip(cells, beneath).flatMap { cells, beneath in [line(zip(cells, widths))] + beneath }.joined(
            separator: "\n"
        )
    }

    /// Truncates the widest column first, of those that may be truncated.
    private func widths(_ cells: [[String]]) -> [Int] {
        var widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let gaps = Self.gap * (columns.count - 1)
        while widths.reduce(gaps, +) > Self.width {
            let flexible = columns.indices.filter { !columns[$0].isWhole && widths[$0] > Self.narrowest }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: some Sequence<(String, Int)>) -> String {
        var line = ""
        for (cell, width) in cells {
            let shown = cell.count > width ? String(cell.prefix(max(0, width - 1))) + "…" : cell
            line += shown + String(repeating: " ", count: width - shown.count + Self.gap)
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}

/// Lists of several tenants, as a table or as one JSON object.
struct Listing {
    let name: String
    let table: Table
    let format: OutputFormat
    /// Printed where the list is empty.
    var nothing: String?

    /// - Parameter answers: each tenant's answer, whose member `name` is the list.
    func show(_ answers: [(tenant: String, answer: JSONValue)]) {
        let rows = answers.flatMap { tenant, answer in
            (answer[name]?.array ?? []).map { row -> JSONValue in
                .object(JSONObject([.init("tenant", .string(tenant))] + (row.object?.members ?? [])))
            }
        }
        let more = answers.compactMap { tenant, answer in answer["next"]?.integer.map { (tenant, $0) } }
        switch format {
        case .json:
            let next = more.map { JSONObject.Member($0.0, JSONValue($0.1)) }
            Output.print(
                JSONValue.object(JSONObject([.init(name, .array(rows)), .init("next", .object(JSONObject(next)))])).text
            )
        case .table:
            guard !rows.isEmpty else { return Output.print(nothing ?? "no \(name)") }
            Output.print(table.text(rows))
            for (tenant, row) in more { Output.print("more of \(tenant): --tenant \(tenant) --before \(row)") }
        }
    }
}
