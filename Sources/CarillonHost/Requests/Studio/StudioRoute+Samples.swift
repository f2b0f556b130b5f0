import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// The samples that previews show: as they are, made up, and kept in a proposal, with which they leave.
extension StudioRoute {
    static let samples = [sampleList, keepSample]

    private static let sampleList = StudioRoute(
        .get,
        "/samples/{event}",
        .staff(.viewer),
        "The samples of an event with their payloads.",
        query: [proposalQuery],
        result:
            "`samples`, the main one first, each with `payload`, its `name` where it has one, and `changed` where the "
            + "proposal brings it; `made`, payloads made from the fields' types and bounds; and the `fields`.",
        answers: .json("Samples")
    ) { call throws(Problem) in
        let draft = try await call.draft(with: call.request.query("proposal")).draft
        guard let id = EventTypeID(call.parameter("event")), let event = draft.snapshot.profile?.event(id) else {
            throw .noEvent
        }
        let samples = draft.snapshot.samples(of: id).map { sample -> JSONValue in
            var object: JSONObject = ["payload": sample.payload]
            object["name"] = sample.name.map { .string($0) }
            if draft.sampleEdits.contains(where: { $0.event == id && $0.name == sample.name }) {
                object["changed"] = true
            }
            return .object(object)
        }
        let made = MadeUpSample.allCases.map { one in
            JSONObject.Member(one.rawValue, draft.payload(one, of: event) ?? .null)
        }
        let fields = event.payload.map { field -> JSONValue in
            var object: JSONObject = [
                "name": .string(field.name), "type": .string(field.type.name),
                "label": .string(field.description ?? field.name),
            ]
            if field.isOptional { object["optional"] = true }
            if field.isSensitive { object["sensitive"] = true }
            return .object(object)
        }
        return APIResponse(json: [
            "samples": .array(samples), "made": .object(JSONObject(made)), "fields": .array(fields),
        ])
    }

    private static let keepSample = StudioRoute(
        .put,
        "/proposals/{id}/sample",
        .staff(.writer),
        "Keeps a sample in a proposal of one's own, or takes it back where `payload` is null; it is a draft then.",
        body: .bodySchema(
            [
                "event": .text("The event that the sample is of."),
                "name": .text("The sample's, \(SampleEdit.nameShape); without one it is the event's main sample."),
                "payload": [
                    "type": ["object", "null"],
                    "description": "The whole payload, as a sender would send it; null for none from this proposal.",
                ],
                "sample": [
                    "type": ["string", "null"],
                    "description": "In place of `payload`: that of another sample of the event; null for its main one.",
                ],
                "made": [
                    "enum": .array(MadeUpSample.allCases.map { .string($0.rawValue) }),
                    "description": "In place of `payload`: one that is made from the fields' types and bounds.",
                ],
                "values": ["type": "object", "description": "Values of fields in place of those that it has."],
            ],
            required: ["event"]
        ),
        result:
            "`event`, `name`, `payload` as the sample is now, null for none, the `version` of the proposal, and how many "
            + "samples it has, `count`.",
        answers: .json("KeptSample")
    ) { call throws(Problem) in try await call.keepSample() }
}

