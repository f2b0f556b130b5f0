public import CarillonModel

/// What a picture's address must be beyond its type: phones and browsers load none that isn't https.
extension EventType {
    /// The payload field that is the address of the picture, where that is one.
    var imageField: PayloadField? {
        guard let path = image?.onlyField, path.steps.count == 1 else { return nil }
        return field(path.steps[0])
    }

    /// What a payload would be refused for although its types are right.
    public func imageFaults(in payload: JSONValue) -> [PayloadFault] {
        guard let field = imageField, let url = payload[field.name]?.string else { return [] }
        return imageFaults(inValue: .string(url), at: JSONPointer.step(field.name))
    }

    /// The same of one value of the field.
    func imageFaults(inValue value: JSONValue, at pointer: String = "") -> [PayloadFault] {
        guard let url = value.string, !url.asciiLowercased.hasPrefix("https://") else { return [] }
        return [.badFormat(pointer, wanted: "an https URL, because the event's `image` is made of it")]
    }
}
