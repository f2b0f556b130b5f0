import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// Proposals: begun, changed text by text, handed in, approved or rejected, and taken away as a patch or made live.
extension StudioRoute {
    static let proposals = [
        StudioRoute(
            .get,
            "/proposals",
            .staff(.viewer),
            "The proposals that were changed last.",
            result: "`proposals`, at most \(Proposal.listed), the latest first.",
            answers: .json("Proposals")
        ) { call throws(Problem) in
            let records = try await call.stored { store throws(StoreFailure) in
                try await store.proposals(limit: Proposal.listed)
            }
            let list = records.map { JSONValue.object(Proposal($0).json(for: call.visitor)) }
            return APIResponse(json: ["proposals": .array(list)])
        },
        StudioRoute(
            .post,
            "/proposals",
            .staff(.writer),
            "Begins a proposal without changes.",
            body: .bodySchema(["title": .text("What it is about, in a line.")]),
            result: "The proposal.",
            answers: .json("Proposal", status: 201)
        ) { call throws(Problem) in
            var body = try call.body()
            let title = body.label("title", limit: Proposal.longestTitle) ?? ""
            try body.finish()
            let member = try call.member()
            let content = Proposal.Content(title: title)
            let record = ProposalRecord(
                id: call.api.identifiers.uuid(),
                author: member.name,
                changedAt: call.now,
                content: content.json
            )
            let act = call.act("studio.begin", ["proposal": record.id], by: member)
            guard try await call.stored({ store throws(StoreFailure) in try await store.keep(record, noting: act) })
            else { throw Problem(.internal, "an id was made twice") }
            call.record(act, by: member)
            return APIResponse(status: 201, json: .object(Proposal(record).json(for: member)))
        },
        StudioRoute(
            .get,
            "/proposals/{id}",
            .staff(.viewer),
            "A proposal with its texts, as they were and as they become.",
            result: "The proposal, with `texts`, `faults` and `comments`.",
            answers: .json("WholeProposal")
        ) { call throws(Problem) in
            let (draft, proposal, conflicts) = try await call.draft(with: call.parameter("id"))
            guard let proposal else { throw .noProposal }
            var json = call.json(of: proposal, draft, conflicts)
            json["comments"] = try await call.comments(on: proposal.record.id)
            return APIResponse(json: .object(json))
        },
        StudioRoute(
            .put,
            "/proposals/{id}/text",
            .staff(.writer),
            "Changes a text in a proposal of one's own, or removes it where `form` is null; it is a draft then.",
            body: .bodySchema(
                [
                    "place": StudioSchema.named("Place"),
                    "hash": .text("Of the text that was changed, as it was read."),
                    "form": StudioSchema.named("Form").orNull,
                ],
                required: ["place", "hash", "form"]
            ),
            result: "The text as it is now, and the `version` of the proposal.",
            answers: .json("KeptText")
        ) { call throws(Problem) in try await call.changeText() },
        step("submit", .writer, to: .inReview, from: [.draft, .rejected], "Hands a proposal of one's own in."),
        step("approve", .reviewer, to: .approved, from: [.inReview], "Says yes to what somebody else handed in."),
        step("reject", .reviewer, to: .rejected, from: [.inReview], "Says no to it; its author may change it."),
        step(
            "withdraw",
            .writer,
            to: .withdrawn,
            from: [.draft, .inReview, .approved, .rejected],
            "Gives a proposal of one's own up."
        ),
        StudioRoute(
            .get,
            "/proposals/{id}/patch",
            .staff(.publisher),
            "An approved proposal as a mail that `git am` takes.",
            result: "The patch, as a file; `git am` and `carillon studio apply` take it.",
            answers: .of(mediaType: "text/x-patch")
        ) { call throws(Problem) in try await call.patch() },
    ]

    private static func step(
        _ name: String,
        _ role: StaffMember.Role,
        to state: ProposalRecord.State,
        from earlier: Set<ProposalRecord.State>,
        _ summary: String
    ) -> StudioRoute {
        StudioRoute(
            .post,
            "/proposals/{id}/\(name)",
            .staff(role),
            summary,
            body: .bodySchema(
                ["version": ["type": "integer"], "title": .text("What it is about, in a line.")],
                required: ["version"]
            ),
            result: "The proposal.",
            answers: .json("Proposal")
        ) { call throws(Problem) in try await call.step(name, to: state, from: earlier) }
    }
}

