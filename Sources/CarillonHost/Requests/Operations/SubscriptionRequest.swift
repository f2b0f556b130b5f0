import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// A subscription that a caller asks for, or wants to be rid of.
struct SubscriptionRequest: Sendable {
    /// Whose it is, as far as the caller says.
    enum Whose: Sendable, Hashable {
        case unsaid
        case nobody
        case named(UserID)
    }

    let topic: Topic?
    let device: String?
    /// Nil: all there are, those of later as well.
    let types: [EventTypeID]?
    let role: String?
    private(set) var user = Whose.unsaid

    /// It names the events it is for, and these are none.
    var isForNothing: Bool { types?.isEmpty == true }

    init(_ fields: FieldReading, of profile: TenantProfile) {
        topic = fields.text("topic").flatMap { Topic($0) }.map { profile.subscriptions.canonical($0) }
        device = fields.text("deviceId")
        types = fields.texts("types")?.map { EventTypeID(unchecked: $0) }
        role = fields.text("role")
        if fields.isNull("userId") {
            user = .nobody
        } else if let name = fields.text("userId").flatMap({ UserID($0) }) {
            user = .named(profile.canonical(name))
        }
    }

    /// Those of a request: the list, or the one that the request's own fields say.
    static func all(_ fields: FieldReading, of profile: TenantProfile) -> [SubscriptionRequest] {
        guard fields.isGiven("subscriptions") else { return [SubscriptionRequest(fields, of: profile)] }
        return list(fields, of: profile)
    }

    static func list(_ fields: FieldReading, of profile: TenantProfile) -> [SubscriptionRequest] {
        fields.objects("subscriptions").map { SubscriptionRequest($0, of: profile) }
    }
}

extension PlaceholderText {
    /// Whether `topic` begins as every topic made from this text does.
    func covers(_ topic: Topic) -> Bool {
        guard case .text(let prefix)? = segments.first else { return true }
        return topic.rawValue.hasPrefix(prefix)
    }
}
