import CarillonModel
import CarillonProfiles

/// What a developer needs to use a tenant: made-up secrets, tokens, and a line to paste for each event.
struct DevPage: Sendable {
    let trial: TenantTrial
    /// What was shown before; if set, only what has changed is shown.
    var former: Shown?

    /// The profile and secrets that a page was made from.
    struct Shown: Sendable {
        let profile: TenantProfile
        /// The secrets' values at that time, by name.
        let secrets: [String: Secret]
    }

    /// What this page is made from.
    var shown: Shown {
        Shown(profile: trial.profile, secrets: trial.secrets.secrets(of: trial.profile).mapValues(\.value))
    }

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
        return former?.profile.authentication != profile.authentication
            || former?.profile.locales.supported != profile.locales.supported
            || isNew(profile.authentication.users?.keySecrets ?? [])
    }

    /// Whether one of these secrets has changed since it was shown.
    private func isNew(_ names: [String]) -> Bool {
        names.contains { former?.secrets[$0] != trial.secrets.secret($0, of: trial.profile.id) }
    }

    private var secrets: [String] {
        let made = trial.secrets.secrets(of: trial.profile).filter { $1.isMadeUp && isNew([$0]) }
        let profile = trial.profile
        let hidden = made.keys.sorted().compactMap { name in
            trial.secrets.publicPart(of: name, profile).map { (name: name, publicPart: $0) }
        }
        let texts = JSONObject(
            texts: made.filter { name, _ in !hidden.contains { $0.name == name } }.mapValues { $0.value.reveal() }
        )
        var lines: [String] = []
        if !texts.isEmpty {
            let json: JSONValue = .object([profile.id.rawValue: .object(texts)])
            lines += ["# \(profile.id): secrets that were made up", json.text]
        }
        if !hidden.isEmpty {
            let list = hidden.map { "\($0.name) (\($0.publicPart))" }.joined(separator: ", ")
            lines.append("# \(profile.id): private keys that were made up, kept in memory and not shown: \(list)")
        }
        return lines.isEmpty ? [] : lines + [""]
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
        // Every line to paste contains the service key, so a new key means new lines.
        let areOthers = isNew(profile.authentication.services.map(\.keySecret))
        let known = Set(areOthers ? [] : former?.profile.displayedSamples ?? [])
        let generated = Set(profile.eventsWithoutSample)
        var lines: [String] = []
        for sample in profile.displayedSamples where !known.contains(sample) {
            guard let post = curl.post(sample, for: trial.people) else {
                return ["# \(profile.id): no service may post events; name a key in auth.services of profile.json", ""]
            }
            let note = generated.contains(sample.event) ? " (\(sample.event.withoutSample))" : ""
            lines += ["# \(profile.id): \(sample.event)\(note)", post]
        }
        return lines.isEmpty ? [] : lines + [""]
    }
}
