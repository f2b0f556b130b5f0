/// A line of source as a terminal shows it, shortened to a width around the marked part.
struct Excerpt {
    let text: String
    /// Columns before the mark.
    let indent: Int
    /// At least 1.
    let markWidth: Int

    init(before: String, marked: String, after: String, width: Int) {
        let (before, marked, after) = (Printable.text(before), Printable.text(marked), Printable.text(after))
        let visibleMark = Self.prefix(of: marked, width: width * 2 / 3)
        let room = width - DisplayWidth.columns(of: visibleMark)
        let head =
            DisplayWidth.columns(of: before) > room / 2 ? "…" + Self.suffix(of: before, width: room / 2 - 1) : before
        let isCut = visibleMark.count < marked.count
        let rest = isCut ? "…" : Self.prefix(of: after, width: room - DisplayWidth.columns(of: head))
        let ending = !isCut && rest.count < after.count ? "…" : ""
        text = head + visibleMark + rest + ending
        indent = DisplayWidth.columns(of: head)
        markWidth = max(1, DisplayWidth.columns(of: visibleMark))
    }

    private static func prefix(of text: String, width: Int) -> String {
        var used = 0
        return String(
            text.prefix { character in
                used += DisplayWidth.columns(of: character)
                return used <= width
            }
        )
    }

    private static func suffix(of text: String, width: Int) -> String {
        var (used, start) = (0, text.endIndex)
        while start > text.startIndex {
            let previous = text.index(before: start)
            used += DisplayWidth.columns(of: text[previous])
            guard used <= width else { break }
            start = previous
        }
        return String(text[start...])
    }
}
