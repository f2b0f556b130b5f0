import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// A route that apps may call, as what a caller gives and gets.
struct EndpointRoute {
    let operation: CarillonProfiles.Operation
    let summary: String
    let method: RequestMethod
    /// Behind the tenant's own name of the host.
    let path: PathTemplate
    /// What stands before the path at a host that has several tenants; empty for the host's own routes.
    let prefix: String
    let access: ContractRoute.Access
    /// In the order written.
    let inputs: [EndpointInput]
    /// Nil for an answer without body.
    let answer: AnswerShape?
    let errors: EndpointErrorForm

    /// Those of the contract, and the host's own for operations that no route of the contract offers to apps.
    static func all(of profile: TenantProfile, registry: ChannelRegistry) -> [EndpointRoute] {
        let contract = profile.contract
        let own = (contract?.routes ?? []).filter { $0.access != .service && !$0.operation.isStream }
        let offered = Set(own.map(\.operation))
        let written = contract.map { contract in
            own.map { EndpointRoute($0, of: contract, profile, registry) }
        }
        let native = CarillonProfiles.Operation.allCases.filter { !offered.contains($0) }.compactMap {
            EndpointRoute(native: $0, profile, registry)
        }
        return (written ?? []) + native
    }

    /// The operation's, and by what it is asked where several routes are for the same one.
    func name(among routes: [EndpointRoute]) -> String {
        let same = routes.filter { $0.operation == operation }
        let name = operation.rawValue
        guard same.count > 1 else { return name }
        func distinction(_ route: EndpointRoute) -> String {
            let needed = route.inputs.filter { $0.presence == .required || $0.presence == .nullable }
            return needed.isEmpty ? "" : " by " + needed.map(\.written).joined(separator: " ")
        }
        let own = distinction(self)
        if same.filter({ distinction($0) == own }).count == 1 { return name + own }
        let literals = path.segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
        return "\(name)\(own) \(method.rawValue.lowercased()) \(literals.joined(separator: " "))"
    }
}

/// A value that a caller gives.
struct EndpointInput {
    /// Its name in the request.
    let written: String
    let place: EndpointPlace
    let type: EndpointType
    var presence: EndpointPresence
    var separator: String?
    var limit: EndpointLimit?
    let summary: String
}

/// Where a value stands in a request.
enum EndpointPlace: Hashable {
    case path(String)
    case query(String)
    case header(String)
    /// Names from the outside in; none for the whole body.
    case body([String])

    var part: RequestPath.Part {
        switch self {
        case .path: .path
        case .query: .query
        case .header: .header
        case .body: .body
        }
    }

    /// The names that lead to the value.
    var steps: [String] {
        switch self {
        case .path(let name), .query(let name), .header(let name): [name]
        case .body(let steps): steps
        }
    }
}

/// Whether a value must be given.
enum EndpointPresence: Hashable {
    case required
    /// Left out where there is none.
    case optional
    /// Null where there is none.
    case nullable
    /// Left out, or null, which is something else.
    case optionalOrNull
}

indirect enum EndpointType: Hashable {
    case text
    case integer
    case number
    case boolean
    case open
    case instant(WrittenInstant)
    case choice([String])
    case list(EndpointType)
    case object([Member])
    /// A number or a flag, written as a text.
    case asText(EndpointType)

    struct Member: Hashable {
        let name: String
        let type: EndpointType
        let presence: EndpointPresence
    }
}

extension EndpointType {
    /// What clients write.
    init(_ rule: ValueRule) {
        guard rule.values.isEmpty else {
            self = Self.choice(of: rule.values.map(\.written))
            return
        }
        let plain: EndpointType =
            switch rule.type ?? .text {
            case .text, .uuid, .url, .email: .text
            case .integer: .integer
            case .number: .number
            case .boolean: .boolean
            case .instant, .epochMillis: WrittenInstant(rule.timeFormat).map(EndpointType.instant) ?? .text
            case .object: .open
            case .list: if case .each(let element) = rule.items { .list(EndpointType(element)) } else { .list(.open) }
            }
        let isNumber = [.integer, .number, .boolean].contains(plain)
        self = rule.format == .text && isNumber ? .asText(plain) : plain
    }

    /// Of values that a contract lists.
    private static func choice(of values: [JSONValue]) -> EndpointType {
        let texts = values.compactMap(\.string)
        if texts.count == values.count { return .choice(texts) }
        if values.allSatisfy({ $0.integer != nil }) { return .integer }
        return values.allSatisfy { $0.boolean != nil } ? .boolean : .open
    }

    /// What the host's own routes take.
    init(_ kind: FieldKind) {
        switch kind {
        case .text, .label, .id, .notificationID, .deliveryID, .deviceToken, .named, .locale, .timeZone, .email, .phone,
            .cursor, .feedCursor, .deepLink, .pictureURL, .rate, .channel:
            self = .text
        case .choice(let values): self = .choice(values)
        case .categories: self = .list(.text)
        case .integer, .pageSize: self = .integer
        case .boolean: self = .boolean
        case .instant: self = .instant(.rfc3339)
        case .list(of: let element, most: _): self = .list(EndpointType(element))
        case .object(let fields):
            self = .object(
                fields.map { field in
                    let presence = field.presence(isNeeded: field.isRequired)
                    return .init(name: field.name, type: EndpointType(field.kind), presence: presence)
                }
            )
        case .recipients, .payload, .openObject: self = .open
        }
    }
}

extension OperationField {
    func presence(isNeeded: Bool) -> EndpointPresence {
        if isNeeded { return isNullable ? .nullable : .required }
        return isNullable ? .optionalOrNull : .optional
    }
}
