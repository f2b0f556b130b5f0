public import CarillonModel

/// One thing that an operation takes.
public struct OperationField: Sendable, Hashable {
    public let name: String
    public let kind: FieldKind
    public let need: Need
    /// Whether null says something: no sound, nobody's, none.
    public let isNullable: Bool
    /// Whether it stands in place of all others.
    public let standsAlone: Bool
    /// One or two sentences.
    public let meaning: String
    public let example: JSONValue

    /// Whether it may be left out.
    public enum Need: Sendable, Hashable {
        case always
        /// A contract's route fills it; apps that ask the host itself may not know it.
        case inContracts
        /// Only where the tenant's devices belong to these.
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

    /// The same field where it may, or may not, be left out.
    public func needed(_ need: Need) -> Self {
        Self(name, kind, need, meaning, example, isNullable: isNullable, standsAlone: standsAlone)
    }

    /// Whether a contract's route must fill it.
    public var isRequired: Bool { need == .always || need == .inContracts }

    /// Whether a request must bring it, where the tenant's devices belong to `owner`.
    public func isRequired(devicesOf owner: DevicePolicy.Owner) -> Bool {
        switch need {
        case .always: true
        case .whereDevicesBelong(to: let own): own == owner
        case .inContracts, .never: false
        }
    }

    public var form: FieldForm { kind.form }
}
