package import CarillonModel

extension JSONNode {
    /// The value without positions; nil where a part of it could not be parsed.
    package var value: JSONValue? {
        switch content {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let text): .number(text)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.compactMap(\.value))
        case .object(let members):
            .object(
                JSONObject(members.compactMap { member in member.value.value.map { .init(member.name, $0) } })
            )
        case .broken: nil
        }
    }

    /// The type's name for error messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        case .broken: "something unreadable"
        }
    }
}
