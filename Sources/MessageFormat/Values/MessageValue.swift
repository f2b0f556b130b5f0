/// An argument of a message: the value of a variable such as `$amount`.
///
/// The case decides on the function for a bare `{$amount}`, and which functions accept it as operand.
public enum MessageValue: Sendable {
    /// Text of unknown direction.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// An exact decimal, never a binary fraction.
    case decimal(ExactDecimal)
    /// An amount with its currency.
    case money(ExactDecimal, CurrencyCode)
    /// True or false.
    case boolean(Bool)
    /// A point in time, in seconds since 1970-01-01T00:00:00Z.
    case instant(Int64)
    /// A day, without time zone or time.
    case date(CivilDate)
    /// A day and time without a time zone; the context's zone applies.
    case dateTime(CivilDateTime)
    /// Several values, for `carillon:list`.
    case list([MessageValue])
    /// A value of the host's own type, for the host's functions.
    case custom(any CustomMessageValue)
}

/// A host's own type of argument.
///
/// A class, so that other arguments stay small and fast to pass; a host wraps a structure in one.
public protocol CustomMessageValue: AnyObject, Sendable {
    /// The text for a bare placeholder and for `:string`; nil where the value has none, which makes these fall back.
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
    /// The cases without their values, for setting the function of bare placeholders.
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
