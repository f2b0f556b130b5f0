/// Something that the host can do for a caller.
///
/// Native routes run it, and contracts map their routes onto it.
///
/// An operation is its specification. Each is declared in this folder, in the file of its subject.
public struct Operation: Sendable, RawRepresentable, CaseIterable {
    public let specification: OperationSpecification

    init(_ specification: OperationSpecification) {
        self.specification = specification
    }

    /// Such as `devices.register`.
    public var rawValue: String { specification.id }

    /// Whether its answer goes on for as long as the client listens.
    public var isStream: Bool { specification.answer == .stream }

    /// Nil where there is no operation with this name.
    public init?(rawValue: String) {
        guard let operation = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = operation
    }

    /// In the order of the reference.
    public static let allCases =
        events + devices + notifications + inbox + preferences + subscriptions + sessions + users + deliveries
        + campaigns
}

extension Operation: Hashable {
    public static func == (left: Operation, right: Operation) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
