import CarillonModel
import CarillonPluginKit

/// The message's text: plain text, or plain text and HTML as alternatives.
///
/// Source: RFC 2046, section 5.1.4.
struct MailBody {
    let header: [(String, String)]
    let text: String

    init(_ message: OutgoingMessage) {
        let plain = TransferEncoding.encoded(message.slots["email.text"] ?? message.slots["body"] ?? "")
        guard let html = message.slots["email.html"], !html.isEmpty else {
            header = Self.header(type: "text/plain", plain.name)
            text = plain.lines
            return
        }
        let rich = TransferEncoding.encoded(Self.document(html, message))
        header = [("Content-Type", "multipart/alternative; boundary=\"\(Self.boundary)\"")]
        // The richest part is the last.
        text =
            Self.part(type: "text/plain", plain) + Self.part(type: "text/html", rich) + "--\(Self.boundary)--\r\n"
    }

    /// Neither encoding can produce it: quoted-printable has no `=_`, and base64 has no `_`.
    private static let boundary = "=_carillon_alternative"

    private static func part(type: String, _ content: (name: String, lines: String)) -> String {
        let lines = header(type: type, content.name).map { "\($0): \($1)\r\n" }.joined()
        return "--\(boundary)\r\n\(lines)\r\n\(content.lines)\r\n"
    }

    private static func header(type: String, _ encoding: String) -> [(String, String)] {
        [("Content-Type", "\(type); charset=utf-8"), ("Content-Transfer-Encoding", encoding)]
    }

    /// With the preheader before everything that shows.
    private static func document(_ html: String, _ message: OutgoingMessage) -> String {
        MailDocument.text(
            html,
            language: isLanguageTag(message.locale) ? message.locale : "und",
            preheader: message.slots["email.preheader"].map(hidden) ?? ""
        )
    }

    private static func hidden(_ preheader: String) -> String {
        guard !preheader.isEmpty else { return "" }
        let escaped = preheader.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return "<div style=\"display:none;max-height:0;overflow:hidden\">\(escaped)</div>"
    }

    /// BCP 47 as far as it is allowed in a header or an attribute.
    static func isLanguageTag(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == UInt8(ascii: "-")
            }
    }
}

extension String {
    /// The first position of `text`, in ASCII and lower case, whatever its case.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var index = startIndex
        while index < endIndex {
            let rest = self[index...].prefix(text.count)
            if rest.lowercased() == text { return index..<rest.endIndex }
            index = self.index(after: index)
        }
        return nil
    }
}
