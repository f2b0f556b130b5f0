public import CarillonModel

/// Somebody's account at the provider of a channel file, as far as the provider's reports depend on it.
public struct SandboxAccount: Sendable, Hashable {
    public var settings: [String: JSONValue]
    /// By the setting that has it.
    public var secrets: [String: String]
    /// Where all its reports go; nil where each message says where, or nobody said it.
    public var reportURL: String?

    public init(settings: [String: JSONValue] = [:], secrets: [String: String] = [:], reportURL: String? = nil) {
        self.settings = settings
        self.secrets = secrets
        self.reportURL = reportURL
    }
}

extension SandboxAccount {
    /// Of `POST /sandbox/credentials`.
    init(_ json: JSONValue) throws(ScriptFault) {
        let fault = ScriptFault(
            message: "credentials of a channel file have secrets, settings and reports, an http or https URL"
        )
        guard let members = json.object?.members else { throw fault }
        self.init()
        for member in members {
            switch member.name {
            case "settings":
                guard let values = member.value.object else { throw fault }
                settings = Dictionary(values.members.map { ($0.name, $0.value) }) { $1 }
            case "secrets":
                guard let values = member.value.object else { throw fault }
                for value in values.members {
                    guard let text = value.value.string else { throw fault }
                    secrets[value.name] = text
                }
            case "reports":
                guard let url = member.value.string, url.hasPrefix("http://") || url.hasPrefix("https://") else {
                    throw fault
                }
                reportURL = url
            default: throw fault
            }
        }
    }

    /// With what a request shows of it; nil where that is another account's.
    func showing(_ shown: [String: String]) -> SandboxAccount? {
        guard shown.allSatisfy({ secrets[$0.key] == nil || secrets[$0.key] == $0.value }) else { return nil }
        var account = self
        account.secrets.merge(shown) { $1 }
        return account
    }
}
