import CarillonHost
import CarillonModel
import CarillonProfiles

/// Lines to paste into a shell.
///
/// Every one works as printed, however often it is run.
struct CurlLines: Sendable {
    let trial: TenantTrial

    private var base: String { "\(trial.client.host)/v1/\(trial.profile.id)" }
    private static let json = "-H 'Content-Type: application/json'"
    /// A placeholder for the event's id.
    ///
    /// The shell replaces it, so that each run posts a new event.
    private static let id = "00000000-id-of-the-event"

    /// Posts an event; nil where no service may post one.
    ///
    /// An event with a schedule is due ten minutes after the line was printed.
    func post(_ sample: Sample, for people: [TenantTrial.Person]) -> String? {
        guard let key = trial.serviceKey else { return nil }
        let event = trial.event(sample, id: Self.id, for: people, dueIn: .seconds(600)).text
        let body = ShellWord.quoted(event).replacing(Self.id, with: "'$(date +%s%N)'")
        return "curl -s \(Self.bearer(key)) \(Self.json) -d \(body) \(ShellWord.quoted(base + "/events"))"
    }

    /// Shows what became of an event.
    func eventTrace(of id: String) -> String? {
        trial.serviceKey.map { "curl -s \(Self.bearer($0)) \(ShellWord.quoted("\(base)/events/\(id)"))" }
    }

    /// Shows somebody's feed.
    func feed(of person: TenantTrial.Person) -> String? {
        person.bearer.map { "curl -s \(Self.bearer($0)) \(ShellWord.quoted(base + "/notifications"))" }
    }

    /// Shows what the sandbox received.
    var received: String { "curl -s \(ShellWord.quoted(trial.client.sandbox + "/sandbox/messages"))" }

    /// Makes a provider refuse a device once.
    func refusal(by provider: String, of token: String, _ error: String) -> String {
        let rule: JSONValue = [
            "provider": .string(provider), "token": .string(token), "error": .string(error), "times": 1,
        ]
        return
            "curl -s \(Self.json) -d \(ShellWord.quoted(rule.text)) \(ShellWord.quoted(trial.client.sandbox + "/sandbox/script"))"
    }

    /// Runs `carillon dev` with the host: it takes up each save, and gets a sample again; nil where no service may post
    /// one, or nobody has written one.
    ///
    /// The keys are variables, because everybody on a machine can see what a program is started with.
    func authoring(in folder: String, operatorKey: Secret) -> String? {
        let profile = trial.profile
        guard let service = profile.authentication.services.first?.keySecret,
            let key = trial.secrets.secret(service, of: profile.id)?.reveal(),
            let sample = profile.displayedSamples.first(where: profile.samples.contains)
        else { return nil }
        let parts = [
            "CARILLON_ADMIN_KEY=\(ShellWord.quoted(operatorKey.reveal()))",
            "\(SecretVariable.name(of: service, of: profile.id))=\(ShellWord.quoted(key))",
            "carillon dev \(ShellWord.quoted(folder)) --host \(trial.client.host)",
            "--sample \(ShellWord.quoted("\(profile.id)/\(sample.stem)"))",
        ]
        return parts.joined(separator: " ")
    }

    static func bearer(_ token: String) -> String { "-H \(ShellWord.quoted("Authorization: Bearer \(token)"))" }
}
