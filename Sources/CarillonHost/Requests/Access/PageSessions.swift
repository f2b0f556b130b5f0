import CarillonModel
import CarillonPipeline
import Crypto

/// Who signs in to a page that the host serves.
protocol PageVisitor: Sendable {
    /// What a code and a cookie say of them.
    var content: [JSONValue] { get }

    /// - Returns: nil for what isn't such a content.
    init?(content: [JSONValue])
}

/// A code or a cookie's value, and until when it is good.
struct PageTicket: Sendable, Hashable {
    let text: String
    let expiresAt: Instant
}

/// Why a code isn't taken.
enum PageCodeFault: Error, Sendable, Hashable {
    /// This tenant made no such code.
    case unknown
    case expired
    case used
    /// Who made its link has taken that back.
    case takenBack
    /// Whether it was used can't be said right now.
    case unread(StoreFailure)
}

/// Signs visitors of a page that the host serves in: by a code that works once, and then by a cookie of the host's own.
///
/// A code goes into the fragment of a link, which no server sees, and is exchanged for the cookie. Both are encrypted and
/// authenticated with a key of the tenant's that never leaves its data: nobody can make one, or read from it whose it is.
struct PageSessions<Visitor: PageVisitor>: Sendable {
    /// From which sites a browser brings the cookie.
    enum Sites: String, Sendable {
        /// Also where a link of another site leads here.
        case lax = "Lax"
        case strict = "Strict"
    }

    private let codes: SealedText
    private let cookies: SealedText
    private let store: any UsedCodeStore
    private let cookieName: String
    private let sites: Sites
    private let lifetime: Duration

    /// - Parameters:
    ///   - key: a secret of the tenant's.
    ///   - page: a code and a cookie of one page are none of another.
    ///   - cookieName: without `__Host-`.
    ///   - lifetime: how long a session lasts.
    init(
        key: [UInt8],
        page: String,
        tenant: TenantID,
        cookieName: String,
        sites: Sites,
        lifetime: Duration,
        store: any UsedCodeStore
    ) {
        codes = SealedText(key: key, purpose: "carillon \(page) codes", tenant: tenant)
        cookies = SealedText(key: key, purpose: "carillon \(page) cookies", tenant: tenant)
        self.store = store
        self.cookieName = cookieName
        self.sites = sites
        self.lifetime = lifetime
    }

    /// A code for a link; nil where the system's cryptography fails.
    func code(for visitor: Visitor, lasting time: Duration, at now: Instant) -> PageTicket? {
        seal(visitor, until: now.advanced(by: time), madeAt: now, with: codes)
    }

    /// The cookie that a code stands for; the code is good for nothing after that.
    ///
    /// - Throws: where the code isn't one, is too old, or was used before.
    func cookie(
        for code: String,
        at now: Instant
    ) async throws(PageCodeFault) -> (visitor: Visitor, cookie: PageTicket) {
        let visitor = try await redeem(code, at: now)
        guard let cookie = cookie(of: visitor, at: now) else { throw .unknown }
        return (visitor, cookie)
    }

    /// Whom a code lets in; it is good for nothing after that.
    ///
    /// - Throws: where the code isn't one, is too old, or was used before.
    func redeem(_ code: String, at now: Instant) async throws(PageCodeFault) -> Visitor {
        guard let (visitor, end) = open(code, with: codes) else { throw .unknown }
        guard now < end else { throw .expired }
        guard try await isFirstUse(of: code, until: end, at: now) else { throw .used }
        return visitor
    }

    /// The cookie of a session that begins; nil where the system's cryptography fails.
    func cookie(of visitor: Visitor, at now: Instant) -> PageTicket? {
        seal(visitor, until: now.advanced(by: lifetime), madeAt: now, with: cookies)
    }

    private func isFirstUse(of code: String, until end: Instant, at now: Instant) async throws(PageCodeFault) -> Bool {
        do throws(StoreFailure) {
            return try await store.use(Array(SHA256.hash(data: Array(code.utf8))), until: end, at: now)
        } catch {
            throw .unread(error)
        }
    }

    /// Whose session a cookie's value stands for, and until when; nil where it is none, or over.
    func visitor(ofCookie text: String, at now: Instant) -> (visitor: Visitor, expiresAt: Instant)? {
        guard let (visitor, end) = open(text, with: cookies), now < end else { return nil }
        return (visitor, end)
    }

    /// The value of the cookie that a request brings, under either of its names.
    func cookie(in request: APIRequest) -> String? {
        [true, false].lazy.compactMap { Cookies.value(fullName(isSecure: $0), in: request) }.first
    }

    /// The answer with which a session begins.
    func answer(to request: APIRequest, beginning cookie: PageTicket) -> APIResponse {
        answer(to: request, settingCookie: cookie.text, for: lifetime)
    }

    /// The answer with which the session of this browser ends.
    func endingAnswer(to request: APIRequest) -> APIResponse {
        answer(to: request, settingCookie: "", for: .zero)
    }

    private func answer(to request: APIRequest, settingCookie text: String, for time: Duration) -> APIResponse {
        let isSecure = !request.isForThisMachine
        let attributes =
            "Path=/; HttpOnly; SameSite=\(sites.rawValue); Max-Age=\(time.components.seconds)"
            + (isSecure ? "; Secure" : "")
        var answer = APIResponse.noContent
        answer.headers = [
            ("set-cookie", "\(fullName(isSecure: isSecure))=\(text); \(attributes)"), ("cache-control", "no-store"),
        ]
        return answer
    }

    /// What the cookie is called.
    ///
    /// With `__Host-`, browsers take it over TLS only, and from no other host of the site. On this machine there is no TLS, and
    /// browsers wouldn't keep it.
    ///
    /// Source: RFC 6265bis, section 4.1.3.2.
    private func fullName(isSecure: Bool) -> String { (isSecure ? "__Host-" : "") + cookieName }

    /// Of the visitor, then the times.
    private func seal(
        _ visitor: Visitor,
        until end: Instant,
        madeAt now: Instant,
        with key: SealedText
    ) -> PageTicket? {
        let times = [JSONValue(now.epochMilliseconds), JSONValue(end.epochMilliseconds)]
        return key.seal(.array(visitor.content + times)).map { PageTicket(text: $0, expiresAt: end) }
    }

    private func open(_ text: String, with key: SealedText) -> (Visitor, Instant)? {
        guard let parts = key.open(text)?.array, let end = parts.last?.integer,
            let visitor = Visitor(content: Array(parts.dropLast(2)))
        else { return nil }
        return (visitor, Instant(epochMilliseconds: end))
    }
}
