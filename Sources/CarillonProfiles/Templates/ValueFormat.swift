public import CarillonModel

/// How a value is written in JSON.
///
/// Requests and answers of contracts use the same formats.
public enum ValueFormat: Sendable, Hashable {
    /// A number or a boolean as a string: `"20"`, `"true"`.
    case text
    /// In answers only: an id that is a whole number is written as a number, any other id as text.
    case integer
    /// RFC 3339 in UTC.
    case iso
    /// Whole seconds since 1970.
    case epochSeconds
    /// Whole milliseconds since 1970.
    case epochMillis
    /// The day alone, such as `2026-02-25`.
    case date
    /// By a pattern, such as `dd.MM.yyyy HH:mm`.
    case pattern(TimePattern)

    /// Reads the name of a format, or a pattern for times.
    public init?(_ text: String) {
        if let named = Self.named.first(where: { $0.name == text })?.format {
            self = named
        } else if let pattern = TimePattern(text) {
            self = .pattern(pattern)
        } else {
            return nil
        }
    }

    /// The formats with a name, which may also follow a dot in a placeholder: `{createdAt.epochSeconds}`.
    public static let named: [(name: String, format: ValueFormat)] = [
        ("text", .text), ("integer", .integer), ("iso", .iso), ("epochSeconds", .epochSeconds),
        ("epochMillis", .epochMillis), ("date", .date),
    ]

    /// The formats that may follow a point in time.
    public static let namesOfTimes = named.filter(\.format.isOfTimes).map(\.name)

    /// Whether it applies to points in time only.
    public var isOfTimes: Bool { self != .text && self != .integer }

    /// A result's value in this format; nil where the format doesn't apply to it.
    ///
    /// - Parameter offset: seconds east of Greenwich in the reader's zone, for ``date``.
    public func written(_ value: JSONValue, offset: (Instant) -> Int) -> JSONValue? {
        switch (self, value) {
        case (.text, .boolean), (.text, .number), (.text, .string): return .string(TemplateScope.text(of: value))
        case (.integer, .string(let text)):
            // Leading zeros are part of the id, and a number would lose them.
            return Int64(text).flatMap { "\($0)" == text ? JSONValue($0) : nil } ?? value
        case (_, .string(let text)): return Instant(text).map { written($0, offset: offset) }
        default: return nil
        }
    }

    private func written(_ instant: Instant, offset: (Instant) -> Int) -> JSONValue {
        switch self {
        case .text, .integer, .iso: .string(instant.rfc3339)
        case .epochSeconds: JSONValue(instant.epochMilliseconds.floorDivided(by: 1000))
        case .epochMillis: JSONValue(instant.epochMilliseconds)
        case .date: .string(String(instant.advanced(by: .seconds(offset(instant))).rfc3339.prefix(10)))
        case .pattern(let pattern): .string(pattern.text(of: instant))
        }
    }
}

extension ValueFormat: CustomStringConvertible {
    /// As it is written in a contract.
    public var description: String {
        if case .pattern(let pattern) = self { return pattern.source }
        return Self.named.first { $0.format == self }?.name ?? ""
    }
}
