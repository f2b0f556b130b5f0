/// The arguments of one compiled message, in its slots: the fast way to pass them, without any look-up by name.
///
/// Made once for a message and filled anew for each recipient:
///
/// ```swift
/// var arguments = MessageArguments(for: compiled)
/// let name = compiled.slot(of: "name")
/// for recipient in recipients {
///     if let name { arguments[name] = .string(recipient.name) }
///     send(compiled.format(arguments).text)
/// }
/// ```
public struct MessageArguments: Sendable {
    private(set) var slots: [ArgumentSlot]

    /// Arguments for `message`, none of which has a value yet.
    public init(for message: CompiledMessage) {
        slots = Array(repeating: ArgumentSlot(), count: message.variables.count)
    }

    /// The value in a slot of the message; nil for none. The slot must be one that ``CompiledMessage/slot(of:)`` gave.
    public subscript(slot: Int) -> MessageValue? {
        get { slots[slot].value }
        set { slots[slot].set(newValue) }
    }
}

/// One argument, laid out side by side rather than as an enumeration: the formatter reads the two or three fields it
/// needs and copies nothing else. (Copying a whole `MessageValue` costs more than writing a short text.)
struct ArgumentSlot: Sendable {
    enum Kind: UInt8, Sendable {
        case absent
        case text
        case integer
        case decimal
        case money
        /// The value is in `other`.
        case other
    }

    private(set) var kind = Kind.absent
    private(set) var integer = 0
    private(set) var text = ""
    /// Of a decimal or an amount of money.
    private(set) var decimal = ExactDecimal(coefficient: 0, exponent: 0, isNegative: false)
    private(set) var currency: CurrencyCode?
    private var other: MessageValue?

    init() {}

    init(_ value: MessageValue?) {
        set(value)
    }

    /// The value as given.
    var value: MessageValue? {
        switch kind {
        case .absent: nil
        case .text: .string(text)
        case .integer: .integer(integer)
        case .decimal: .decimal(decimal)
        case .money: currency.map { .money(decimal, $0) }
        case .other: other
        }
    }

    mutating func set(_ value: MessageValue?) {
        switch value {
        case .string(let text)?:
            kind = .text
            self.text = text
        case .integer(let number)?:
            kind = .integer
            integer = number
        case .decimal(let number)?:
            kind = .decimal
            decimal = number
        case .money(let amount, let code)?:
            kind = .money
            decimal = amount
            currency = code
        case let value?:
            kind = .other
            other = value
        case nil:
            kind = .absent
        }
    }
}
