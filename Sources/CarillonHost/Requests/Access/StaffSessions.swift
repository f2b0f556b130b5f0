import CarillonModel
import CarillonPipeline
import Crypto

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

extension StaffMember: PageVisitor {
    var content: [JSONValue] { [.string(name), .string(role.rawValue)] }

    init?(content: [JSONValue]) {
        guard content.count == 2, let name = content[0].string,
            let role = content[1].string.flatMap({ Role(rawValue: $0) })
        else { return nil }
        self.init(name: name, role: role)
    }
}

/// Signs staff in to the studio.
///
/// A link's code is made by an operator. A session opens nothing of the tenant's users, and theirs opens no studio: key, cookie and
/// port are others.
struct StaffSessions: Sendable {
    /// How long a session lasts: a working day.
    static let lifetime: Duration = .seconds(8 * 3600)
    /// How long a code is good, unless configured.
    static let codeLifetime: Duration = .seconds(600)
    /// Characters of a name at most.
    static let longestName = 80
    private static let keyName = "studio"

    let page: PageSessions<StaffMember>

    /// With the tenant's own key, which its store keeps.
    init(of tenant: TenantID, store: any KeyStore & UsedCodeStore) async throws(StoreFailure) {
        let new = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        page = PageSessions(
            key: try await store.key(Self.keyName, orNew: new),
            page: "studio",
            tenant: tenant,
            cookieName: Self.cookieName(of: tenant),
            sites: .strict,
            lifetime: Self.lifetime,
            store: store
        )
    }

    /// The cookie's, without what stands before it over TLS.
    static func cookieName(of tenant: TenantID) -> String { "carillon-studio-\(tenant)" }

    /// Who brings the request; nil without a session, or where it is over.
    func member(of request: APIRequest, at now: Instant) -> StaffMember? {
        page.cookie(in: request).flatMap { page.visitor(ofCookie: $0, at: now) }?.visitor
    }
}
