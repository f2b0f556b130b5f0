import CarillonModel
import CarillonProfiles

/// What a developer needs to use a tenant: made-up secrets, tokens, and a line to paste for each event.
struct DevPage: Sendable {
    let trial: TenantTrial
    /// As it was shown before; then only what is new is shown.
    var former: TenantProfile?

    static func greeting(_ running: LocalHost.Running, waits: Bool) -> String {
        """
        The host is on \(running.client.host), the sandbox on \(running.client.sandbox)/sandbox/messages; nothing leaves this machine.
        \(running.operators.text)
        Save a file, and it is taken up. Ctrl-C ends it.\(waits ? " There is no valid tenant yet: waiting for the next save." : "")
        """
    }

    var lines: [String] { secrets + (hasOtherUsers ? tokens : []) + events }

    private var hasOtherUsers: Bool {
        let profile = trial.profile
        return former?.authentication != profile.authentication
            || former?.locales.supported != profile.locales.supported
    }

    private var secrets: [String] {
        let known = Set(former?.secretNames ?? [])
        let made = trial.secrets.madeUp(for: trial.profile.id).members.filter { !known.contains($0.name) }
        guard !made.isEmpty else { return [] }
        let json: JSONValue = .object([trial.profile.id.rawValue: .object(JSONObject(made))])
        return ["# \(trial.profile.id): secrets that were made up", json.text, ""]
    }

    private var tokens: [String] {
        let name = trial.profile.id
        guard trial.profile.authentication.users != nil else { return [] }
        var lines = ["# \(name): tokens of users, good for a day"]
        for person in trial.people {
            guard let bearer = person.bearer else {
                return [
                    "# \(name): tokens of users are signed by somebody else: the secrets hold only a public key", "",
                ]
            }
            lines.append("\(person.id) \(bearer)")
        }
        let feed = trial.people.first.flatMap { person in
            CurlLines(trial: trial).feed(of: person).map { ["", "# the feed of \(person.id)", $0] }
        }
        return lines + (feed ?? []) + [""]
    }

    private var events: [String] {
        let (profile, curl) = (trial.profile, CurlLines(trial: trial))
        let known = Set(former?.shownSamples ?? [])
        let madeUp = Set(profile.eventsWithoutSample)
        var lines: [String] = []
        for sample in profile.shownSamples where !known.contains(sample) {
            guard let post = curl.post(sample, for: trial.people) else {
                return ["# \(profile.id): no service may post events; name a key in auth.services of profile.json", ""]
            }
            let note = madeUp.contains(sample.event) ? " (\(sample.event.withoutSample))" : ""
            lines += ["# \(profile.id): \(sample.event)\(note)", post]
        }
        return lines.isEmpty ? [] : lines + [""]
    }
}
