import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Signs readers of a tenant's inbox page in.
///
/// The page is served by the host, which can't ask the product's own script for a token.
struct InboxSessions: Sendable {
    /// Who reads, as far as it was known when the link was made.
    struct Reader: Sendable, Hashable {
        var user: UserID
        var locale: String?
        var timeZone: String?
    }

    /// How long a session lasts: a working day.
    static let lifetime: Duration = .seconds(12 * 3600)
    /// Characters of a code or a cookie at most.
    static let longestCode = SealedText.limit
    static let keyName = "inbox"
    static let keyLength = 32

    let page: PageSessions<Reader>
    /// How long a code is good.
    let codeLifetime: Duration

    init(key: [UInt8], tenant: TenantID, store: any UsedCodeStore, codeLifetime: Duration) {
        page = PageSessions(
            key: key,
            page: "inbox",
            tenant: tenant,
            cookieName: "carillon-\(tenant)",
            sites: .lax,
            lifetime: Self.lifetime,
            store: store
        )
        self.codeLifetime = codeLifetime
    }

    /// A code for a link; nil where the system's cryptography fails.
    func code(for reader: Reader, at now: Instant) -> PageTicket? {
        page.code(for: reader, lasting: codeLifetime, at: now)
    }

    /// Whose session a cookie's value stands for; nil where it is none, or over.
    func token(ofCookie text: String, at now: Instant) -> UserToken? {
        guard let (reader, end) = page.visitor(ofCookie: text, at: now) else { return nil }
        let facts = UserAttributes(locale: reader.locale, timeZone: reader.timeZone).withoutFaults
        return UserToken(user: reader.user, facts: facts, expiresAt: end)
    }
}

extension InboxSessions.Reader: PageVisitor {
    var content: [JSONValue] {
        [
            .string(user.rawValue), locale.map { .string($0) } ?? .null, timeZone.map { .string($0) } ?? .null,
        ]
    }

    init?(content: [JSONValue]) {
        guard content.count == 3, let user = content[0].string.flatMap({ UserID($0) }) else { return nil }
        self.init(user: user, locale: content[1].string, timeZone: content[2].string)
    }
}

extension InboxSessions {
    /// Nil where the tenant has no inbox page, or its key can't be had.
    static func of(
        _ profile: TenantProfile,
        store: any TenantStore,
        parts: RuntimeParts,
        warnings: inout [String]
    ) async -> InboxSessions? {
        guard profile.inbox != nil else { return nil }
        do {
            let key = try await store.key(keyName, orNew: parts.cryptography.randomBytes(keyLength))
            return InboxSessions(
                key: key,
                tenant: profile.id,
                store: store,
                codeLifetime: parts.inboxCodeLifetime
            )
        } catch {
            warnings.append("nobody can be signed in to the inbox page: \(error)")
            return nil
        }
    }
}
