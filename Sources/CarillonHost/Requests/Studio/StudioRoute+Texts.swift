import CarillonLanguage
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// Reading texts, and seeing what changed ones become.
extension StudioRoute {
    static let texts = [list, text, preview]

    static let proposalQuery = (name: "proposal", summary: "With the changes of this proposal.")

    private static let list = StudioRoute(
        .get,
        "/texts",
        .staff(.viewer),
        "All texts, or those with some words, with what is to be done in each language.",
        query: [
            ("q", "Words that a text has in any language, or that a sample makes of it; letters' case doesn't count."),
            proposalQuery,
        ],
        result: "`locales`, and `texts` with `message`, `slot`, `states` by language, `words` in the default one, and "
            + "the `summary` of the event; `terms` have `uses`, in how many texts they stand. With `q`, `found` says where the words "
            + "are, and `isComplete` is false while more texts are to be looked through: asking again goes on with them.",
        answers: .json("TextList")
    ) { call throws(Problem) in
        let wanted = try call.wantedText()
        let draft = try await call.draft(with: call.request.query("proposal")).draft
        let list = draft.texts
        var json = list.json.object ?? JSONObject()
        var search: (found: [TextPlace: TextSearch.Hit], isComplete: Bool)?
        if let wanted {
            let end = ContinuousClock.now + StudioSearch.time
            search = await call.desk.search(over: draft.base)
                .find(wanted, in: list, of: draft) { ContinuousClock.now >= end }
            json["isComplete"] = .boolean(search?.isComplete ?? true)
        }
        let folded = wanted.map(TextSearch.folded)
        let texts = zip(list.texts, json["texts"]?.array ?? []).compactMap { entry, value -> JSONValue? in
            var object = value.object ?? JSONObject()
            let outline = draft.form(entry.place)?.outline
            let summary = draft.snapshot.profile?.event(entry.place.message)?.summary
            if let folded {
                let hit = search?.found[entry.place]
                object["found"] = hit?.json
                // What is looked at at once, whatever of the rest is known yet.
                let plain = [outline, summary, entry.place.message.rawValue].compactMap(\.self)
                guard hit != nil || plain.contains(where: { TextSearch.folded($0).contains(folded) }) else {
                    return nil
                }
            }
            object["words"] = outline.map { .string($0) }
            object["summary"] = summary.map { .string($0) }
            return .object(object)
        }
        json["texts"] = .array(texts)
        let terms = zip(list.terms, json["terms"]?.array ?? []).map { term, value -> JSONValue in
            var object = value.object ?? JSONObject()
            let places = list.locales.lazy.map { term.entry.place.inLanguage($0) }
            object["words"] = places.compactMap { draft.form($0) }.first.map { .string($0.outline) }
            return .object(object)
        }
        json["terms"] = .array(terms)
        return APIResponse(json: .object(json))
    }

    private static let text = StudioRoute(
        .get,
        "/texts/{message}/{slot}",
        .staff(.viewer),
        "A text as a form.",
        query: [
            ("locale", "Its language; the default one when silent."),
            ("channel", "Of the words that one channel has of its own."),
            ("sample", "The sample whose values chips show; the main one when silent."), proposalQuery,
        ],
        result: "`place`, `hash`, `form` (null where the language doesn't have the text), `variables`, `choices` for "
            + "each selector, `samples`, `channels`, `slots` of the message, `multiline`, `original`, `copy` (what new words "
            + "begin with), `copied` where it has the original's words and no others yet, "
            + "`dependencies`, `routes` where links can be put in, `others` (the channels' own words) and `faults`.",
        answers: .json("Text")
    ) { call throws(Problem) in
        let place = try call.place()
        let draft = try await call.draft(with: call.request.query("proposal")).draft
        return APIResponse(json: try call.json(of: place, in: draft))
    }

