public import CarillonModel

/// One input of an operation.
public struct OperationField: Sendable, Hashable {
    public let name: String
    public let kind: FieldKind
    public let need: Need
    /// Whether null has a meaning of its own, such as no sound or no owner.
    public let isNullable: Bool
    /// Whether it excludes all other fields.
    public let standsAlone: Bool
    /// One or two sentences for the reference.
    public let meaning: String
    public let example: JSONValue

    /// Whether the field is required.
    public enum Need: Sendable, Hashable {
        case always
        /// A contract's route must fill it; in native requests it is optional.
        case inContracts
        /// Only where the tenant's devices belong to this kind of owner.
        case whereDevicesBelong(to: DevicePolicy.Owner)
        case never
    }

    package init(
        _ name: String,
        _ kind: FieldKind,
        _ need: Need,
        _ meaning: String,
        _ example: JSONValue,
        isNullable: Bool = false,
        standsAlone: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.need = need
        self.meaning = meaning
        self.example = example
        self.isNullable = isNullable
        self.standsAlone = standsAlone
    }

    package static func required(_ name: String, _ kind: FieldKind, _ meaning: String, _ example: JSONValue) -> Self {
        Self(name, kind, .always, meaning, example)
    }

    package static func optional(_ name: String, _ kind: FieldKind, _ meaning: String, _ example: JSONValue) -> Self {
        Self(name, kind, .never, meaning, example)
    }

    var nullable: Self { Self(name, kind, need, meaning, example, isNullable: true, standsAlone: standsAlone) }

    var alone: Self { Self(name, kind, need, meaning, example, isNullable: isNullable, standsAlone: true) }

    /// The same field with another need.
    public func needed(_ need: Need) -> Self {
        Self(name, kind, need, meaning, example, isNullable: isNullable, standsAlone: standsAlone)
    }

    /// Whether a contract's route must fill it.
    public var isRequired: Bool { need == .always || need == .inContracts }

    /// Whether a request must have it, where the tenant's devices belong to `owner`.
    public func isRequired(devicesOf owner: DevicePolicy.Owner) -> Bool {
        switch need {
        case .always: true
        case .whereDevicesBelong(to: let own): own == owner
        case .inContracts, .never: false
        }
    }

    public var form: FieldForm { kind.form }
}
