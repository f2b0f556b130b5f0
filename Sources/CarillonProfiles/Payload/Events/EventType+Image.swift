public import CarillonModel

/// An event's picture: a complete address in one field of type `url`, or a fixed host with values in its path and
/// query.
///
/// Values are percent-encoded, so no value can change the host, end the path, or insert an illegal character. A path
/// segment that becomes `..` makes the address invalid.
extension EventType {
    /// The picture's address in one message; nil where the event has none, or a required value is absent.
    public func picture(in scope: TemplateScope) -> String? {
        imageText(in: scope, encoding: PercentEncoding.encode).flatMap(pictureAddress)
    }

    private func pictureAddress(_ text: String) -> String? {
        let isMade = image?.onlyField == nil
        return isMade && PictureAddress.hasDotSegment(text) ? nil : PictureAddress.normalised(text)
    }

    /// How many bytes the address can have, in a scope where every value has its maximum length.
    func longestPicture(in scope: TemplateScope) -> Int? {
        imageText(in: scope) { Filler.text($0.utf8.count * 3) }.map { min($0.utf8.count, DeepLinks.maxLength) }
    }

    private func imageText(in scope: TemplateScope, encoding encode: (String) -> String) -> String? {
        guard let image else { return nil }
        return image.onlyField == nil ? image.resolved(in: scope, encoding: encode) : image.resolved(in: scope)
    }

    /// Whether it is a valid address with any values: scheme and host are literal, and end before the first value.
    static func isPictureTemplate(_ text: PlaceholderText) -> Bool {
        guard case .text(let start)? = text.segments.first else { return false }
        let filled = text.segments.map { if case .text(let literal) = $0 { literal } else { "x" } }.joined()
        guard PictureAddress.normalised(filled) == filled, !PictureAddress.hasDotSegment(filled) else { return false }
        return text.segments.count == 1 || start.dropFirst("https://".count).contains { "/?#".contains($0) }
    }
}

extension EventType {
    /// The payload field that holds the whole address; nil where it isn't one field.
    var imageField: PayloadField? {
        guard let path = image?.onlyField, path.steps.count == 1 else { return nil }
        return field(path.steps[0])
    }

    /// Why a payload would be refused although its types are right.
    public func imageFaults(in payload: Payload) -> [Fault] {
        if let field = imageField {
            guard let url = payload[field.name]?.json(for: []) else { return [] }
            return imageFaults(inValue: url, at: JSONPointer.step(field.name))
        }
        var values = payload.json(for: [])
        values["event"] = .object(placeholders)
        guard let text = imageText(in: TemplateScope(values), encoding: PercentEncoding.encode),
            pictureAddress(text) == nil
        else { return [] }
        let fault =
            PictureAddress.hasDotSegment(text)
            ? "would be `.` or `..` in the address of the event's `image`, and lead elsewhere"
            : "makes the address of the event's `image` longer than \(DeepLinks.maxLength) bytes"
        let fields = Set((image?.fields ?? []).map { $0.steps[0] }).filter { self.field($0) != nil }
        return [
            Fault(
                pointer: fields.count == 1 ? fields.map(JSONPointer.step)[0] : "",
                code: .badFormat,
                message: fault
            )
        ]
    }

    /// The same for one value of the field that holds the whole address.
    func imageFaults(inValue value: JSONValue, at pointer: String = "") -> [Fault] {
        guard let url = value.string, PictureAddress.normalised(url) == nil else { return [] }
        return [.badFormat(pointer, wanted: "an https URL, because the event's `image` is made of it")]
    }
}