    private static let preview = StudioRoute(
        .post,
        "/preview",
        .staff(.viewer),
        "What a changed text becomes in every language and channel, from samples; nothing is kept.",
        body: .bodySchema(
            [
                "place": StudioSchema.named("Place"), "form": StudioSchema.named("Form").orNull,
                "proposal": .text("With the changes of this proposal."),
                "made": [
                    "enum": .array(MadeUpSample.allCases.map { .string($0.rawValue) }),
                    "description": "In place of the samples, one made from the fields' types and bounds.",
                ],
                "values": [
                    "type": "object",
                    "description": "Values of fields in place of the sample's, such as another number.",
                ],
                "shown": .text("Of a term: the event that is shown with it; the first that has it when silent."),
                "now": [
                    "type": "string", "format": "date-time",
                    "description": "When it is, in place of the samples' time.",
                ],
                "zone": .text("The reader's time zone, such as Europe/Oslo, in place of the samples'."),
                "recipient": .text("The reader's id, in place of the samples'."),
            ],
            required: ["place"]
        ),
        result:
            "`samples` with `renderings`, `bounds`, `readings` of the rows that a number chooses, `context` with the "
            + "`now`, `zone` and `recipient` that these have, and `faults`; a mail in HTML has `mail`, its ticket.",
        answers: .json("Preview")
    ) { call throws(Problem) in
        var body = try call.body()
        let place = try call.place(body.object("place"))
        let proposal = body.text("proposal")
        let change = try call.change(&body)
        var made: MadeUpSample?
        if let name = body.text("made") {
            made = MadeUpSample(rawValue: name) ?? body.fault("made", .badFormat, "is no sample that is made up")
        }
        let values = body.object("values") ?? JSONObject()
        let wanted = body.text("shown")
        let requested = RequestedContext(&body)
        try body.finish()
        let turn = call.api.previews.begin(of: place, in: call.profile.id, for: try call.member())
        defer { turn.end() }
        switch turn.wait(at: call.now) {
        case .begins: break
        case .waits(let time):
            guard await turn.isStillWanted(after: time, call.api.pause) else { throw .superseded }
        case .refused(let wait):
            throw Problem(
                .rateLimited,
                "more previews than \(PreviewTurns.perSecond) a second were asked for: wait a moment",
                retryAfter: wait
            )
        }
        var draft = try await call.draft(with: proposal).draft
        try call.requireKnown(place, in: draft)
        let shown = try draft.shown(place, in: wanted)
        let fields = draft.fields(of: shown)
        let unknown = values.members.filter { value in !fields.contains { $0.name == value.name } }
        guard unknown.isEmpty else {
            throw .invalid(
                unknown.map {
                    .init(pointer: "/values/\($0.name)", code: .unknownField, message: "is no field of the event")
                }
            )
        }
        if let change { try draft.make(change, at: place) }
        guard draft.check(unless: turn.cancellation) else { throw .superseded }
        let context = requested.context(in: draft)
        // A term that no text has shows nothing.
        var json: JSONObject = ["samples": [], "bounds": .object(JSONObject())]
        if let shown {
            guard let preview = draft.preview(of: shown, made: made, replacing: values, in: context) else {
                throw Problem(.unavailable, "nothing can be shown: the tenant's files have faults")
            }
            json = try call.withMails(preview)
        }
        json["readings"] = .array(draft.readings(of: place, in: context).map(\.json))
        json["context"] = (context ?? draft.sampleContext).json
        json["faults"] = .array(draft.faultsToShow(of: place.message).map { FaultWords.json($0, in: draft) })
        return APIResponse(json: .object(json))
    }
}

/// What looking for words takes.
enum StudioSearch {
    /// Of one request's, for texts that weren't looked through before: the list itself takes its own time.
    static let time: Duration = .milliseconds(150)
    /// Characters of the words.
    static let longest = 200
}

/// The time, the zone and the reader that a preview is wanted for, as far as they aren't the samples'.
private struct RequestedContext {
    private let now: Instant?
    private let zone: String?
    private let recipient: UserID?

    init(_ body: inout BodyReader) {
        now = body.instant("now")
        var zone = body.text("zone")
        if let name = zone, BuiltInTimeZones().offset(of: name, at: now ?? SampleContext().now) == nil {
            zone = body.fault("zone", .badFormat, "must be the name of a time zone, such as Europe/Oslo or UTC")
        }
        self.zone = zone
        var recipient: UserID?
        if let id = body.text("recipient") {
            recipient = UserID(id) ?? body.fault("recipient", .badFormat, "must be \(UserID.shape)")
        }
        self.recipient = recipient
    }

