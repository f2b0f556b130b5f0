/// A JSON value (RFC 8259), as far as the interchange of messages needs it.
///
/// Members keep their order, and numbers their text. Where an object has a key twice, the last one counts.
indirect enum InterchangeJSON: Sendable {
    /// Members in order of appearance.
    case object([(key: String, value: InterchangeJSON)])
    /// Elements in order.
    case array([InterchangeJSON])
    /// Text.
    case string(String)
    /// A number as it was written.
    case number(String)
    /// True or false.
    case boolean(Bool)
    /// Null.
    case null

    /// The member `key` of an object.
    subscript(key: String) -> InterchangeJSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array.
    var array: [InterchangeJSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object.
    var members: [(key: String, value: InterchangeJSON)]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
