/// The HTML of a mail as a whole document, whether its template wrote one or only the content.
package enum MailDocument {
    /// - Parameters:
    ///   - html: what the template wrote.
    ///   - language: of the content, a BCP 47 tag; its script says in which direction it is read.
    ///   - preheader: HTML that comes before everything that shows.
    package static func text(
        _ html: String,
        language: String,
        preheader: String = ""
    ) -> String {
        let start = html.drop { $0.isWhitespace }.prefix(9).lowercased()
        if start.hasPrefix("<!doctype") || start.hasPrefix("<html") {
            guard !preheader.isEmpty, let body = html.firstRange(of: "<body"),
                let end = html[body.upperBound...].firstIndex(of: ">")
            else { return html }
            return html[...end] + preheader + html[html.index(after: end)...]
        }
        return """
            <!DOCTYPE html>
            <html lang="\(language)" dir="\(HTMLDirection.of(language))">
            <head><meta charset="utf-8"></head>
            <body>\(preheader)
            \(html)
            </body>
            </html>
            """
    }
}
