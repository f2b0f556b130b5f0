extension TextForm {
    /// The words of its last row in one line, with the names of fields in ‹ ›: for lists, never to be read back.
    package var outline: String {
        let row: FormPattern?
        switch content {
        case .text(let text): row = text
        case .rows(let rows): row = rows.rows.last?.text
        case .locked(let lock): row = lock.rows.last?.text
        }
        let texts = (row?.parts ?? []).map { part in
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
