import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Crypto
import Foundation

/// Somebody of a tenant's staff who changes its texts.
struct StaffMember: Sendable, Hashable {
    /// What each may do; the later ones may do what the earlier ones may.
    enum Role: String, Sendable, CaseIterable, Comparable {
        /// Changes texts, and hands the changes in.
        case writer
        /// Says yes or no to what others hand in.
        case reviewer
        /// Takes what was approved to the tenant's files.
        case publisher

        static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// As whoever made the link called them; it is also how they are told apart.
    let name: String
    let role: Role
}

/// Signs staff in to the studio: by a code that works once, and then by a cookie.
///
/// The code is made by an operator and goes into the fragment of a link, which no server sees. A session opens nothing of the
/// tenant's users, and theirs opens no studio: key, cookie and port are others.
struct StaffSessions: Sendable {
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
    static let lifetime: Duration = .seconds(8 * 3600)
    /// How long a code is good, unless configured.
    static let codeLifetime: Duration = .seconds(600)
    /// Characters of a name at most.
    static let longestName = 80
    private static let keyName = "studio"

    private let codes: SealedText
    private let cookies: SealedText
    private let tenant: TenantID
    private let store: any UsedCodeStore

    /// With the tenant's own key, which its store keeps.
    init(of tenant: TenantID, store: any KeyStore & UsedCodeStore) async throws(StoreFailure) {
        let new = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        let key = try await store.key(Self.keyName, orNew: new)
        codes = SealedText(key: key, purpose: "carillon studio codes", tenant: tenant)
        cookies = SealedText(key: key, purpose: "carillon studio cookies", tenant: tenant)
        self.tenant = tenant
        self.store = store
    }

    /// A code for a link; nil where the system's cryptography fails.
    func code(for member: StaffMember, lasting lifetime: Duration = codeLifetime, at now: Instant) -> Ticket? {
        seal(member, until: now.advanced(by: lifetime), madeAt: now, with: codes)
    }

    /// The cookie that a code stands for; the code is good for nothing after that.
    func cookie(for code: String, at now: Instant) async throws(CodeFault) -> (member: StaffMember, cookie: Ticket) {
        guard let (member, end) = open(code, with: codes) else { throw .unknown }
        guard now < end else { throw .expired }
        guard try await isFirstUse(of: code, until: end, at: now) else { throw .used }
        guard let cookie = seal(member, until: now.advanced(by: Self.lifetime), madeAt: now, with: cookies) else {
            throw .unknown
        }
        return (member, cookie)
    }

    private func isFirstUse(of code: String, until end: Instant, at now: Instant) async throws(CodeFault) -> Bool {
        do throws(StoreFailure) {
            return try await store.use(Array(SHA256.hash(data: Array(code.utf8))), until: end, at: now)
        } catch {
            throw .unread(error)
        }
    }

    /// Who brings the request; nil without a session, or where it is over.
    func member(of request: APIRequest, at now: Instant) -> StaffMember? {
        let cookie = [true, false].lazy.compactMap { Cookies.value(cookieName(isSecure: $0), in: request) }.first
        guard let cookie, let (member, end) = open(cookie, with: cookies), now < end else { return nil }
        return member
    }

    /// As ``InboxSessions/cookieName(isSecure:)``, and not the same.
    func cookieName(isSecure: Bool) -> String { (isSecure ? "__Host-" : "") + "carillon-studio-\(tenant)" }

    private func seal(_ member: StaffMember, until end: Instant, madeAt now: Instant, with key: SealedText) -> Ticket? {
        let content: JSONValue = [
            .string(member.name), .string(member.role.rawValue), JSONValue(now.epochMilliseconds),
            JSONValue(end.epochMilliseconds),
        ]
        return key.seal(content).map { Ticket(text: $0, expiresAt: end) }
    }

    private func open(_ text: String, with key: SealedText) -> (StaffMember, Instant)? {
        guard let parts = key.open(text)?.array, parts.count == 4, let name = parts[0].string,
            let role = parts[1].string.flatMap({ StaffMember.Role(rawValue: $0) }), let end = parts[3].integer
        else { return nil }
        return (StaffMember(name: name, role: role), Instant(epochMilliseconds: end))
    }
}

extension StaffSessions.CodeFault {
    /// What to do about it.
    var message: String {
        switch self {
        case .unknown: "this is no code of this tenant's studio: open the whole link"
        case .expired: "the code is too old: ask for a new link"
        case .used: "the code was used before: ask for a new link"
        case .unread: "whether the code was used before can't be said right now"
        }
    }
}
