package import CarillonModel
import CarillonProfiles

/// Who may receive an event at most: the subscribers of a topic, which its type, its sender, its link, or what is
/// handed through to the app may name.
///
/// Whatever leads to a place is checked against the audience of that place. Where two of them name different topics,
/// one would be passed by: the event is refused.
struct EventAudience: Sendable {
    private let profile: TenantProfile
    private let links: DataLinks
    /// Whether any place has an audience.
    private let hasPlaces: Bool

    init(of profile: TenantProfile, _ links: DataLinks) {
        self.profile = profile
        self.links = links
        hasPlaces = profile.deepLinks.routes.contains { $0.audience != nil }
    }

    /// - Parameters:
    ///   - data: what the event hands through to the app.
    ///   - keys: the names that the event's type makes of the payload.
    /// - Returns: nil where everybody may receive it.
    func topic(
        of event: Event,
        as type: EventType,
        _ data: OpenData,
        _ keys: EventKeys?
    ) throws(Faults) -> Topic? {
        var ofType = keys?.audience.map { [Statement("/data", $0, "the payload")] } ?? []
        let ofSender = statements(of: event, data)
        // Named recipients, where the sender specifies no more, receive it as subscribers to the event's subject.
        if ofType.isEmpty, ofSender.isEmpty, !event.recipients.isEmpty, let topic = keys?.topic {
            ofType = [Statement("/data", topic, "the payload")]
        }
        for statement in ofType + ofSender where !Topic.isValid(statement.topic) {
            throw Faults([.noTopic(statement.pointer)])
        }
        guard let first = (ofType + ofSender).first else { return nil }
        let others = ofSender.filter { topic(of: $0) != topic(of: first) }
        guard others.isEmpty else {
            throw Faults(others.map { .otherAudience($0.pointer, than: first.noun) })
        }
        return ofType.isEmpty && grantsAccess(event, type) ? nil : topic(of: first)
    }

    /// Topics of places that an event could be about by a value of what it hands through to the app, each with its
    /// place.
    ///
    /// Only the subscriptions show which of them exist. None where the event grants access.
    func mentions(in event: Event) -> [(pointer: String, topic: Topic)] {
        guard let data = event.overrides?.data, let type = profile.event(named: event.type), !grantsAccess(event, type)
        else { return [] }
        return links.mentions(in: data).lazy.filter { Topic.isValid($0.topic) }.map { pointer, topic in
            (NotificationOverrides.place + "/data" + pointer, profile.subscriptions.canonical(Topic(unchecked: topic)))
        }
    }

    private func grantsAccess(_ event: Event, _ type: EventType) -> Bool {
        (event.overrides?.category ?? type.category).flatMap(profile.category)?.grantsAccess == true
    }

    private func topic(of statement: Statement) -> Topic {
        profile.subscriptions.canonical(Topic(unchecked: statement.topic))
    }

    /// A topic, where it was named, and by what, as the sender reads it.
    private struct Statement {
        let pointer: String
        let topic: String
        let noun: String

        init(_ pointer: String, _ topic: String, _ noun: String) {
            self.pointer = pointer
            self.topic = topic
            self.noun = noun
        }
    }

    private func statements(of event: Event, _ data: OpenData) -> [Statement] {
        var statements = event.audience.map { [Statement("/audience", $0.rawValue, "the audience given")] } ?? []
        if let topic = event.topic, event.topicToExpand == nil {
            statements.append(Statement("/topic", topic.rawValue, "the topic"))
        }
        guard hasPlaces else { return statements }
        if let link = event.overrides?.link, let topic = links.audience(of: link) {
            statements.append(Statement(NotificationOverrides.place + "/deepLink", topic, "the link"))
        }
        for (pointer, finding) in data.findings {
            switch finding {
            case .own(let match):
                guard let topic = match.audience else { continue }
                statements.append(Statement(pointer, topic, "a link in the data"))
            case .named(let topic): statements.append(Statement(pointer, topic, "an id in the data"))
            case .refused: break
            }
        }
        return statements
    }
}

extension Fault {
    fileprivate static func noTopic(_ pointer: String) -> Fault {
        let message = "makes no topic to be the audience: a topic is \(Topic.shape)"
        return Fault(pointer: pointer, code: .badFormat, message: message)
    }

    /// `other`: what names the audience that counts, as the sender reads it.
    package static func otherAudience(_ pointer: String, than other: String) -> Fault {
        let message = "is for another audience than \(other) is: both must name the same"
        return Fault(pointer: pointer, code: .notAllowed, message: message)
    }
}
