import CarillonDiagnostics

extension DemoReport {
    /// The table, and below it what went wrong, each problem once.
    var text: String {
        let header = ["tenant", "event", "recipient", "locale", "channel", "title", "status"]
        let cells = rows.map { row in
            [row.tenant, row.event, row.recipient, row.locale, row.channel, Self.visible(row.title), row.status]
        }
        let widths = header.indices.map { column in
            ([header] + cells).map { $0[column].count }.max() ?? 0
        }
        let lines = ([header] + cells).map { cells in
            cells.enumerated()
                .map { index, cell in
                    let text = index == 5 ? Self.isolated(cell) : cell
                    return index == cells.count - 1
                        ? text : text + String(repeating: " ", count: widths[index] - cell.count)
                }
                .joined(separator: "  ")
        }
        let delivered = rows.count { $0.isGood }
        return (lines + [""] + failures + ["\(delivered) of \(rows.count) deliveries arrived, or wait for their time."])
            .joined(separator: "\n")
    }

    private var failures: [String] {
        var seen: Set<String> = []
        let lines = rows.filter { !$0.isGood }.compactMap { row -> String? in
            guard let reason = row.reason else { return nil }
            let place = [row.tenant, row.event, row.channel].filter { $0 != "-" }.joined(separator: " ")
            let line = "\(place): \(SingleLineText.text(reason))"
            return seen.insert(line).inserted ? line : nil
        }
        return lines.isEmpty ? [] : lines + [""]
    }

    /// Isolated, so that right-to-left text doesn't move the columns after it.
    static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains { $0.value > 0x590 } ? "\u{2068}\(text)\u{2069}" : text
    }

    /// At most 48 characters on one line, without the marks that isolate names within a title.
    static func visible(_ title: String) -> String {
        let plain = SingleLineText.text(
            String(String.UnicodeScalarView(title.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }))
        )
        return plain.count <= 48 ? plain : String(plain.prefix(47)) + "…"
    }
}
