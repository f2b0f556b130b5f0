public import CarillonModel

/// How a value stands in JSON: one vocabulary for what a contract reads and what it answers.
public enum ValueFormat: Sendable, Hashable {
    /// A number or a boolean as a string: `"20"`, `"true"`.
    case text
    /// In answers: an id whose text is a whole number as that number, and any other text as it is.
    case integer
    /// RFC 3339 in UTC.
    case iso
    /// Whole seconds since 1970.
    case epochSeconds
    /// Whole milliseconds since 1970.
    case epochMillis
    /// The day alone: `2026-02-25`.
    case date
    /// As a pattern says: `dd.MM.yyyy HH:mm`.
    case pattern(TimePattern)

    /// Reads a name, or a pattern of a time.
    public init?(_ text: String) {
        if let named = Self.named.first(where: { $0.name == text })?.format {
            self = named
        } else if let pattern = TimePattern(text) {
            self = .pattern(pattern)
        } else {
            return nil
        }
    }

    /// The formats that have names, which also stand behind a dot: `{createdAt.epochSeconds}`.
    public static let named: [(name: String, format: ValueFormat)] = [
        ("text", .text), ("integer", .integer), ("iso", .iso), ("epochSeconds", .epochSeconds),
        ("epochMillis", .epochMillis), ("date", .date),
    ]

    /// What can be named behind a point in time.
    public static let namesOfTimes = named.filter(\.format.isOfTimes).map(\.name)

    /// Whether it is a form of points in time, and of nothing else.
    public var isOfTimes: Bool { self != .text && self != .integer }

    /// A result's value in this form; nil where it has no such form.
    ///
    /// - Parameter offset: seconds east of Greenwich where the reader is, for ``date``.
    public func written(_ value: JSONValue, offset: (Instant) -> Int) -> JSONValue? {
        switch (self, value) {
        case (.text, .boolean), (.text, .number), (.text, .string): return .string(TemplateScope.text(of: value))
        case (.integer, .string(let text)):
            // Leading zeros belong to the id: as a number it would be another.
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
