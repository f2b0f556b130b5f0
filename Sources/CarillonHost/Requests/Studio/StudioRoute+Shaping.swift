import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio
import MessageFormat

/// How fields are shown in a text, and what a text depends on.
extension StudioRoute {
    static let shaping = [formats, shape]

    private static let formats = StudioRoute(
        .get,
        "/texts/{message}/{slot}/formats",
        .staff(.writer),
        "The ways to show a field in a text, as finished examples of a sample.",
        query: [
            ("field", "The field."), ("function", "How it is shown now, as JSON; its type's own way when silent."),
            ("locale", "The text's language; the default one when silent."),
            ("channel", "Of the words that one channel has of its own."),
            ("sample", "The sample with the value; the main one when silent."), proposalQuery,
        ],
        result: "`formats`, each with its `example` and the `function` to write: none for the type's own way, which "
            + "comes first. One that only the files have is `own`.",
        answers: .json("Formats")
    ) { call throws(Problem) in
        let place = try call.place()
        let draft = try await call.draft(with: call.request.query("proposal")).draft
        try call.requireKnown(place, in: draft)
        let name = call.request.query("field") ?? ""
        guard let field = draft.fields(of: place).first(where: { $0.name == name }) else {
            return APIResponse(json: ["formats": []])
        }
        var current: Message.Function?
        if let text = call.request.query("function") { current = try Message.Function(query: text) }
        let formats = draft.formats(of: field, at: place, sample: call.request.query("sample"), current: current)
        return APIResponse(json: ["formats": .array(formats.map(\.json))])
    }

    private static let shape = StudioRoute(
        .post,
        "/shape",
        .staff(.writer),
        "A form that comes to depend on a field, or no longer does; nothing is kept.",
        body: .bodySchema(
            [
                "place": StudioSchema.named("Place"), "form": StudioSchema.named("Form"),
                "proposal": .text("With the changes of this proposal."),
                "dependOn": [
                    "type": "object", "description": "`field`, and `by`: amount, position, value or presence.",
                ],
                "independentOf": [
                    "type": "object",
                    "description": "`selector`, by its number, and the `key` of the row that stays; null for the rest.",
                ],
            ],
            required: ["place", "form"]
        ),
        result: "The text as `GET /texts/{message}/{slot}` has it, with the changed `form` and its `choices`.",
        answers: .json("Text")
    ) { call throws(Problem) in
        var body = try call.body()
        let place = try call.place(body.object("place"))
        let proposal = body.text("proposal")
        let json = body.object("form")
        let (dependency, gone) = (body.object("dependOn"), body.object("independentOf"))
        guard let json else { throw .invalid(body.faults + [.missing("/form")]) }
        try body.finish()
        var draft = try await call.draft(with: proposal).draft
        try call.requireKnown(place, in: draft)
        do throws(EditFault) {
            let form: CarillonStudio.TextForm
            do throws(FormFault) {
                var read = try CarillonStudio.TextForm(json: .object(json), over: draft.form(place))
                if let dependency { read = try draft.form(read, at: place, dependingOn: dependency) }
                if let gone { read = try read.independent(of: gone) }
                form = read
            } catch {
                throw .form(error)
            }
            try draft.write(form, at: place)
        } catch {
            throw Problem(edit: error)
        }
        return APIResponse(json: try call.json(of: place, in: draft))
    }
}

extension StudioDraft {
    /// What an editor can do with a text beside changing its words.
    func options(of place: TextPlace) -> JSONObject {
        var object: JSONObject = ["dependencies": .array(dependencies(of: place).map(\.json))]
        if takesMarks(place) { object["routes"] = .array(routes(for: place).map(\.json)) }
        guard place.channel == nil else { return object }
        let others = channelsShowing(place).map { channel -> JSONValue in
            let own = form(TextPlace(place.message, place.slot, channel: channel, locale: place.locale))
            return ["channel": .string(channel.rawValue), "own": own.map { .string($0.outline) } ?? .null]
        }
        // Where one channel alone shows the text, its words are the text's.
        object["others"] = .array(others.count > 1 ? others : [])
        return object
    }

    fileprivate func form(
        _ form: CarillonStudio.TextForm,
        at place: TextPlace,
        dependingOn json: JSONObject
    ) throws(FormFault) -> CarillonStudio.TextForm {
        let wanted = dependencies(of: place).first { $0.json["field"] == json["field"] && $0.json["by"] == json["by"] }
        guard let wanted, let field = fields(of: place).first(where: { $0.name == wanted.field }) else {
            throw .shape("dependOn", expected: "one of the text's `dependencies`")
        }
        switch wanted.kind {
        case .presence: return try form.dependingOnPresence(of: field.name)
        case .value: return try form.depending(onValueOf: field, locale: place.locale)
        case .amount, .position:
            let isWhole = if case .integer = field.type { true } else { false }
            let position = Message.Option(name: "select", value: .literal("ordinal"))
            let function = Message.Function(
                name: isWhole ? "integer" : "number",
                options: wanted.kind == .position ? [position] : []
            )
            let selector = FormSelector(field.name, function)
            return try form.depending(onNumber: selector, field: field, locale: place.locale)
        }
    }
}

extension CarillonStudio.TextForm {
    fileprivate func independent(of json: JSONObject) throws(FormFault) -> CarillonStudio.TextForm {
        guard let column = json["selector"]?.integer, let key = json["key"], key.isNull || key.string != nil else {
            throw .shape("independentOf", expected: "an object with `selector`, a number, and `key`, a text or null")
        }
        let kept = key.string.map { Message.Key.literal($0) } ?? .catchAll
        return try independent(of: Int(clamping: column), keeping: kept)
    }
}

extension Message.Function {
    fileprivate init(query text: String) throws(Problem) {
        let fault = Problem.invalid([
            .init(pointer: "/function", code: .badFormat, message: "must be the JSON of a function")
        ])
        guard let json = try? JSONValue(parsing: Array(text.utf8)) else { throw fault }
        do throws(FormFault) {
            try self.init(json: json)
        } catch {
            throw fault
        }
    }
}
