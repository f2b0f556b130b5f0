import CarillonModel
import CarillonPipeline

/// All that a tenant's studio keeps of what was done there, as operators and the platform's own staff take it away: page by page, so
/// that years of it fill no memory.
enum StudioHistory {
    /// Entries of a page at most; each may have two texts of 64 KiB.
    static let longest = 100

    /// What an audit line says of a page.
    static func facts(of request: APIRequest) -> [String: String] {
        request.query("after").map { ["after": String($0.prefix(64))] } ?? [:]
    }

    /// The page behind an entry: `{"entries": […], "after": "0192…"}`, without `after` where it is the last.
    static func page(
        after id: String?,
        of store: any TextHistoryStore
    ) async throws(StoreFailure) -> APIResponse {
        let found = try await store.history(after: id, limit: longest + 1)
        let page = found.prefix(longest)
        var json: JSONObject = ["entries": .array(page.map { .object(line(of: $0)) })]
        if found.count > longest { json["after"] = page.last.map { .string($0.id) } }
        return APIResponse(json: .object(json))
    }

    /// An entry, as a line of a file has it.
    ///
    /// `{"id": …, "at": …, "action": "studio.change", "who": "Ada", "proposal": …, "text": "nb order.shipped title", "old": …, "new": …}`
    private static func line(of entry: StudioHistoryEntry) -> JSONObject {
        switch entry {
        case .change(let change):
            var object = head(change.id, change.changedAt, "studio.change", change.author)
            object["proposal"] = .string(change.proposal)
            object["text"] = .string(change.place)
            object["old"] = change.old
            object["new"] = change.new
            return object
        case .comment(let comment):
            var object = head(comment.id, comment.writtenAt, "studio.comment", comment.author)
            object["proposal"] = .string(comment.proposal)
            object["comment"] = .string(comment.text)
            return object
        case .act(let act):
            var object = head(act.id, act.doneAt, act.action, act.name)
            object["staff"] = act.subject.map { .string($0) }
            for fact in act.facts.sorted(by: { $0.key < $1.key }) { object[fact.key] = .string(fact.value) }
            for member in act.content.members { object[member.name] = member.value }
            return object
        }
    }

    private static func head(_ id: String, _ at: Instant, _ action: String, _ who: String?) -> JSONObject {
        var object: JSONObject = ["id": .string(id), "at": .string(at.rfc3339), "action": .string(action)]
        object["who"] = who.map { .string($0) }
        return object
    }
}