    /// Nil where nothing else is wanted.
    func context(in draft: StudioDraft) -> SampleContext? {
        guard now != nil || zone != nil || recipient != nil else { return nil }
        return draft.sampleContext.changed(now: now, timeZone: zone, recipient: recipient)
    }
}

extension SampleContext {
    /// As pages get it.
    fileprivate var json: JSONValue {
        var object: JSONObject = ["now": .string(now.rfc3339)]
        object["zone"] = timeZone.map { .string($0) }
        object["recipient"] = .string(recipient.rawValue)
        return .object(object)
    }
}

/// What becomes of a text.
enum TextChange: Sendable {
    case write(JSONValue)
    case remove
}

extension StudioCall {
    /// The words of the query that texts are to have; nil for all texts.
    fileprivate func wantedText() throws(Problem) -> String? {
        guard let text = request.query("q"), !text.allSatisfy(\.isWhitespace) else { return nil }
        guard text.unicodeScalars.count <= StudioSearch.longest else {
            throw .invalid([
                .init(
                    pointer: "?q",
                    code: .badLength,
                    message: "may have \(StudioSearch.longest) characters at most"
                )
            ])
        }
        return text
    }

    /// The text of the path and the query.
    func place() throws(Problem) -> TextPlace {
        try place(message: parameter("message"), slot: parameter("slot"))
    }

    /// A text in the language, and of the channel, that the query names.
    func place(message: String, slot: String) throws(Problem) -> TextPlace {
        var object: JSONObject = [
            "message": .string(message), "slot": .string(slot),
            "locale": .string(request.query("locale") ?? profile.locales.defaultLocale.rawValue),
        ]
        object["channel"] = request.query("channel").map { .string($0) }
        guard let place = TextPlace(json: .object(object)) else { throw Problem(.notFound, "there is no such text") }
        return place
    }

    /// The text that a body names.
    func place(_ object: JSONObject?) throws(Problem) -> TextPlace {
        guard let object, let place = TextPlace(json: .object(object)) else {
            throw .invalid([
                .init(
                    pointer: "/place",
                    code: .badFormat,
                    message: "must be an object with `locale`, `message`, `slot`, and `channel` where it has one"
                )
            ])
        }
        return place
    }

    /// The change in a body: `form`, or null for a text that goes; nil where it isn't there.
    func change(_ body: inout BodyReader) throws(Problem) -> TextChange? {
        if body.isNull("form") { return .remove }
        return body.object("form").map { .write(.object($0)) }
    }

    /// - Throws: `not-found` for a text that no language has, and for a channel that the event doesn't use.
    func requireKnown(_ place: TextPlace, in draft: StudioDraft) throws(Problem) {
        let isKnown = draft.snapshot.hasText(place.message, place.slot)
        let channels = draft.snapshot.profile?.event(place.message)?.channels ?? []
        guard isKnown, profile.locales.supported.contains(place.locale), place.channel.map(channels.contains) ?? true
        else { throw Problem(.notFound, "there is no such text") }
    }

