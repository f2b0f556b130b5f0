import CarillonModel
import CarillonProfiles

/// What a document's operations answer.
extension OperationReader {
    mutating func response(_ responses: JSONMember?, at place: DocumentPlace) -> DocumentOperation.Response {
        guard let responses else { return DocumentOperation.Response(place: place) }
        let here = place.member(responses)
        let codes = responses.value.members.filter { $0.name.first == "2" && $0.name.count == 3 }
        guard let chosen = codes.min(by: { $0.name < $1.name }) ?? responses.value.member("default") else {
            return DocumentOperation.Response(place: here)
        }
        var response = DocumentOperation.Response(place: here.member(chosen))
        response.status = Int(chosen.name) ?? 200
        guard let (node, inner) = schemas.resolved(chosen.value, at: here.member(chosen)),
            let content = node.member("content")
        else {
            return response
        }
        response.isStream = content.value.members.contains { $0.name.hasPrefix("text/event-stream") }
        guard let json = content.value.members.first(where: { $0.name.isJSON }),
            let schema = json.value.member("schema")
        else { return response }
        let at = inner.member(content).member(json).member(schema)
        response.schema = schemas.read(schema.value, at: at)
        return response
    }

    /// The bodies of answers that aren't well, by status.
    mutating func errors(_ responses: JSONMember?, at place: DocumentPlace) -> [DocumentOperation.ErrorAnswer] {
        guard let responses else { return [] }
        let here = place.member(responses)
        let ofErrors = responses.value.members.filter { "45d".contains($0.name.first ?? "2") }
        return ofErrors.compactMap { member in
            guard let (node, inner) = schemas.resolved(member.value, at: here.member(member)),
                let content = node.member("content"),
                let json = content.value.members.first(where: { $0.name.isJSON }),
                let schema = json.value.member("schema")
            else { return nil }
            let at = inner.member(content).member(json)
            let shown = (json.value["examples"]?.members ?? []).compactMap { $0.value["value"]?.value }
            return DocumentOperation.ErrorAnswer(
                status: Int(member.name),
                place: at.member(schema),
                schema: schemas.read(schema.value, at: at.member(schema)),
                examples: [json.value["example"], schema.value["example"]].compactMap { $0?.value } + shown
            )
        }
    }
}
