import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension ActiveTenant {
    /// How items are shown to a reader who asks for the inbox's form; nil for other readers.
    ///
    /// The time zone is that of the reader's token, or the tenant's where it names none, or one that isn't known.
    func inboxItems(_ fields: FieldReading, for reader: UserToken, at host: HostContext) -> InboxItems? {
        guard fields.text("for") == "inbox" else { return nil }
        let profile = runtime.profile
        let zone = reader.facts.timeZone.flatMap { name in
            host.timeZones.offset(of: name, at: host.clock.now) == nil ? nil : name
        }
        return InboxItems(
            inbox.words,
            in: profile.inboxLocale(fields.text("locale") ?? reader.facts.locale),
            zone: zone ?? profile.timeZone,
            host.timeZones
        )
    }
}

extension ActiveTenant {
    /// The page, in the language of who asks: as the address says, or the link by which they came, or their browser.
    ///
    /// - Returns: nil where the tenant has none.
    func inboxPage(for request: APIRequest, at host: HostContext, _ files: WebFiles) -> InboxPage? {
        guard let settings = runtime.profile.inbox else { return nil }
        let reader = access.inboxSessions.flatMap { sessions in
            sessions.page.cookie(in: request).flatMap { sessions.token(ofCookie: $0, at: host.clock.now) }
        }
        let requested = [request.query("locale"), reader?.facts.locale].compactMap(\.self) + request.languages
        return InboxPage(
            profile: runtime.profile,
            settings: settings,
            words: inbox.words,
            locale: runtime.profile.inboxLocale(among: requested),
            view: request.query("view").flatMap { InboxPage.View(rawValue: $0) } ?? .page,
            files: files
        )
    }
}

extension TenantProfile {
    /// The supported locale for a request for `requested`.
    func inboxLocale(_ requested: String?) -> LocaleTag {
        chain(for: requested.flatMap { LocaleTag($0) }).first ?? locales.defaultLocale
    }
}
