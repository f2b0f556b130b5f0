import CarillonModel
import CarillonProfiles
import MessageFormat

/// One line of `carillon format`: a message with all it needs.
struct FormatRequest {
    let id: JSONValue
    let source: String
    let locale: String
    let bidi: BidiStrategy
    let arguments: [String: MessageValue]
    let context: FormattingContext

    /// The present and the zone of samples that don't fix their own.
    private static let presentOfSamples = "2026-02-25T12:00:00Z"

    private static let zones = TimeZones { name, seconds in
        BuiltInTimeZones().offset(of: name, at: Instant(epochMilliseconds: seconds * 1000))
            .flatMap { TimeZoneOffset(seconds: $0) }
    }

    /// - Throws: what is wrong with the line, as a message.
    init(_ line: JSONObject) throws(FormatFault) {
        id = line["id"] ?? .null
        guard let source = line["src"]?.string else { throw FormatFault(message: "`src` needs a message", id: id) }
        self.source = source
        switch line["locale"] {
        case nil: locale = "en"
        case .string(let tag)?: locale = tag
        default: throw FormatFault(message: "`locale` needs a tag such as nb-NO", id: id)
        }
        switch line["bidi"] {
        case nil, .string("default")?: bidi = .default
        case .string("none")?: bidi = .none
        default: throw FormatFault(message: "`bidi` is \"default\" or \"none\"", id: id)
        }
        guard let now = Instant(line["now"]?.string ?? Self.presentOfSamples) else {
            throw FormatFault(message: "`now` needs an instant such as \(Self.presentOfSamples)", id: id)
        }
        context = FormattingContext(
            now: now.epochMilliseconds.floorDivided(by: 1_000),
            timeZone: line["timeZone"]?.string ?? "UTC",
            timeZones: Self.zones
        )
        var arguments: [String: MessageValue] = [:]
        switch line["params"] {
        case nil: break
        case .object(let parameters)?:
            for member in parameters.members { arguments[member.name] = MessageValue(parameter: member.value) }
        default: throw FormatFault(message: "`params` needs an object", id: id)
        }
        self.arguments = arguments
    }
}

/// Why a line could not be answered.
struct FormatFault: Error {
    let message: String
    let id: JSONValue
}

extension MessageValue {
    /// The value of a parameter; nil of null, which is no value.
    init?(parameter: JSONValue) {
        switch parameter {
        case .null: return nil
        case .boolean(let flag): self = .boolean(flag)
        case .string(let text): self = .string(text)
        case .number(let text):
            // An Int has no -0.
            self =
                (text == "-0" ? nil : Int(text)).map { .integer($0) } ?? ExactDecimal(text).map { .decimal($0) }
                ?? .string(text)
        case .array(let elements): self = .list(elements.compactMap { MessageValue(parameter: $0) })
        case .object(let object): self = Self.money(object) ?? Self.instant(object) ?? .custom(OpaqueParameter())
        }
    }

    private static func money(_ object: JSONObject) -> MessageValue? {
        let amount: String? =
            switch object["value"] {
            case .string(let text)?, .number(let text)?: text
            default: nil
            }
        guard let amount = amount.flatMap({ ExactDecimal($0) }),
            let currency = object["currency"]?.string.flatMap({ CurrencyCode($0) })
        else { return nil }
        return .money(amount, currency)
    }

    private static func instant(_ object: JSONObject) -> MessageValue? {
        object["instant"]?.string.flatMap { Instant($0) }
            .map { .instant($0.epochMilliseconds.floorDivided(by: 1_000)) }
    }
}

/// An object that is neither money nor an instant: something no function can use.
private final class OpaqueParameter: CustomMessageValue {
    let messageText: String? = nil
}
