import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// What the preview's inbox says around the items.
extension StudioRoute {
    static let inbox = [inboxWords]

    private static let inboxWords = StudioRoute(
        .get,
        "/inbox-words",
        .staff(.viewer),
        "What the app's inbox loads first, in one language: its own words, categories and colours.",
        query: [("locale", "The language; the default one when silent.")],
        result: "As `GET /v1/{tenant}/inbox-words` answers apps; 404 where the tenant has no inbox.",
        answers: .of(mediaType: "application/json")
    ) { call throws(Problem) in
        let locales = call.profile.locales
        var locale: LocaleTag? = locales.defaultLocale
        if let requested = call.request.query("locale") { locale = LocaleTag(requested) }
        guard let locale, locales.supported.contains(locale) else {
            let tags = locales.supported.map(\.rawValue).joined(separator: ", ")
            throw .invalid([.badFormat("?locale", wanted: "one of the tenant's languages: \(tags)")])
        }
        guard let document = call.tenant.inbox.document(in: locale) else {
            throw Problem(.notFound, "this tenant has no inbox")
        }
        return document.response(to: call.request)
    }
}
