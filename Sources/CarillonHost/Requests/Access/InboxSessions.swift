import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Foundation

/// Signs readers of a tenant's inbox page in: by a code that works once, and then by a cookie of the host's own.
///
/// The page is served by the host, which can't ask the product's own script for a token. A code goes into the fragment of a link,
/// which no server sees, and is exchanged for the cookie. Both are encrypted and authenticated with a key of the tenant's that
/// never leaves its data: nobody can make one, or read from it whose it is.
struct InboxSessions: Sendable {
    /// Who reads, as far as it was known when the link was made.
    struct Reader: Sendable, Hashable {
        var user: UserID
        var locale: String?
        var timeZone: String?
    }

    /// A code or a cookie's value, and until when it is good.
    struct Ticket: Sendable, Hashable {
        let text: String
        let expiresAt: Instant
    }

    /// Why a code isn't taken.
    enum CodeFault: Error, Sendable, Hashable {
        /// This tenant made no such code.
        case unknown
        case expired
        case used
        /// Whether it was used can't be said right now.
        case unread(StoreFailure)
    }

    /// How long a session lasts: a working day.
    static let lifetime: Duration = .seconds(12 * 3600)
    /// Characters of a code or a cookie at most.
    static let longestCode = SealedText.limit
    static let keyName = "inbox"
    static let keyLength = 32

    private let codes: SealedText
    private let cookies: SealedText
    private let tenant: TenantID
    private let store: any UsedCodeStore
    /// How long a code is good.
    let codeLifetime: Duration

    init(key: [UInt8], tenant: TenantID, store: any UsedCodeStore, codeLifetime: Duration) {
        codes = SealedText(key: key, purpose: "carillon inbox codes", tenant: tenant)
        cookies = SealedText(key: key, purpose: "carillon inbox cookies", tenant: tenant)
        self.tenant = tenant
        self.store = store
        self.codeLifetime = codeLifetime
    }

    /// A code for a link; nil where the system's cryptography fails.
    func code(for reader: Reader, at now: Instant) -> Ticket? {
        seal(reader, until: now.advanced(by: codeLifetime), madeAt: now, with: codes)
    }

    /// The cookie that a code stands for; the code is good for nothing after that.
    ///
    /// - Throws: where the code isn't one, is too old, or was used before.
    func cookie(for code: String, at now: Instant) async throws(CodeFault) -> (reader: Reader, cookie: Ticket) {
        guard let sealed = open(code, with: codes) else { throw .unknown }
        guard now < sealed.expiresAt else { throw .expired }
        guard try await isFirstUse(of: code, until: sealed.expiresAt, at: now) else { throw .used }
        guard let cookie = seal(sealed.reader, until: now.advanced(by: Self.lifetime), madeAt: now, with: cookies)
        else {
            throw .unknown
        }
        return (sealed.reader, cookie)
    }

    private func isFirstUse(of code: String, until end: Instant, at now: Instant) async throws(CodeFault) -> Bool {
        do throws(StoreFailure) {
            return try await store.use(Array(SHA256.hash(data: Array(code.utf8))), until: end, at: now)
        } catch {
            throw .unread(error)
        }
    }

    /// Whose session a cookie's value stands for; nil where it is none, or over.
    func token(ofCookie text: String, at now: Instant) -> UserToken? {
        guard let sealed = open(text, with: cookies), now < sealed.expiresAt else { return nil }
        let facts = UserAttributes(locale: sealed.reader.locale, timeZone: sealed.reader.timeZone).withoutFaults
        return UserToken(user: sealed.reader.user, facts: facts, expiresAt: sealed.expiresAt)
    }

    /// What the cookie is called.
    ///
    /// With `__Host-`, browsers take it over TLS only, and from no other host of the site. On this machine there is no TLS, and
    /// browsers wouldn't keep it.
    ///
    /// Source: RFC 6265bis, section 4.1.3.2.
    func cookieName(isSecure: Bool) -> String { (isSecure ? "__Host-" : "") + "carillon-\(tenant)" }

    /// The value of the cookie that a request brings, under either of its names.
    func cookie(in request: APIRequest) -> String? {
        [true, false].lazy.compactMap { Cookies.value(cookieName(isSecure: $0), in: request) }.first
    }

    private struct Sealed {
        let reader: Reader
        let expiresAt: Instant
    }

    private func seal(_ reader: Reader, until end: Instant, madeAt now: Instant, with key: SealedText) -> Ticket? {
        let content = JSONValue.array([
            .string(reader.user.rawValue), reader.locale.map { .string($0) } ?? .null,
            reader.timeZone.map { .string($0) } ?? .null, JSONValue(now.epochMilliseconds),
            JSONValue(end.epochMilliseconds),
        ])
        return key.seal(content).map { Ticket(text: $0, expiresAt: end) }
    }

    private func open(_ text: String, with key: SealedText) -> Sealed? {
        guard let parts = key.open(text)?.array, parts.count == 5,
            let user = parts[0].string.flatMap({ UserID($0) }), let expiresAt = parts[4].integer
        else { return nil }
        return Sealed(
            reader: Reader(user: user, locale: parts[1].string, timeZone: parts[2].string),
            expiresAt: Instant(epochMilliseconds: expiresAt)
        )
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
