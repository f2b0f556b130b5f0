import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What the reading of a field depends on beside its kind.
struct FieldContext: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry
}

/// The value of a field, as its kind has it.
enum FieldValue: Sendable {
    /// A null, or what is as good, where that says something.
    case null
    case text(String)
    case integer(Int)
    case boolean(Bool)
    case instant(Instant)
    case link(MessageLink)
    case open(JSONObject)
    case texts([String])
    case object(FieldReading)
    case objects([FieldReading])
}

/// The fields of an operation, read once as its specification says, and all that is wrong with them.
///
/// What is wrong has no value. Handlers hold the values to each other and to what is stored; nothing of a field alone is
/// left for them to look at.
struct FieldReading: Sendable {
    /// In the order of the specification; members that nobody asked for come last.
    private(set) var faults: [Fault]
    private let values: [String: FieldValue]
    private let given: Set<String>

    /// - Parameter groups: of fields, of which one at least must be there.
    init(_ object: JSONObject, _ fields: [OperationField], oneOf groups: [[String]] = [], _ context: FieldContext) {
        let alone = fields.first { $0.standsAlone && object[$0.name] != nil }
        let fields = alone.map { [$0] } ?? fields
        var reader = BodyReader(object)
        var values: [String: FieldValue] = [:]
        for field in fields {
            values[field.name] = field.read(in: &reader, context)
            guard values[field.name] == nil, field.isRequired(devicesOf: context.profile.devices.owner),
                !reader.hasFault(at: field.name)
            else { continue }
            reader.add([.missing("/\(field.name)")])
        }
        // A flag that is there may be false, and a handler holds requests to it.
        let flags = Set(fields.filter { $0.kind == .boolean }.map(\.name))
        for group in groups where alone == nil && flags.isDisjoint(with: group) {
            if group.allSatisfy({ object[$0] == nil }) { reader.add([.missing("/\(group[0])")]) }
        }
        reader.refuseUnknown()
        self.values = values
        faults = reader.faults
        given = Set(object.members.map(\.name))
    }

    init(_ object: JSONObject, of specification: OperationSpecification, _ context: FieldContext) {
        let own = specification.with(toggles: context.profile.toggles.map(\.name))
        self.init(object, own.fields, oneOf: own.oneOf, context)
    }

    /// - Parameter more: what is wrong beside the fields themselves.
    /// - Throws: `validation` with every fault.
    func finish(_ more: [Fault] = []) throws(Problem) {
        let all = faults + more
        guard all.isEmpty else { throw .invalid(all) }
    }

    /// Whether the request has the field, valid or not.
    func isGiven(_ name: String) -> Bool { given.contains(name) }

    func hasFault(at name: String) -> Bool {
        faults.contains { $0.pointer == "/\(name)" || $0.pointer.hasPrefix("/\(name)/") }
    }
}

/// Values by the names that the specification gives them; nil where there is none.
extension FieldReading {
    func isNull(_ name: String) -> Bool {
        if case .null = values[name] { true } else { false }
    }

    func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// A required value; an empty one where there is a fault, which ``finish(_:)`` throws.
    func sure(_ name: String) -> String { text(name) ?? "" }

    /// In the form in which the tenant's users are kept; a placeholder where there is a fault.
    func sureUser(_ name: String, of profile: TenantProfile) -> UserID {
        profile.canonical(text(name).flatMap { UserID($0) } ?? UserID(unchecked: "-"))
    }

    func integer(_ name: String) -> Int? {
        if case .integer(let number) = values[name] { number } else { nil }
    }

    func boolean(_ name: String) -> Bool? {
        if case .boolean(let value) = values[name] { value } else { nil }
    }

    func instant(_ name: String) -> Instant? {
        if case .instant(let instant) = values[name] { instant } else { nil }
    }

    func link(_ name: String) -> MessageLink? {
        if case .link(let link) = values[name] { link } else { nil }
    }

    func open(_ name: String) -> JSONObject? {
        if case .open(let object) = values[name] { object } else { nil }
    }

    func texts(_ name: String) -> [String]? {
        if case .texts(let texts) = values[name] { texts } else { nil }
    }

    func object(_ name: String) -> FieldReading? {
        if case .object(let object) = values[name] { object } else { nil }
    }

    func objects(_ name: String) -> [FieldReading] {
        if case .objects(let objects) = values[name] { objects } else { [] }
    }

    func platform() -> Platform? { text("platform").flatMap { Platform(rawValue: $0) } }

    /// Where the page before this one ended.
    func cursor() -> Cursor? { text("cursor").flatMap { Cursor($0) } }

    /// The switches of the profile that are there.
    func toggles(of profile: TenantProfile) -> [String: Bool] {
        profile.toggles.reduce(into: [:]) { $0[$1.name] = boolean($1.name) }
    }
}

extension UserAttributes {
    /// What a caller says of a user.
    init(_ fields: FieldReading) {
        self.init(
            email: fields.text("email"),
            locale: fields.text("locale"),
            timeZone: fields.text("timeZone"),
            phone: fields.text("phone")
        )
    }
}
