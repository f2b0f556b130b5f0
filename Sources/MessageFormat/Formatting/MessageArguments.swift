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