extension StudioCall {
    /// The tenant's folder, and what is live beside it, with the changes of a proposal.
    ///
    /// - Parameter id: nil for none.
    /// - Returns: with the proposal, and what of it doesn't fit the files any more.
    func draft(
        with id: String?
    ) async throws(Problem) -> (draft: StudioDraft, proposal: Proposal?, conflicts: ProposalConflicts) {
        var (_, draft) = try await live()
        guard let id else { return (draft, nil, ProposalConflicts()) }
        let record = try await stored { store throws(StoreFailure) in try await store.proposal(id) }
        guard let record else { throw .noProposal }
        let proposal = Proposal(record)
        let known = await desk.texts(ofProposal: id, version: record.version, over: draft.base)
        if let known { return (known.draft, proposal, known.conflicts) }
        let (edits, samples) = (proposal.content.edits, proposal.content.samples)
        let changes = StudioProposal(tenant: profile.id.rawValue, title: "", edits: edits, samples: samples)
        var conflicts = ProposalConflicts()
        for (sample, fault) in zip(samples, changes.saveSamples(in: &draft)) where fault != nil {
            conflicts.samples.append(sample)
        }
        for case (let edit, .failed) in zip(edits, changes.apply(to: &draft)) { conflicts.texts.append(edit) }
        let texts = ProposedTexts(id: id, version: record.version, draft: draft, conflicts: conflicts)
        await desk.keep(texts)
        return (draft, proposal, conflicts)
    }

    fileprivate func json(of proposal: Proposal, _ draft: StudioDraft, _ conflicts: ProposalConflicts) -> JSONObject {
        var json = proposal.json(for: visitor)
        let failed = Set(conflicts.texts.map(\.place))
        json["texts"] = .array(
            proposal.content.edits.map { edit in
                var object: JSONObject = ["place": .object(edit.place.json)]
                if proposal.record.state == .published {
                    object["old"] = draft.shown(edit.base, at: edit.place)
                    object["new"] = draft.shown(edit.new, at: edit.place)
                    return .object(object)
                }
                object["old"] = draft.baseForm(edit.place).map { .string($0.outline) }
                if failed.contains(edit.place) {
                    object["conflict"] = true
                } else {
                    object["new"] = draft.form(edit.place).map { .string($0.outline) }
                    if draft.isCopy(edit.place) { object["copied"] = true }
                }
                return .object(object)
            }
        )
        json["samples"] = .array(
            proposal.content.samples.map { sample in
                var object = sample.namedJSON
                object["old"] = sample.base
                object["new"] = sample.payload
                if conflicts.samples.contains(sample) { object["conflict"] = true }
                return .object(object)
            }
        )
        json["faults"] = .array(draft.faults.filter { !$0.isOld }.map { FaultWords.json($0, in: draft) })
        return json
    }

    /// One text, whoever else changes others at the same time.
    fileprivate func changeText() async throws(Problem) -> APIResponse {
        var body = try body()
        let place = try place(body.object("place"))
        let hash = body.required("hash")
        guard let change = try change(&body) else {
            throw .invalid(body.faults + [.missing("/form")])
        }
        try body.finish()
        let member = try member()
        guard member.may(.writer, in: place.locale) else { throw .notOfLanguage(.writer, place.locale) }
        for _ in 0..<Self.attempts {
            let (draft, found, conflicts) = try await draft(with: parameter("id"))
            var proposal = try changeable(found, by: member)
            guard draft.hash(of: place) == hash else {
                throw Problem(.conflict, "somebody else has changed this text since: look at it again")
            }
            try requireKnown(place, in: draft)
            var changed = draft
            try changed.make(change, at: place)
            let kept = Set(changed.edits.map(\.place))
            var left = conflicts
            left.texts.removeAll { kept.contains($0.place) || $0.place == place }
            proposal.content.edits = changed.edits + left.texts
            proposal.content.reviewer = nil
            guard proposal.content.edits.count <= Proposal.longest else {
                throw Problem(.limitReached, "a proposal may change \(Proposal.longest) texts at most")
            }
            let next = proposal.next(.draft, at: now)
            guard try await keep(next, from: draft, to: changed, at: place, base: hash, by: member) else { continue }
            let texts = ProposedTexts(id: next.id, version: next.version, draft: changed, conflicts: left)
            await desk.keep(texts)
            record("studio.change", ["proposal": next.id, "text": place.historyName], by: member)
            api.rooms.tell(.changed(place, proposal: next.id, by: member.name), in: profile.id)
            var json = try json(of: place, in: changed).object ?? JSONObject()
            json["version"] = JSONValue(next.version)
            json["count"] = JSONValue(proposal.content.edits.count)
            return APIResponse(json: .object(json))
        }
        throw .busyProposal
    }

    /// How often a change is made to the newest version, where others keep theirs before it.
    static let attempts = 4

    /// A proposal that somebody may change.
    func changeable(_ found: Proposal?, by member: StaffMember) throws(Problem) -> Proposal {
        guard let found else { throw .noProposal }
        guard found.record.author == member.name else { throw .notOwn }
        guard found.record.state != .withdrawn, found.record.state != .published else {
            throw Problem(.conflict, "this proposal is \(found.record.state.rawValue): begin another one")
        }
        return found
    }

