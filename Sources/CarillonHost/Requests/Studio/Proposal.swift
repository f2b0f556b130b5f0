import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// A proposal as the studio keeps it.
struct Proposal: Sendable {
    var record: ProposalRecord
    var content: Content

    /// How many a list has.
    static let listed = 100
    static let longestTitle = 120
    /// How many texts one may change.
    static let longest = 500
    /// How many samples one may bring.
    static let mostSamples = 50

    struct Content: Sendable {
        var title: String
        var edits: [TextEdit] = []
        var samples: [SampleEdit] = []
        /// Who said yes or no.
        var reviewer: String?

        /// `{"title": …, "edits": […], "samples": […], "reviewer": …}`; an edit is as ``StudioProposal`` has it.
        var json: JSONValue {
            var object: JSONObject = ["title": .string(title), "edits": .array(edits.map(\.json))]
            if !samples.isEmpty { object["samples"] = .array(samples.map(\.json)) }
            object["reviewer"] = reviewer.map { .string($0) }
            return .object(object)
        }
    }

    init(_ record: ProposalRecord) {
        self.record = record
        content = Content(
            title: record.content["title"]?.string ?? "",
            edits: (record.content["edits"]?.array ?? []).compactMap { TextEdit(json: $0) },
            samples: (record.content["samples"]?.array ?? []).compactMap { SampleEdit(json: $0) },
            reviewer: record.content["reviewer"]?.string
        )
    }

    /// The version that follows.
    func next(_ state: ProposalRecord.State, at now: Instant) -> ProposalRecord {
        var record = record
        record.version += 1
        record.state = state
        record.changedAt = now
        record.content = content.json
        return record
    }

    /// Without the changed texts themselves.
    func json(for member: StaffMember?) -> JSONObject {
        var object: JSONObject = [
            "id": .string(record.id), "version": JSONValue(record.version), "state": .string(record.state.rawValue),
            "title": .string(content.title), "author": .string(record.author),
            "changedAt": .string(record.changedAt.rfc3339), "count": JSONValue(content.edits.count),
            "isOwn": .boolean(record.author == member?.name),
        ]
        if !content.samples.isEmpty { object["sampleCount"] = JSONValue(content.samples.count) }
        object["reviewer"] = content.reviewer.map { .string($0) }
        return object
    }
}
