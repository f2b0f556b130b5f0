import CarillonChannels
import CarillonModel

extension StandIn {
    private static let hidden: JSONValue = "(secret)"

    /// What was sent, for the list: a body's JSON, a form's fields, or its text; secrets that stand in it aren't shown.
    func message(of request: SandboxRequest) -> JSONValue {
        if let json = try? JSONValue(parsing: request.body) { return shown(json) }
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            return .string(String(decoding: request.body, as: UTF8.self))
        }
        var object = JSONObject()
        for field in FormText.fields(request.body) { object[field.name] = .string(field.value) }
        return shown(.object(object))
    }

    private func shown(_ json: JSONValue) -> JSONValue {
        wire.members.filter(\.value.isSecret).keys.reduce(json) { json, name in
            let steps = wire.content == .form ? [name] : AnswerPointer(name)?.steps ?? []
            return json.replacing(at: steps[...]) { _ in Self.hidden }
        }
    }
}
