/// A value given to a message: what a variable such as `$amount` stands for.
///
/// The case decides which function formats a bare `{$amount}`, and what functions accept as their operand.
public enum MessageValue: Sendable {
    /// Text of unknown direction.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// An exact decimal; never a binary fraction.
    case decimal(ExactDecimal)
    /// An amount with its currency.
    case money(ExactDecimal, CurrencyCode)
    /// True or false.
    case boolean(Bool)
    /// A point in time, in seconds since 1970-01-01T00:00:00Z.
    case instant(Int64)
    /// A day without place or time.
    case date(CivilDate)
    /// A day and time without place, taken in the zone of the context.
    case dateTime(CivilDateTime)
    /// Several values, for `carillon:list`.
    case list([MessageValue])
    /// A value of the host, for functions of the host.
    case custom(any CustomMessageValue)
}

/// A host's own type among the arguments.
///
/// A class, so that the arguments without one stay small and quick to pass; a host's structure is wrapped in one.
public protocol CustomMessageValue: AnyObject, Sendable {
    /// The text of a bare placeholder and of `:string`; nil if the value has none, which makes those fall back.
    var messageText: String? { get }
}

extension MessageValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// A whole number.
    public init(integerLiteral value: Int) {
        self = .integer(value)
    }

    /// True or false.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }

    /// Several values.
    public init(arrayLiteral elements: MessageValue...) {
        self = .list(elements)
    }
}

extension MessageValue {
    /// The cases without their values, for choosing what formats a bare placeholder.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Text.
        case string
        /// A whole number.
        case integer
        /// An exact decimal.
        case decimal
        /// An amount with its currency.
        case money
        /// True or false.
        case boolean
        /// A point in time.
        case instant
        /// A day.
        case date
        /// A day and time without place.
        case dateTime
        /// Several values.
        case list
        /// A value of the host.
        case custom
    }

    /// Which case this is.
    public var kind: Kind {
        switch self {
        case .string: .string
        case .integer: .integer
        case .decimal: .decimal
        case .money: .money
        case .boolean: .boolean
        case .instant: .instant
        case .date: .date
        case .dateTime: .dateTime
        case .list: .list
        case .custom: .custom
        }
    }
}
