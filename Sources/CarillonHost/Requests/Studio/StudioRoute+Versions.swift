import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// Words that are live beside the tenant's files: made so, listed, gone back to, and taken away for the files to catch up.
extension StudioRoute {
    static let versions = [
        StudioRoute(
            .post,
            "/proposals/{id}/publish",
            .staff(.publisher),
            "Makes the words of an approved proposal live at once, where the tenant publishes so.",
            body: .bodySchema(["version": ["type": "integer"]], required: ["version"]),
            result: "The version that is live now, with `isLive`: whether this host shows it already.",
            answers: .json("Published", status: 201)
        ) { call throws(Problem) in try await call.publish() },
        StudioRoute(
            .get,
            "/versions",
            .staff(.viewer),
            "The versions that were published last, and what is live beside the files.",
            result:
                "`publish`, `live` with its number, `versions`, at most \(VersionList.longest), the newest first, and "
                + "`texts` of the newest: `place`, `files`, `words`, and `state`, `live`, `in-files` or `set-aside` with a "
                + "`reason`.",
            answers: .json("Versions")
        ) { call throws(Problem) in try await call.versions() },
        StudioRoute(
            .get,
            "/versions/{number}",
            .staff(.viewer),
            "A version with the texts that it changed, as they were and as they became.",
            result: "The version, with `texts`.",
            answers: .json("WholeVersion")
        ) { call throws(Problem) in try await call.version() },
        StudioRoute(
            .get,
            "/versions/{number}/patch",
            .staff(.publisher),
            "What a version has that the files don't, as a mail that `git am` takes.",
            result: "The patch, as a file; `git am` and `carillon studio apply` take it.",
            answers: .of(mediaType: "text/x-patch")
        ) { call throws(Problem) in try await call.versionPatch() },
        StudioRoute(
            .post,
            "/versions/{number}/restore",
            .staff(.publisher),
            "Goes back to an earlier version, all of it or one text: makes a new one with those words. 0: the files alone. Without `place`, all.",
            body: .bodySchema(
                [
                    "live": [
                        "type": "integer", "description": "The number of the version that is live, as it was read.",
                    ],
                    "reason": .text("Why, in a line."),
                    "place": StudioSchema.named("Place"),
                ],
                required: ["live", "reason"]
            ),
            result: "The version that is live now, with `isLive`, and `setAside`: how many of its texts the files have "
                + "changed since.",
            answers: .json("Published", status: 201)
        ) { call throws(Problem) in try await call.restore() },
    ]
}

enum VersionList {
    /// How many a list has.
    static let longest = 100
}

extension StudioCall {
    /// The newest published texts over the tenant's files; the files alone where it doesn't publish live.
    ///
    /// - Returns: both, and a draft of the folder that results.
    func live() async throws(Problem) -> (live: (published: PublishedTexts, texts: LaidTexts)?, draft: StudioDraft) {
        guard profile.studio.publishing == .live else { return (nil, try await desk.draft()) }
        let known = await desk.published
        let published = try await stored { store throws(StoreFailure) in
            try await PublishedTexts.newest(in: store, known: known)
        }
        let (texts, draft) = try await desk.draft(with: published)
        return ((published, texts), draft)
    }

    /// The same where the tenant publishes live.
    ///
    /// - Throws: `conflict` where it doesn't.
    private func requireLive() async throws(Problem) -> (published: PublishedTexts, texts: LaidTexts) {
        guard let live = try await live().live, api.takeTexts != nil else {
            throw Problem(.conflict, "this tenant's words go live with its files: take the proposal away as a patch")
        }
        return live
    }

    // MARK: publishing

