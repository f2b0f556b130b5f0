import CarillonModel
import CarillonProfiles

/// What to open and what to try once the traffic is through.
struct DemoInvitation: Sendable {
    /// The tenant to try it with.
    let trial: TenantTrial
    let operators: OperatorLines
    /// The folder of tenants that is watched.
    let folder: String

    /// Nil where none of the tenant's services may post events.
    var text: String? {
        let lines = CurlLines(trial: trial)
        let people = trial.people
        guard let person = people.first, let sample = trial.profile.displayedSamples.first,
            let post = lines.post(sample, for: [person]), let eventTrace = lines.eventTrace(of: "demo-\(sample.event)")
        else { return nil }
        let feed = lines.feed(of: person).map { "# the feed of \(person.id)\n\($0)\n\n" } ?? ""
        let usesExpo = trial.profile.channels.contains { $0.plugin == "expo" }
        let token = "ExponentPushToken[demo-\(trial.profile.id)-\(person.locale)]"
        let refusal =
            usesExpo
            ? "\n\n# make the provider refuse this device next time, then post again\n"
                + lines.refusal(by: "expo", of: token, "DeviceNotRegistered") : ""
        let authoring =
            lines.authoring(in: folder, operatorKey: operators.key).map {
                "\n\n# what you save is taken up; this shows which words it changes, and sends a sample of them to the inbox\n\($0)"
            } ?? ""
        return """

            Everything is still running. Open
              \(trial.client.host)/health/ready
              \(trial.client.sandbox)/sandbox/messages

            Try, for \(trial.profile.name):

            \(feed)# another event
            \(post)

            # the whole story of the first one
            \(eventTrace)

            # what the sandbox got
            \(lines.received)\(refusal)\(authoring)

            \(operators.text)
            """
    }
}