    fileprivate func step(
        _ name: String,
        to state: ProposalRecord.State,
        from earlier: Set<ProposalRecord.State>
    ) async throws(Problem) -> APIResponse {
        var body = try body()
        let version = body.requiredInteger("version", 1...Int(Int32.max))
        let title = body.label("title", limit: Proposal.longestTitle)
        try body.finish()
        let member = try member()
        let (draft, found, conflicts) = try await draft(with: parameter("id"))
        guard var proposal = found else { throw .noProposal }
        let isOwn = proposal.record.author == member.name
        if state == .inReview || state == .withdrawn, !isOwn { throw .notOwn }
        if state == .approved || state == .rejected {
            guard !isOwn || profile.studio.reviews == .anyone else {
                throw Problem(.forbidden, "somebody else has to look at it")
            }
            for locale in Set(proposal.content.edits.map(\.place.locale)).sorted() {
                guard member.may(.reviewer, in: locale) else { throw .notOfLanguage(.reviewer, locale) }
            }
            proposal.content.reviewer = member.name
        }
        guard proposal.record.version == version, earlier.contains(proposal.record.state) else {
            throw Problem(.conflict, "the proposal has changed since: it is \(proposal.record.state.rawValue) now")
        }
        if state == .inReview || state == .approved { try requireSound(draft, conflicts) }
        if let title { proposal.content.title = title }
        let next = proposal.next(state, at: now)
        let act = act("studio.\(name)", ["proposal": next.id], by: member)
        guard try await stored({ store throws(StoreFailure) in try await store.keep(next, noting: act) }) else {
            throw Problem(.conflict, "the proposal has changed since: look at it again")
        }
        record(act, by: member)
        return APIResponse(json: .object(Proposal(next).json(for: member)))
    }

    fileprivate func patch() async throws(Problem) -> APIResponse {
        let member = try member()
        let (draft, found, conflicts) = try await draft(with: parameter("id"))
        guard let proposal = found else { throw .noProposal }
        let state = proposal.record.state
        // Samples aren't live: what was published leaves with them as long as the files don't have them.
        let isTaken = state == .approved || state == .published && !draft.sampleEdits.isEmpty
        guard isTaken || member.may(.platform) && proposal.record.state != .withdrawn else {
            throw Problem(.conflict, "only an approved proposal can be taken away")
        }
        try requireSound(draft, conflicts)
        var files = try await desk.draft()
        for sample in draft.sampleEdits {
            do throws(SampleFault) {
                _ = try files.apply(sample)
            } catch {
                throw Problem(sample: error)
            }
        }
        // Whatever is live beside them, the patch leads from the files to the proposal's words.
        let edits = draft.edits.map { TextEdit($0.place, $0.change, base: files.value(at: $0.place)) }
        for case .failure(let fault) in files.apply(edits) { throw Problem(edit: fault) }
        let title = proposal.content.title.isEmpty ? StudioProposal.defaultTitle : proposal.content.title
        let patch = try await patch(of: files, title: title, name: String(proposal.record.id.prefix(8)))
        let facts = ["proposal": proposal.record.id, "state": proposal.record.state.rawValue]
        try await note("studio.patch", facts, by: member)
        return patch
    }

    /// A patch as a file that is taken away.
    func patch(of draft: StudioDraft, title: String, name: String) async throws(Problem) -> APIResponse {
        let golden = try await desk.golden()
        let patch: StudioPatch
        do throws(StudioPatch.Fault) {
            // Whose words they are stays in the studio.
            let author = StudioPatch.Author(name: "Carillon", address: "carillon@localhost", date: now)
            patch = try StudioPatch(of: draft, title: title, author: author, golden: golden)
        } catch {
            throw Problem(.conflict, error == .empty ? "the files have these words already" : "the texts have faults")
        }
        var answer = APIResponse(text: patch.text, type: "text/x-patch; charset=utf-8")
        answer.headers.append(("content-disposition", "attachment; filename=\"\(profile.id)-\(name).patch\""))
        return answer
    }

    /// Refuses what `carillon validate` would refuse.
    func requireSound(_ draft: StudioDraft, _ conflicts: ProposalConflicts) throws(Problem) {
        guard conflicts.texts.isEmpty else {
            throw Problem(.conflict, "\(conflicts.texts.count) of its texts have changed in the files since")
        }
        guard conflicts.samples.isEmpty else {
            throw Problem(.conflict, "\(conflicts.samples.count) of its samples have changed in the files since")
        }
        guard draft.isChanged else { throw Problem(.conflict, "nothing is changed") }
        let errors = draft.faults.filter { $0.diagnostic.severity == .error }
        guard draft.isSound, errors.isEmpty else {
            let texts = Set(errors.map { FaultWords.text(of: $0) }).sorted().joined(separator: " ")
            throw Problem(.conflict, "the texts have faults: \(texts)")
        }
    }
}

extension StudioDraft {
    /// The words of a text in one line, as pages get them; nil for none.
    func shown(_ value: JSONValue?, at place: TextPlace) -> JSONValue? {
        value.flatMap { outline(of: $0, at: place) }.map { .string($0) }
    }
}

extension Problem {
    static let noProposal = Problem(.notFound, "there is no such proposal")
    static let busyProposal = Problem(.conflict, "others change this proposal all the time: try again")

    fileprivate static func notOfLanguage(_ role: StaffMember.Role, _ locale: LocaleTag) -> Problem {
        Problem(.forbidden, "this is for a \(role.rawValue) of \(locale.rawValue)")
    }

    fileprivate static let notOwn = Problem(.forbidden, "only who began a proposal changes it")
}