    fileprivate func publish() async throws(Problem) -> APIResponse {
        var body = try body()
        let version = body.requiredInteger("version", 1...Int(Int32.max))
        try body.finish()
        let member = try member()
        let (published, texts) = try await requireLive()
        let (draft, found, conflicts) = try await draft(with: parameter("id"))
        guard let proposal = found else { throw .noProposal }
        guard proposal.record.version == version, proposal.record.state == .approved else {
            let state = proposal.record.state.rawValue
            throw Problem(.conflict, "only an approved proposal is published: it is \(state) now")
        }
        try requireSound(draft, conflicts)
        guard !draft.edits.isEmpty else {
            throw Problem(.conflict, "samples alone don't go live: take the proposal away as a patch")
        }
        let overlay = published.overlay.adding(draft.edits, to: texts)
        return try await publish(
            overlay,
            after: published,
            from: .proposal(proposal.record.id),
            note: proposal.content.title,
            over: texts.files,
            of: proposal.next(.published, at: now),
            by: member
        )
    }

    fileprivate func restore() async throws(Problem) -> APIResponse {
        var body = try body()
        let live = body.requiredInteger("live", 0...Int(Int32.max))
        let reason = body.required("reason", limit: Proposal.longestTitle)
        let named = body.object("place")
        try body.finish()
        let member = try member()
        let place: TextPlace? = if let named { try self.place(named) } else { nil }
        let (published, texts) = try await requireLive()
        guard published.number == live else { throw .otherVersion(published.number) }
        let number = try versionNumber()
        guard number <= published.number, let earlier = try await self.overlay(ofVersion: number) else {
            throw .noVersion
        }
        let overlay = place.map { published.overlay.restoring($0, from: earlier) } ?? earlier
        guard !overlay.isSame(as: published.overlay) else {
            throw Problem(.conflict, "these words are live already")
        }
        return try await publish(
            overlay,
            after: published,
            from: .version(number),
            note: reason,
            over: texts.files,
            of: nil,
            by: member
        )
    }

    /// Keeps a version, and has it count here and at the other hosts.
    private func publish(
        _ overlay: TextOverlay,
        after published: PublishedTexts,
        from origin: TextVersion.Origin,
        note: String,
        over files: StudioDraft,
        of proposal: ProposalRecord?,
        by member: StaffMember
    ) async throws(Problem) -> APIResponse {
        guard overlay.entries.count <= TextOverlay.longest else {
            throw Problem(
                .limitReached,
                "at most \(TextOverlay.longest) texts can be live beside the files: take a version away as a patch first"
            )
        }
        let laid = LaidTexts(overlay, over: files)
        let version = TextVersion(
            number: published.number + 1,
            author: member.name,
            publishedAt: now,
            revision: laid.draft.snapshot.profile?.revision.description ?? "",
            origin: origin,
            note: note,
            count: overlay.entries.count
        )
        var facts = ["version": "\(version.number)"]
        switch origin {
        case .proposal(let id): facts["proposal"] = id
        case .version(let number): facts["restored"] = "\(number)"
        }
        let changes = overlay.changes(since: published.overlay).map { change -> JSONValue in
            [
                "text": .string(change.place.historyName), "old": files.kept(change.old, at: change.place),
                "new": files.kept(change.new, at: change.place),
            ]
        }
        let action = proposal == nil ? "studio.restore" : "studio.publish"
        let act = act(action, facts, content: ["note": .string(note), "texts": .array(changes)], by: member)
        let isKept = try await stored { store throws(StoreFailure) in
            try await store.publish(version, texts: overlay.json, of: proposal, noting: act)
        }
        guard isKept else { throw Problem(.conflict, "somebody else has published since: look at it again") }
        record(act, by: member)
        tenant.runtime.live.others.tell { [.texts(profile.id)] }
        // It is kept: where this host can't take it now, it does so with the next look at the folder or the store.
        let counts = await api.takeTexts?(profile.id)
        var json = version.json
        json["isLive"] = .boolean(counts.map { $0 >= version.number } ?? false)
        json["setAside"] = JSONValue(LiveTexts(laid, version: version.number).setAside.count)
        return APIResponse(status: 201, json: .object(json))
    }

