import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// What was made of a text before, and what the staff say about a proposal.
extension StudioRoute {
    static let talk = [history, comment]

    private static let history = StudioRoute(
        .get,
        "/texts/{message}/{slot}/history",
        .staff(.viewer),
        "What was made of a text in proposals, the latest first.",
        query: [
            ("locale", "Its language; the default one when silent."),
            ("channel", "Of the words that one channel has of its own."),
            ("before", "The `id` of a change: only earlier ones."),
        ],
        result:
            "`changes`, at most \(TextHistory.page), each with `id`, `proposal`, `author`, `at`, and `old` and `new` "
            + "with `words` and `form`, null for none; what somebody kept again and again is one, with how many `saves` it was; "
            + "`before` for the earlier ones, where there are more.",
        answers: .json("History")
    ) { call throws(Problem) in
        let place = try call.place()
        let limit = TextHistory.page
        let before = call.request.query("before")
        let found = try await call.stored { store throws(StoreFailure) in
            try await store.changes(ofText: place.historyName, before: before, limit: limit + 1)
        }
        var json: JSONObject = ["changes": .array(TextHistory.sittings(found.prefix(limit)).map(TextHistory.json))]
        if found.count > limit { json["before"] = found.prefix(limit).last.map { .string($0.id) } }
        return APIResponse(json: .object(json))
    }

    private static let comment = StudioRoute(
        .post,
        "/proposals/{id}/comments",
        .staff(.writer),
        "Says something about a proposal.",
        body: .bodySchema(["text": .text("What is said, as plain text; it may have lines.")], required: ["text"]),
        result: "The comment.",
        answers: .json("Comment", status: 201)
    ) { call throws(Problem) in
        var body = try call.body()
        let text = body.remark("text")
        try body.finish()
        let member = try call.member()
        let id = call.parameter("id")
        let (known, count) = try await call.stored { store throws(StoreFailure) in
            let known = try await store.proposal(id) != nil
            return (known, try await store.comments(onProposal: id, limit: TextHistory.mostComments).count)
        }
        guard known else { throw .noProposal }
        guard count < TextHistory.mostComments else {
            throw Problem(.limitReached, "a proposal may have \(TextHistory.mostComments) comments at most")
        }
        let comment = ProposalComment(
            id: call.api.identifiers.uuid(),
            proposal: id,
            author: member.name,
            writtenAt: call.now,
            text: text
        )
        try await call.stored { store throws(StoreFailure) in try await store.add(comment) }
        call.record("studio.comment", ["proposal": id], by: member)
        return APIResponse(status: 201, json: TextHistory.json(comment))
    }
}

/// What is kept of how texts came to be, as pages get it.
enum TextHistory {
    /// Changes in an answer at most.
    static let page = 50
    /// Comments of a proposal at most.
    static let mostComments = 200
    /// Characters of a comment at most.
    static let longestComment = 2000

    /// What somebody made of a text in one proposal, with no longer pause than ``pause`` between two times of keeping it.
    struct Sitting: Sendable {
        /// With the text before the first time and after the last, when that was.
        var change: TextChangeRecord
        /// How often it was kept.
        var saves = 1
        /// When it was kept first.
        var startedAt: Instant
    }

    /// How long somebody may think, and it is the same sitting.
    static let pause: Duration = .seconds(600)

    /// Changes by sittings: a page keeps what was typed every second or so, and each time is a change of its own in the
    /// store, where nothing that was kept is changed.
    ///
    /// - Parameter changes: of one text, the latest first.
    static func sittings(_ changes: some Sequence<TextChangeRecord>) -> [Sitting] {
        var sittings: [Sitting] = []
        for change in changes {
            if let last = sittings.last, last.change.author == change.author, last.change.proposal == change.proposal,
                change.new == last.change.old, change.changedAt.duration(to: last.startedAt) <= pause
            {
                sittings[sittings.count - 1].change.old = change.old
                sittings[sittings.count - 1].change.base = change.base
                sittings[sittings.count - 1].startedAt = change.changedAt
                sittings[sittings.count - 1].saves += 1
            } else {
                sittings.append(Sitting(change: change, startedAt: change.changedAt))
            }
        }
        return sittings
    }

    static func json(_ sitting: Sitting) -> JSONValue {
        let change = sitting.change
        return [
            "id": .string(change.id), "proposal": .string(change.proposal), "author": .string(change.author),
            "at": .string(change.changedAt.rfc3339), "base": .string(change.base), "old": change.old,
            "new": change.new, "saves": JSONValue(sitting.saves),
        ]
    }

    static func json(_ comment: ProposalComment) -> JSONValue {
        [
            "id": .string(comment.id), "author": .string(comment.author),
            "at": .string(comment.writtenAt.rfc3339), "text": .string(comment.text),
        ]
    }
}

extension TextPlace {
    /// By which the history of a text is found: its language, what it is of, and the path in a template file.
    var historyName: String { "\(locale.rawValue) \(message.rawValue) \(path)" }
}

extension StudioCall {
    func comments(on proposal: String) async throws(Problem) -> JSONValue {
        let comments = try await stored { store throws(StoreFailure) in
            try await store.comments(onProposal: proposal, limit: TextHistory.mostComments)
        }
        return .array(comments.map(TextHistory.json))
    }

    /// Keeps the next version of a proposal, and what it makes of a text.
    ///
    /// - Parameters:
    ///   - draft: before the change.
    ///   - changed: after it.
    ///   - base: the hash of the text that it was made to.
    /// - Returns: false where somebody else kept this version.
    func keep(
        _ proposal: ProposalRecord,
        from draft: StudioDraft,
        to changed: StudioDraft,
        at place: TextPlace,
        base: String,
        by member: StaffMember
    ) async throws(Problem) -> Bool {
        let (old, new) = (draft.kept(place), changed.kept(place))
        let change = TextChangeRecord(
            id: api.identifiers.uuid(),
            place: place.historyName,
            proposal: proposal.id,
            author: member.name,
            changedAt: now,
            base: base,
            old: old,
            new: new
        )
        return try await stored { store throws(StoreFailure) in
            // What was written as it was is no change.
            old == new ? try await store.keep(proposal) : try await store.keep(proposal, noting: change)
        }
    }
}

extension StudioDraft {
    /// A text as its history has it: in words, and as a form that can be put back; null where the language doesn't have it.
    func kept(_ place: TextPlace) -> JSONValue { kept(form(place)) }

    /// The same of what a template file has for it, or had.
    func kept(_ value: JSONValue?, at place: TextPlace) -> JSONValue {
        kept(value.flatMap { form(of: $0, at: place) })
    }

    private func kept(_ form: CarillonStudio.TextForm?) -> JSONValue {
        form.map { ["words": .string($0.outline), "form": $0.json()] } ?? .null
    }
}

extension BodyReader {
    /// A text that somebody writes to others, with lines, and without other control characters.
    fileprivate mutating func remark(_ name: String) -> String {
        guard let value = value(name) else {
            if !hasFault(at: name) { add([.missing("/\(name)")]) }
            return ""
        }
        guard let text = value.string else { return fault(name, .wrongType, "must be a string") ?? "" }
        guard !text.allSatisfy(\.isWhitespace), text.unicodeScalars.count <= TextHistory.longestComment else {
            return fault(name, .badLength, "must have 1 to \(TextHistory.longestComment) characters") ?? ""
        }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        }
        guard isPlain else { return fault(name, .controlCharacter, "must not hold control characters") ?? "" }
        return text
    }
}