    /// A text for an editor.
    func json(of place: TextPlace, in draft: StudioDraft) throws(Problem) -> JSONValue {
        guard let profile = draft.snapshot.profile else {
            throw Problem(.unavailable, "the tenant's files have faults that keep their texts from being read")
        }
        try requireKnown(place, in: draft)
        let view = TextView(place, in: draft, sample: request.query("sample"))
        let showsSource = visitor?.may(.platform) == true
        var json = view.json(showsSource: showsSource).object ?? JSONObject()
        if view.form == nil { json["form"] = .null }
        var copy: CarillonStudio.TextForm?
        let original = place.inLanguage(profile.locales.defaultLocale)
        let source = original == place ? nil : draft.form(original)
        json["original"] = source.map { .string($0.outline) }
        if view.form == nil {
            copy = try? source?.copied(to: place.locale, fields: draft.fields(of: place))
            if place.channel != nil {
                copy = draft.form(TextPlace(place.message, place.slot, locale: place.locale)) ?? copy
            }
        }
        json["copy"] = copy?.json()
        if draft.isCopy(place) { json["copied"] = true }
        json["choices"] = .array(draft.choices(of: view.form ?? copy, at: place).map { .array($0.map(\.json)) })
        let uses = place.isTerm ? draft.uses(ofTerm: place.slot) : []
        let shown = place.isTerm ? uses.first?.message : place.message
        let samples = shown.map { draft.snapshot.samples(of: $0) } ?? []
        json["samples"] = .array(samples.map { $0.name.map { .string($0) } ?? .null })
        if place.isTerm { json["uses"] = .array(uses.map { .object($0.json) }) }
        let event = profile.event(place.message)
        json["channels"] = .array((event?.channels ?? []).map { .string($0.rawValue) })
        let slots = profile.channels.flatMap { draft.snapshot.slots(of: $0, for: place.message) }
            .filter { $0.name == place.slot }
        json["multiline"] = .boolean(!place.isTerm && (slots.isEmpty || slots.contains(where: \.isMultiline)))
        let named = draft.snapshot.slots(of: place.message, in: [original.locale, place.locale])
        json["slots"] = .array(named.map { .string($0) })
        json["summary"] = event.map { .string($0.summary) }
        for member in draft.options(of: place).members { json[member.name] = member.value }
        json["faults"] = .array(draft.faults.filter { $0.place?.text == place }.map { FaultWords.json($0, in: draft) })
        return .object(json)
    }
}

extension StudioDraft {
    /// Changes a text as a page asks for it.
    mutating func make(_ change: TextChange, at place: TextPlace) throws(Problem) {
        do throws(EditFault) {
            switch change {
            // It may have gone by what was saved a moment ago.
            case .remove: if form(place) != nil { try remove(place) }
            case .write(let json):
                let form: CarillonStudio.TextForm
                do throws(FormFault) {
                    let old = self.form(place)
                    form = try CarillonStudio.TextForm(json: json, over: old)
                    // What the files have stays as it is.
                    let known = Set(old?.patterns ?? [])
                    let isClosed = form.patterns.allSatisfy { known.contains($0) || $0.closesDirections }
                    guard isClosed else { throw FormFault.direction }
                } catch {
                    throw .form(error)
                }
                try write(form, at: place)
            }
        } catch {
            throw Problem(edit: error)
        }
    }

    /// What is wrong in the texts of one event, and what the edits bring elsewhere.
    func faultsToShow(of message: EventTypeID) -> [PlacedFault] {
        faults.filter { !$0.isOld || $0.place?.text.message == message }
    }

    func fields(of place: TextPlace) -> [PayloadField] { fields(of: place.message) }

    fileprivate func fields(of message: EventTypeID?) -> [PayloadField] {
        message.map { snapshot.written.fields(of: $0.rawValue) } ?? []
    }

    /// What is rendered to show a text: what it is of; of a term an event that has it, nil where none does.
    ///
    /// - Parameter wanted: which of those.
    fileprivate func shown(_ place: TextPlace, in wanted: String?) throws(Problem) -> EventTypeID? {
        guard place.isTerm else { return place.message }
        let uses = uses(ofTerm: place.slot)
        guard let wanted else { return uses.first?.message }
        guard let use = uses.first(where: { $0.message.rawValue == wanted }) else {
            throw .invalid([.init(pointer: "/shown", code: .notAllowed, message: "has no text with this term")])
        }
        return use.message
    }

    /// The rows that each selector of a text can have.
    fileprivate func choices(of form: CarillonStudio.TextForm?, at place: TextPlace) -> [[KeyChoice]] {
        guard case .rows(let rows)? = form?.content else { return [] }
        let fields = fields(of: place)
        return rows.selectors.map { selector in
            KeyChoice.all(of: selector, field: fields.first { $0.name == selector.field }, locale: place.locale)
        }
    }
}

extension Problem {
    fileprivate static let superseded = Problem(.conflict, "a newer preview of this text was asked for meanwhile")

    /// Why a text can't be changed so.
    init(edit fault: EditFault) {
        switch fault {
        case .language, .message, .absent: self.init(.notFound, fault.description)
        case .conflict: self.init(.conflict, fault.description)
        case .form:
            self = .invalid([.init(pointer: "/form", code: .badFormat, message: fault.description)])
        }
    }
}
