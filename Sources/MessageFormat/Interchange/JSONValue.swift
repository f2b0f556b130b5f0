/// A JSON value (RFC 8259), as far as the interchange of messages needs one.
///
/// Members keep their order and numbers their text. Where an object names a key twice, the last wins.
indirect enum JSONValue: Sendable {
    /// Members in order of appearance.
    case object([(key: String, value: JSONValue)])
    /// Elements in order.
    case array([JSONValue])
    /// Text.
    case string(String)
    /// A number as it was written.
    case number(String)
    /// True or false.
    case boolean(Bool)
    /// Null.
    case null

    /// The member `key` of an object.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array.
    var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object.
    var members: [(key: String, value: JSONValue)]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