    // MARK: looking

    fileprivate func versions() async throws(Problem) -> APIResponse {
        let list = try await stored { store throws(StoreFailure) in
            try await store.textVersions(limit: VersionList.longest)
        }
        var json: JSONObject = [
            "publish": .string(profile.studio.publishing.rawValue), "live": 0,
            "versions": .array(list.map { .object($0.json) }), "texts": [],
        ]
        if let (published, texts) = try await live().live {
            json["live"] = JSONValue(published.number)
            json["texts"] = .array(published.overlay.entries.map { .object(texts.json(of: $0)) })
        }
        return APIResponse(json: .object(json))
    }

    fileprivate func version() async throws(Problem) -> APIResponse {
        let number = try versionNumber()
        let found = try await stored { store throws(StoreFailure) in try await store.textVersion(number) }
        guard let version = found, let overlay = try await self.overlay(ofVersion: number),
            let earlier = try await self.overlay(ofVersion: number - 1)
        else { throw .noVersion }
        let draft = try await desk.draft()
        var json = version.json
        json["texts"] = .array(
            overlay.changes(since: earlier).map { change in
                var object: JSONObject = ["place": .object(change.place.json)]
                object["old"] = draft.shown(change.old, at: change.place)
                object["new"] = draft.shown(change.new, at: change.place)
                return .object(object)
            }
        )
        return APIResponse(json: .object(json))
    }

    fileprivate func versionPatch() async throws(Problem) -> APIResponse {
        let member = try member()
        let number = try versionNumber()
        let found = try await stored { store throws(StoreFailure) in try await store.textVersion(number) }
        guard let version = found, let overlay = try await self.overlay(ofVersion: number) else { throw .noVersion }
        let files = try await desk.draft()
        let laid = LaidTexts(overlay, over: files)
        let title = version.note.isEmpty ? StudioProposal.defaultTitle : version.note
        let patch = try await patch(of: laid.draft, title: title, name: "version-\(number)")
        try await note("studio.patch", ["version": "\(number)"], by: member)
        return patch
    }

    private func versionNumber() throws(Problem) -> Int {
        let written = parameter("number")
        guard written.utf8.count < 10, let number = Int(written), "\(number)" == written, number >= 0 else {
            throw .noVersion
        }
        return number
    }

    private func overlay(ofVersion number: Int) async throws(Problem) -> TextOverlay? {
        try await stored { store throws(StoreFailure) in
            try await PublishedTexts.overlay(ofVersion: number, in: store)
        }
    }
}

extension TextVersion {
    /// As pages get it, without the texts.
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "number": JSONValue(number), "author": .string(author), "publishedAt": .string(publishedAt.rfc3339),
            "revision": .string(revision), "note": .string(note), "count": JSONValue(count),
        ]
        switch origin {
        case .proposal(let id): object["proposal"] = .string(id)
        case .version(let number): object["restored"] = JSONValue(number)
        }
        return object
    }
}

extension LaidTexts {
    /// A text of the newest version: what the files have, what was published, and whether it shows.
    fileprivate func json(of entry: TextEdit) -> JSONObject {
        var object: JSONObject = ["place": .object(entry.place.json)]
        object["files"] = files.shown(files.value(at: entry.place), at: entry.place)
        object["words"] = files.shown(entry.new, at: entry.place)
        switch states[entry.place] {
        case .inFiles: object["state"] = "in-files"
        case .setAside(let reason):
            object["state"] = "set-aside"
            object["reason"] = .string(reason.rawValue)
        case .live, nil: object["state"] = "live"
        }
        return object
    }
}

extension Problem {
    fileprivate static let noVersion = Problem(.notFound, "there is no such version")

    fileprivate static func otherVersion(_ number: Int) -> Problem {
        Problem(.conflict, "version \(number) is live by now: look at it again")
    }
}
