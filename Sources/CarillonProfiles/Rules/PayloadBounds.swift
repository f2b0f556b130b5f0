import CarillonModel
import CarillonPluginKit
import MessageFormat

/// The maximum size of each value of an event's payload.
struct PayloadBounds {
    let tenant: TenantContext
    let event: EventType

    /// As inputs of messages, in bytes of JSON.
    var inputs: [String: InputBound] { inputs(in: .utf8) }

    /// As inputs of messages.
    ///
    /// - Parameter unit: bytes of UTF-8 in JSON, where some are escaped; or units of UTF-16 of the text itself.
    func inputs(in unit: LengthUnit) -> [String: InputBound] {
        let name = tenant.profile.name
        var inputs: [String: InputBound] = [
            "tenant": .text(bytes: unit == .utf8 ? name.utf8.count * 2 : name.utf16.count),
            "recipient": .text(bytes: 256),
            "link": .text(bytes: max(link?.web?.utf8.count ?? 0, link?.app?.utf8.count ?? 0)),
        ]
        for field in event.payload {
            inputs[field.name] = unit == .utf8 ? field.type.inputBound : field.type.unitBound
            if field.isOptional { inputs[field.name + ".present"] = .text(bytes: 5) }
        }
        return inputs
    }

    /// As values of placeholders, each with its maximum length.
    func scope(slots: [String: String]) -> TemplateScope {
        var root = JSONObject(event.payload.map { JSONObject.Member($0.name, $0.type.longest) })
        root["event"] = [
            "type": .string(event.id.rawValue), "category": .string(event.category ?? ""),
            "alias": .string(event.alias ?? ""),
        ]
        let id = Filler.text(tenant.profile.notificationIDs.length)
        root["notification"] = ["id": .string(id)]
        let members = [("app", link?.app), ("web", link?.web), ("screen", link?.screen)]
        root["link"] = .object(JSONObject(members.compactMap { name, text in text.map { .init(name, .string($0)) } }))
        root["slot"] = .object(JSONObject(texts: slots))
        return TemplateScope(root)
    }

    /// The event's longest link; percent-encoding triples a byte.
    var link: MessageLink? {
        guard let template = event.deepLink, let route = tenant.profile.deepLinks.route(template.route) else {
            return nil
        }
        return MessageLink(
            app: longest(route.app, route, template),
            web: longest(route.web, route, template),
            screen: longest(route.screen, route, template)
        )
    }

    private func longest(_ text: PlaceholderText?, _ route: Route, _ template: DeepLinkTemplate) -> String? {
        guard let text else { return nil }
        return text.segments.map { segment in
            switch segment {
            case .text(let literal): return literal
            case .field(let path):
                let argument = template.arguments.first { $0.parameter == path.description }
                let field = argument.flatMap { event.field($0.field) }
                let bytes = field.map { TemplateScope.text(of: $0.type.longest).utf8.count } ?? 128
                let isText = route.parameter(path.description)?.type == .text
                return Filler.text(isText ? bytes * 3 : bytes)
            }
        }
        .joined()
    }
}

extension EventType {
    /// The entries of the map that is added to `data`, as many and as long as possible.
    var longestDataEntries: [JSONObject.Member] {
        dataFrom.flatMap(field)?.type.longest.object?.members ?? []
    }
}

extension PayloadType {
    /// The maximum size of a value's text, as bytes in JSON.
    fileprivate var byteLimit: Int {
        switch self {
        case .text(let length), .localizedText(let length): length * 4
        case .integer: 20
        case .decimal: Self.decimalDigits + 2
        case .money: Self.decimalDigits + 2 + 1 + Money.longestCurrency
        case .boolean: 5
        case .choice(let values): values.map(\.utf8.count).max() ?? 0
        case .uuid: 36
        case .slug: Self.slugLength
        case .path: Self.pathSegments * (Self.slugLength + 1) - 1
        case .url(let length): length
        case .email: Self.emailLength
        case .instant: 24
        case .date: 10
        case .list(let element, let count): count * (element.byteLimit + 1)
        // Adds quotes, colon and comma.
        case .map(let length, let count): 2 + count * (ReservedDataNames.longestName + length * 4 + 6)
        }
    }

    fileprivate var longest: JSONValue {
        switch self {
        case .money:
            [
                "value": .string(Filler.text(Self.decimalDigits + 2)),
                "currency": .string(Filler.text(Money.longestCurrency)),
            ]
        case .instant: "9999-12-31T23:59:59.999Z"
        case .list(let element, let count): .array(Array(repeating: element.longest, count: count))
        case .map(let length, let count):
            .object(
                JSONObject(
                    (0..<count).map { index in
                        let number = "_\(index)"
                        let name = number + Filler.text(ReservedDataNames.longestName - number.utf8.count)
                        return .init(name, .string(Filler.text(length * 4)))
                    }
                )
            )
        default: .string(Filler.text(byteLimit))
        }
    }

    /// The maximum size of a value's text, in units of UTF-16.
    ///
    /// A scalar has two at most, and no more than it has bytes of UTF-8.
    private var unitLimit: Int {
        switch self {
        case .text(let length), .localizedText(let length): length * 2
        case .choice(let values): values.map(\.utf16.count).max() ?? 0
        case .list(let element, let count): count * (element.unitLimit + 1)
        case .integer, .decimal, .money, .boolean, .uuid, .slug, .path, .url, .email, .instant, .date, .map: byteLimit
        }
    }

    fileprivate var unitBound: InputBound {
        switch self {
        case .text, .localizedText, .choice: .text(bytes: unitLimit)
        case .integer(let range):
            .number(digits: max("\(range.lowerBound.magnitude)".count, "\(range.upperBound.magnitude)".count))
        case .list(let element, let count): .list(count: count, bytes: element.unitLimit)
        case .decimal, .money, .boolean, .uuid, .slug, .path, .url, .email, .instant, .date, .map: inputBound
        }
    }

    fileprivate var inputBound: InputBound {
        switch self {
        case .text, .localizedText, .choice, .uuid, .slug, .path, .url, .email, .map: .text(bytes: byteLimit)
        case .integer: .number(digits: 19)
        case .decimal, .money: .number(digits: Self.decimalDigits)
        case .boolean: .boolean
        case .instant, .date: .moment
        case .list(let element, let count): .list(count: count, bytes: element.byteLimit)
        }
    }
}
