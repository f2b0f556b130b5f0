import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonWeb

/// The document of the studio, which its script fills; under a policy as strict as that of the inbox page.
struct StudioPage: Sendable {
    let profile: TenantProfile
    let files: WebFiles

    var response: APIResponse {
        APIResponse(
            status: 200,
            headers: [
                ("content-type", "text/html; charset=utf-8"), ("content-language", "en"),
                ("content-security-policy", Self.policy), ("cache-control", "no-store"),
                ("referrer-policy", "no-referrer"), ("x-content-type-options", "nosniff"),
                ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
                ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
                ("x-robots-tag", "noindex, nofollow"),
            ],
            body: .bytes(Array(html.utf8))
        )
    }

    private var html: String {
        let name = HTMLText.escaped(profile.name)
        return """
            <!DOCTYPE html>
            <html lang="en" dir="ltr">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Studio · \(name)</title>
            <link rel="icon" type="image/svg+xml" href="\(files.path(of: "bell.svg"))">
            <link rel="stylesheet" href="\(files.path(of: "studio.css"))">
            \(preloaded)
            <script type="module" src="\(files.path(of: "studio.js"))"></script></head>
            <body data-tenant="\(profile.id)">
            <noscript>The studio needs JavaScript.</noscript>
            </body>
            </html>

            """
    }

    /// The modules that `studio.js` imports, asked for at once.
    private var preloaded: String {
        let modules = WebAsset.all.map(\.name).filter { $0.hasSuffix(".js") }
        return files.preloads(modules.filter { $0 == "dom.js" || $0.hasPrefix("studio-") })
    }

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")
}
