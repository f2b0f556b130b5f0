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

    /// The value in a slot of the message, which must be one that ``CompiledMessage/slot(of:)`` gave; nil for none.
    public subscript(slot: Int) -> MessageValue? {
        get { slots[slot].value }
        set { slots[slot].set(newValue) }
    }
}

/// One argument, laid out side by side rather than as an enumeration: the formatter reads the two or three fields it
/// needs and copies nothing else.
///
/// (Copying a whole `MessageValue`, or counting a reference to a text, costs more than writing a short text.)
struct ArgumentSlot: Sendable {
    enum Kind: UInt8, Sendable {
        case absent
        /// The UTF-8 is in `shortText`, its length in `integer`.
        case shortText
        case text
        case integer
        case decimal
        case money
        /// The value is in `other`.
        case other
    }

    /// Bytes of a text that is kept in the slot itself.
    static let shortest = 48

    private(set) var kind = Kind.absent
    /// Of a short text: whether it is nothing but ASCII.
    private(set) var isASCII = false
    private(set) var integer = 0
    private(set) var shortText = InlineArray<48, UInt8>(repeating: 0)
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
        case .shortText, .text: anyText.map { .string($0) }
        case .integer: .integer(integer)
        case .decimal: .decimal(decimal)
        case .money: currency.map { .money(decimal, $0) }
        case .other: other
        }
    }

    /// The text of either kind.
    var anyText: String? {
        switch kind {
        case .shortText: String(decoding: shortText.indices.prefix(integer).map { shortText[$0] }, as: UTF8.self)
        case .text: text
        case .absent, .integer, .decimal, .money, .other: nil
        }
    }

    mutating func set(_ value: MessageValue?) {
        isASCII = false
        switch value {
        case .string(let text)?:
            set(text)
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

    private mutating func set(_ text: String) {
        let length = text.utf8.count
        guard length <= Self.shortest else {
            kind = .text
            self.text = text
            return
        }
        kind = .shortText
        integer = length
        var index = 0
        var seen: UInt8 = 0
        for byte in text.utf8 {
            shortText[index] = byte
            seen |= byte
            index &+= 1
        }
        isASCII = seen < 0x80
    }
}
