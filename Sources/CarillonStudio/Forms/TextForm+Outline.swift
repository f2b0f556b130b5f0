extension TextForm {
    /// The words of its last row in one line, with the names of fields in ‹ ›: for lists, never to be read back.
    package var outline: String { patterns.last?.outline ?? "" }

    /// The words of each of its rows.
    package var patterns: [FormPattern] {
        switch content {
        case .text(let text): [text]
        case .rows(let rows): rows.rows.map(\.text)
        case .locked(let lock): lock.rows.map(\.text)
        }
    }
}

extension FormPattern {
    /// In one line, with the names of fields in ‹ ›: for lists, never to be read back.
    package var outline: String {
        let texts = parts.map { part in
            switch part {
            case .text(let text): text
            case .chip(let chip): "‹\(chip.variable ?? "…")›"
            case .point: " "
            case .frozen: "‹…›"
            }
        }
        return texts.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
