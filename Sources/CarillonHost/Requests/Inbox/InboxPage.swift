import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// The tenant's notification centre as a page of its own: an empty document, which the inbox's scripts fill.
///
/// It runs under the strictest policy that lets it work: scripts, styles and requests of this host alone, no text that is taken
/// for markup, and in frames of the tenant's own pages only.
struct InboxPage: Sendable {
    /// What is shown.
    enum View: String, Sendable {
        case page
        /// The bell with its panel, as it would be in a product's own header.
        case bell
    }

    let profile: TenantProfile
    let settings: InboxSettings
    let words: InboxWords
    let locale: LocaleTag
    let view: View
    let files: WebFiles

    var response: APIResponse {
        APIResponse(
            status: 200,
            headers: [
                ("content-type", "text/html; charset=utf-8"), ("content-language", locale.rawValue),
                ("content-security-policy", policy), ("cache-control", "no-store"), ("vary", "Accept-Language, Cookie"),
                ("referrer-policy", "no-referrer"), ("x-content-type-options", "nosniff"),
                ("cross-origin-opener-policy", "same-origin"), ("permissions-policy", Self.permissions),
                ("x-robots-tag", "noindex, nofollow"),
            ],
            body: .bytes(Array(html.utf8))
        )
    }

    private var html: String {
        let name = HTMLText.escaped(profile.name)
        let title = HTMLText.escaped(words.words(in: locale)["center.title"]?.string ?? profile.name)
        let inbox = """
            <carillon-inbox view="\(view.rawValue)" tenant="\(profile.id)" locale="\(locale)" \
            order="\(settings.order.rawValue)" auto-read="\(settings.autoRead.rawValue)"\(origins)></carillon-inbox>
            """
        let content = view == .page ? inbox : "<header><h1>\(name)</h1>\n\(inbox)</header>"
        let scripts = ["inbox.js", "feed.js", "dom.js", "live.js", "marks.js", "views.js"]
        return """
            <!DOCTYPE html>
            <html lang="\(locale)" dir="\(words.direction(of: locale))">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) · \(name)</title>
            <link rel="icon" type="image/svg+xml" href="\(files.path(of: "bell.svg"))">
            <link rel="stylesheet" href="\(files.path(of: "page.css"))">
            \(files.preloads(scripts))
            <script type="module" src="\(files.path(of: "page.js"))"></script></head>
            <body>
            \(content)
            </body>
            </html>

            """
    }

    /// Whose pages may hand a token to this one in a frame.
    private var origins: String {
        let origins = profile.cors?.origins ?? []
        return origins.isEmpty ? "" : " token-origins=\"\(HTMLText.escaped(origins.joined(separator: " ")))\""
    }

    private var policy: String {
        let frames = profile.cors?.origins ?? []
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            (["img-src 'self'"] + settings.imageOrigins).joined(separator: " "), "connect-src 'self'",
            "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors " + (frames.isEmpty ? "'none'" : frames.joined(separator: " ")),
            "require-trusted-types-for 'script'", "trusted-types carillon",
        ].joined(separator: "; ")
    }

    private static let permissions =
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), display-capture=(), browsing-topics=()"
}

extension TenantProfile {
    /// The language of a page for a browser that requests these, the preferred one first.
    ///
    /// - Parameter requested: language tags such as `nb-NO`.
    func inboxLocale(among requested: [String]) -> LocaleTag {
        for locale in requested.compactMap({ LocaleTag($0) }) {
            // A chain ends with the default language, so only the requested language itself and its truncations count.
            if let found = locale.truncations.first(where: { locales.supported.contains($0) }) { return found }
        }
        return locales.defaultLocale
    }
}

extension APIRequest {
    /// The languages of `Accept-Language`, the dearest first.
    ///
    /// Source: RFC 9110, section 12.5.4.
    var languages: [String] {
        let ranges = (header("accept-language") ?? "").prefix(1024).split(separator: ",").prefix(32)
        let weighted = ranges.map { range -> (tag: String, weight: Double) in
            let parts = range.split(separator: ";").map { String($0).trimmed }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (parts.first ?? "", weight ?? 1)
        }
        // The sort is stable: of equal ones the first goes first.
        return weighted.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.map(\.tag)
    }
}
