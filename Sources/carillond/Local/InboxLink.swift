import CarillonHost
import CarillonModel
import CarillonProfiles

/// The link that opens a tenant's inbox signed in as one of a trial's people.
struct InboxLink: Sendable {
    let trial: TenantTrial

    /// - Returns: nil where the tenant has no inbox page, or nobody may make a link to it.
    func url(for person: TenantTrial.Person) async throws -> String? {
        guard trial.profile.inbox?.page != nil, let key = trial.serviceKey else { return nil }
        let body: JSONValue = [
            "userId": .string(person.id.rawValue), "locale": .string(person.locale.rawValue),
            "timeZone": .string(trial.profile.timeZone),
        ]
        let answer = try await trial.client.post("/v1/\(trial.profile.id)/inbox/links", body, bearer: key)
        return answer["path"]?.string.map { path in
            // The link names a language, so it has a query already.
            trial.client.host + path.replacing("#", with: "&view=bell#")
        }
    }
}
