/// The arguments of a compiled message by slot: the fastest way to pass them, without look-ups by name.
///
/// Created once for a message, and filled again for each recipient:
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

    /// Arguments for `message`, all without a value.
    public init(for message: CompiledMessage) {
        slots = Array(repeating: ArgumentSlot(), count: message.variables.count)
    }

    /// The value in a slot returned by ``CompiledMessage/slot(of:)``; nil for none.
    public subscript(slot: Int) -> MessageValue? {
        get { slots[slot].value }
        set { slots[slot].set(newValue) }
    }
}
