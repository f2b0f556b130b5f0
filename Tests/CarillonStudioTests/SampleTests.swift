import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import MessageFormat
import Testing

/// Samples that come with changed texts.
struct SampleTests {
    private static let event = EventTypeID(unchecked: "message.received")
    private static let payload: JSONValue = [
        "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "sender": "Jean-François d’Arcy", "count": 12,
    ]

    @Test func `one is rendered, recorded and in the patch, with a file of its own`() throws {
        var draft = try DraftTests.draft("dossier")
        try draft.save(Self.payload, as: "long-name", of: Self.event)
        #expect(draft.changedFiles.map(\.path) == ["samples/message.received.long-name.json"])
        let file = try #require(draft.changedFiles.first)
        #expect(try JSONValue(parsing: file.content) == Self.payload && file.content.last == 0x0A)
        let preview = try #require(draft.preview(of: Self.event))
        let rendered = try #require(preview.samples.first { $0.sample == "long-name" })
        let bodies = rendered.renditions.compactMap { try? $0.outcome.get().slots["body"] }
        #expect(bodies.contains { $0.contains("d’Arcy") })
        #expect(draft.isSound && draft.faults.allSatisfy(\.isOld))

        let golden = GoldenFile.all(of: try #require(draft.base.profile), registry: .standard)
        let patch = try StudioPatch(
            of: draft,
            title: "A longer name",
            author: StudioPatch.Author(name: "Ada", address: "ada@example.com", date: Instant(epochMilliseconds: 0)),
            golden: golden.map { TenantFolder.File($0.name, Array($0.text.utf8)) }
        )
        #expect(
            patch.files.map(\.path) == [
                "golden/message.received.long-name.json", "samples/message.received.long-name.json",
            ]
        )
        let proposal = try #require(StudioProposal(file: Array(patch.text.utf8)))
        #expect(proposal.edits == [] && proposal.samples == draft.sampleEdits && proposal.samples.count == 1)
        var again = try DraftTests.draft("dossier")
        #expect(proposal.saveSamples(in: &again) == [nil])
        #expect(again.snapshot.folder == draft.snapshot.folder)
        #expect(proposal.saveSamples(in: &again) == [nil], "it is there already")
    }

    @Test func `one is taken back, and one that is changed twice is made over what the files had`() throws {
        var draft = try DraftTests.draft("dossier")
        let folder = draft.snapshot.folder
        try draft.save(Self.payload, as: nil, of: Self.event)
        let old = try #require(draft.sampleEdits.first?.base)
        var second = try #require(Self.payload.object)
        second["count"] = 13
        try draft.save(.object(second), as: nil, of: Self.event)
        #expect(draft.sampleEdits.count == 1 && draft.sampleEdits[0].base == old)
        #expect(draft.preview(of: Self.event)?.samples.count == 6)
        try draft.save(Self.payload, as: "own", of: Self.event)
        let own = try #require(draft.sampleEdits.last)
        draft.discard(own)
        #expect(draft.sampleEdits.count == 1)
        draft.discard(try #require(draft.sampleEdits.first))
        #expect(draft.snapshot.folder == folder && !draft.isChanged)
    }

    @Test func `texts and samples of one draft don't disturb one another`() throws {
        var draft = try DraftTests.draft("dossier")
        let place = DraftTests.place("message.received", "action", "en")
        try draft.write(TextForm(FormPattern(plain: "Look")), at: place)
        try draft.save(Self.payload, as: "own", of: Self.event)
        try draft.write(TextForm(FormPattern(plain: "Look at it")), at: place)
        #expect(draft.edits.count == 1 && draft.sampleEdits.count == 1)
        draft.discard(try #require(draft.sampleEdits.first))
        #expect(draft.form(place)?.outline == "Look at it")
        #expect(draft.withoutHistory.sampleEdits.isEmpty)
    }

    private static func fault(
        _ payload: JSONValue,
        as name: String? = "own",
        of event: String = "message.received"
    ) throws
        -> SampleFault?
    {
        var draft = try DraftTests.draft("dossier")
        do throws(SampleFault) {
            try draft.save(payload, as: name, of: EventTypeID(unchecked: event))
            return nil
        } catch {
            #expect(!draft.isChanged)
            return error
        }
    }

    @Test func `what the event would refuse is told with its place, and without a value`() throws {
        var payload = try #require(Self.payload.object)
        payload["count"] = "sesame-twelve"
        payload["more"] = "sesame-more"
        payload["sender"] = .string(String(repeating: "sesame", count: 20))
        guard case .payload(let faults)? = try Self.fault(.object(payload)) else {
            Issue.record("this is no fault of the payload")
            return
        }
        #expect(Set(faults.map(\.pointer)) == ["/count", "/more", "/sender"])
        #expect(faults.allSatisfy { !$0.message.contains("sesame") })
        payload = try #require(Self.payload.object)
        payload["thread_id"] = nil
        guard case .payload(let missing)? = try Self.fault(.object(payload)) else {
            Issue.record("this is no fault of the payload")
            return
        }
        #expect(missing.map(\.pointer) == ["/thread_id"])
    }

    @Test func `what looks like a key is refused, and isn't repeated`() throws {
        var payload = try #require(Self.payload.object)
        let key = "sk_live_" + String(repeating: "4", count: 24)
        payload["sender"] = .string(key)
        guard case .refused(let messages)? = try Self.fault(.object(payload)) else {
            Issue.record("a key was taken")
            return
        }
        #expect(messages == ["this looks like a Stripe key"])
    }

    @Test func `a name is one, and no other event's`() throws {
        for name in ["", "A", "a b", "a.b", "../x", "a/b", "ø", String(repeating: "a", count: 41)] {
            #expect(try Self.fault(Self.payload, as: name) == .name, "\(name)")
        }
        #expect(try Self.fault(Self.payload, of: "no.such") == .event(EventTypeID(unchecked: "no.such")))
        #expect(SampleEdit(json: ["event": "a.b", "name": "../x", "base": .null, "payload": [:]]) == nil)
        #expect(SampleEdit(json: ["event": "a.b", "base": .null, "payload": []]) == nil)
        #expect(StudioProposal(json: ["tenant": "a", "edits": [], "samples": [["event": "a"]]]) == nil)
    }

    @Test func `one whose file has changed meanwhile is a conflict`() throws {
        let edit = SampleEdit(Self.event, name: nil, payload: Self.payload, base: ["sender": "somebody else"])
        var draft = try DraftTests.draft("dossier")
        #expect(throws: SampleFault.conflict(file: "samples/message.received.json")) { try draft.apply(edit) }
        let gone = SampleEdit(Self.event, name: "gone", payload: Self.payload, base: Self.payload)
        #expect(throws: SampleFault.conflict(file: "samples/message.received.gone.json")) { try draft.apply(gone) }
    }
}
