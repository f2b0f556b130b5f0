import CarillonModel
import CarillonProfiles
import MessageFormat

/// The values of one payload for messages, each made when it is first used.
final class ArgumentValues {
    private let event: EventType
    private let payload: Payload
    /// Those that are the same for every reader: a handful, searched faster than hashed.
    private var known: [(name: String, value: MessageValue?)] = []

    init(of event: EventType, _ payload: Payload) {
        self.event = event
        self.payload = payload
    }

    /// - Parameter chain: the reader's languages, best first.
    func value(of name: String, for chain: [LocaleTag]) -> MessageValue? {
        for argument in known where argument.name == name { return argument.value }
        let value = event.argument(name, in: payload, chain: chain)
        if payload[name]?.isForEveryReader == true { known.append((name, value)) }
        return value
    }
}

extension PayloadValue {
    /// Whether all readers see the same of it.
    fileprivate var isForEveryReader: Bool {
        switch self {
        case .localizedText, .list: false
        default: true
        }
    }
}

extension EventType {
    /// A value of the payload as messages see it.
    ///
    /// An optional field `fee` also makes `$fee.present`, `true` or `false`,
    /// and an absent one is empty, so that a message can choose between its variants.
    fileprivate func argument(_ name: String, in payload: Payload, chain: [LocaleTag]) -> MessageValue? {
        if let value = payload[name]?.messageValue(for: chain) { return value }
        if field(name)?.isOptional == true { return .string("") }
        guard name.hasSuffix(Self.presence), let field = field(String(name.dropLast(Self.presence.count))),
            field.isOptional
        else { return nil }
        return .string(payload[field.name]?.messageValue(for: chain) == nil ? "false" : "true")
    }

    private static let presence = ".present"
}
