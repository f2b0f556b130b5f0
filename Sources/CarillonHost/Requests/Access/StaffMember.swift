import CarillonModel
import CarillonPipeline

/// Somebody of a tenant's staff who works on its texts.
struct StaffMember: Sendable, Hashable {
    /// What each may do; the later ones may do what the earlier ones may.
    enum Role: String, Sendable, CaseIterable, Comparable {
        /// Looks at texts, and at what changed ones become.
        case viewer
        /// Changes texts, hands the changes in, and comments on them.
        case writer
        /// Says yes or no to what others hand in.
        case reviewer
        /// Takes what was approved to the tenant's files.
        case publisher
        /// Sees how developers wrote a text, and takes changes away before anybody has approved them.
        case platform

        static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }

        /// Whether it can be had for some languages only.
        var canBeOfLanguage: Bool { self == .writer || self == .reviewer }
    }

    /// A role, for all languages or for one: `publisher`, `writer:nb`.
    struct Grant: Sendable, Hashable {
        let role: Role
        /// Nil for all.
        let locale: LocaleTag?

        init(_ role: Role, in locale: LocaleTag? = nil) {
            self.role = role
            self.locale = locale
        }

        /// Nil for what is no role, and for a language where a role has none.
        init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let role = parts.first.flatMap({ Role(rawValue: String($0)) }) else { return nil }
            guard parts.count == 2 else {
                self.init(role)
                return
            }
            guard role.canBeOfLanguage, let locale = LocaleTag(String(parts[1])) else { return nil }
            self.init(role, in: locale)
        }

        var text: String { locale.map { "\(role.rawValue):\($0.rawValue)" } ?? role.rawValue }
    }

    /// As whoever let them in calls them; it is also how they are told apart.
    let name: String
    /// At least one.
    let grants: [Grant]
    /// The id of their session, and in the code of a link that of the link; nil for who comes with a token.
    var session: String?

    init(name: String, grants: [Grant], session: String? = nil) {
        self.name = name
        self.grants = grants
        self.session = session
    }

    /// Characters of a name at most.
    static let longestName = 80

    /// Whether a name shows as it is: no control character, and no sign that turns the direction of words, which would have it stand for
    /// another one in lists and comments.
    ///
    /// Source: Unicode Standard Annex 9, sections 2.1 to 2.6.
    static func isShown(_ name: String) -> Bool {
        !name.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        }
    }

    /// How many roles somebody may have.
    static let mostGrants = 200

    /// The highest of the roles, in whichever language.
    var role: Role { grants.map(\.role).max() ?? .viewer }

    /// The roles with blanks between them, such as `writer:nb reviewer:nn`.
    var roles: String { Self.text(of: grants) }

    static func text(of grants: [Grant]) -> String { grants.map(\.text).joined(separator: " ") }

    /// The roles of a text such as `writer:nb reviewer:nn`.
    ///
    /// - Returns: nil where one of them is none, and where there are none or too many.
    static func grants(_ text: String) -> [Grant]? {
        let parts = text.split(separator: " ")
        let grants = parts.compactMap { Grant($0) }
        guard grants.count == parts.count, (1...mostGrants).contains(grants.count) else { return nil }
        return grants
    }

    /// Whether they have the role, or one above it.
    ///
    /// - Parameter locale: in this language; nil where it is enough to have it in one.
    func may(_ role: Role, in locale: LocaleTag? = nil) -> Bool {
        grants.contains { grant in
            grant.role >= role && (locale == nil || grant.locale == nil || grant.locale == locale)
        }
    }
}

extension StaffMember: PageVisitor {
    var content: [JSONValue] { [.string(name), .string(roles), session.map { .string($0) } ?? .null] }

    init?(content: [JSONValue]) {
        guard content.count == 3, let name = content[0].string, let grants = content[1].string.flatMap(Self.grants)
        else { return nil }
        self.init(name: name, grants: grants, session: content[2].string)
    }
}