extension StudioCall {
    fileprivate func keepSample() async throws(Problem) -> APIResponse {
        var body = try body()
        let eventName = body.required("event")
        let name = body.text("name")
        if let name, !SampleEdit.isName(name) {
            body.add([.init(pointer: "/name", code: .badFormat, message: "must be \(SampleEdit.nameShape)")])
        }
        let source = PayloadSource(&body)
        try body.finish()
        guard let source else { throw .invalid([.missing("/payload")]) }
        let member = try member()
        guard let event = EventTypeID(eventName) else { throw .noEvent }
        for _ in 0..<Self.attempts {
            let (draft, found, conflicts) = try await draft(with: parameter("id"))
            var proposal = try changeable(found, by: member)
            var changed = draft
            var left = conflicts
            left.samples.removeAll { $0.event == event && $0.name == name }
            if let payload = try source.payload(of: event, in: draft) {
                do throws(SampleFault) {
                    try changed.save(.object(payload), as: name, of: event)
                } catch {
                    throw Problem(sample: error)
                }
            } else if let known = draft.sampleEdits.first(where: { $0.event == event && $0.name == name }) {
                changed.discard(known)
            } else if left == conflicts {
                throw Problem(.notFound, "this proposal has no such sample")
            }
            proposal.content.samples = changed.sampleEdits + left.samples
            proposal.content.reviewer = nil
            guard proposal.content.samples.count <= Proposal.mostSamples else {
                throw Problem(.limitReached, "a proposal may bring \(Proposal.mostSamples) samples at most")
            }
            let next = proposal.next(.draft, at: now)
            let stem = Sample(event: event, name: name, payload: .null).stem
            let payload = changed.sample(of: event, name) ?? .null
            let act = act(
                "studio.sample",
                ["proposal": next.id, "sample": stem],
                content: ["old": draft.sample(of: event, name) ?? .null, "new": payload],
                by: member
            )
            guard try await stored({ store throws(StoreFailure) in try await store.keep(next, noting: act) })
            else { continue }
            await desk.keep(ProposedTexts(id: next.id, version: next.version, draft: changed, conflicts: left))
            record(act, by: member)
            var json: JSONObject = ["event": .string(event.rawValue)]
            json["name"] = name.map { .string($0) }
            json["payload"] = payload
            json["version"] = JSONValue(next.version)
            json["count"] = JSONValue(proposal.content.samples.count)
            return APIResponse(json: .object(json))
        }
        throw .busyProposal
    }
}

/// Where the values of a sample that is kept come from.
private struct PayloadSource {
    private let origin: Origin
    /// In place of those that it has.
    private let values: JSONObject

    private enum Origin {
        case gone
        case given(JSONObject)
        case sample(String?)
        case made(MadeUpSample)
    }

    /// Nil where the body says none, or says it wrongly, which it then knows.
    init?(_ body: inout BodyReader) {
        values = body.object("values") ?? JSONObject()
        if body.isNull("payload") {
            origin = .gone
        } else if let payload = body.object("payload") {
            origin = .given(payload)
        } else if body.isNull("sample") {
            origin = .sample(nil)
        } else if let name = body.text("sample") {
            origin = .sample(name)
        } else if let name = body.text("made") {
            let made = MadeUpSample(rawValue: name)
            guard let made = made ?? body.fault("made", .badFormat, "is no sample that is made up") else { return nil }
            origin = .made(made)
        } else {
            return nil
        }
    }

    /// Nil where the proposal is to have none any more.
    func payload(of id: EventTypeID, in draft: StudioDraft) throws(Problem) -> JSONObject? {
        let found: JSONObject?
        switch origin {
        case .gone: return nil
        case .given(let payload): found = payload
        case .sample(let name): found = draft.sample(of: id, name)?.object
        case .made(let made):
            guard let event = draft.snapshot.profile?.event(id) else { throw .noEvent }
            found = draft.payload(made, of: event)?.object
        }
        guard var payload = found else { throw Problem(.notFound, "the event has no such sample") }
        for value in values.members { payload[value.name] = value.value }
        return payload
    }
}

extension StudioDraft {
    /// The payload of an event's sample.
    ///
    /// - Parameter name: nil for the main one.
    fileprivate func sample(of event: EventTypeID, _ name: String?) -> JSONValue? {
        snapshot.samples(of: event).first { $0.name == name }?.payload
    }
}

extension SampleEdit {
    /// Which sample it is, as pages get it.
    var namedJSON: JSONObject {
        var object: JSONObject = ["event": .string(event.rawValue)]
        object["name"] = name.map { .string($0) }
        return object
    }
}

extension Problem {
    fileprivate static let noEvent = Problem(.notFound, "there is no such event")

    /// Why a sample can't be kept; without its values.
    init(sample fault: SampleFault) {
        switch fault {
        case .event: self = .noEvent
        case .conflict: self.init(.conflict, fault.description)
        case .name:
            self = .invalid([
                .init(
                    pointer: "/name",
                    code: .notAllowed,
                    message: "must be \(SampleEdit.nameShape), and no other event's"
                )
            ])
        case .payload(let faults): self = .invalid(faults.map { $0.within("/payload") })
        case .refused(let messages):
            self = .invalid(
                messages.map { .init(pointer: "/payload", code: .notAllowed, message: "is refused: \($0)") }
            )
        }
    }
}
