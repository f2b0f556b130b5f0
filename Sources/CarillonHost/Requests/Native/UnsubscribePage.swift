import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Crypto

/// The page behind an unsubscribe link: a question with one button, or the answer to it.
///
/// No script, no picture, nothing from elsewhere: it works in any browser, and for who hears it read aloud.
struct UnsubscribePage: Sendable {
    enum Kind: Sendable, Hashable {
        /// With the button that says yes.
        case question
        case done
        /// The link isn't one of ours, or the profile has no such switch any more.
        case unknown
    }

    let kind: Kind
    /// The product's name.
    let sender: String
    let texts: UnsubscribeTexts

    var response: APIResponse {
        APIResponse(
            status: kind == .unknown ? 404 : 200,
            headers: [
                ("content-type", "text/html; charset=utf-8"), ("content-language", texts.language),
                ("content-security-policy", Self.policy), ("cache-control", "no-store"),
                ("referrer-policy", "no-referrer"), ("x-content-type-options", "nosniff"),
                ("x-robots-tag", "noindex, nofollow"),
            ],
            body: .bytes(Array(html.utf8))
        )
    }

    private var html: String {
        let name = HTMLText.escaped(sender)
        let title: String
        let rest: String
        switch kind {
        case .question:
            title = texts.question.replacing("{name}", with: name)
            rest = """
                <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
                <button type="submit">\(texts.button)</button></form>
                """
        case .done:
            title = texts.done.replacing("{name}", with: name)
            rest = "<p>\(texts.close)</p>"
        case .unknown:
            title = texts.unknown
            rest = "<p>\(texts.unknownHelp)</p>"
        }
        return """
            <!DOCTYPE html>
            <html lang="\(texts.language)" dir="\(HTMLDirection.of(texts.language))">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title><style>\(Self.style)</style></head>
            <body><main><h1>\(title)</h1>
            \(rest)
            </main></body>
            </html>

            """
    }

    private static let style = """
        :root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;margin:0}\
        main{max-width:32rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem}\
        button{font:inherit;padding:.75rem 1.5rem;min-height:2.75rem}
        """

    /// Nothing may be loaded, run or framed; the form goes where the page came from.
    private static let policy: String = {
        let hash = Base64.encode(Array(SHA256.hash(data: Array(style.utf8))), .standard)
        return
            "default-src 'none'; style-src 'sha256-\(hash)'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    }()
}
