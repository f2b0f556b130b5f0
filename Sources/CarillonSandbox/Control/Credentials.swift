import CarillonModel

/// Public keys of those who may send, as they were made known with `POST /sandbox/credentials`.
///
/// For whom none is known, a signature is parsed but can't be verified.
struct Credentials: Sendable {
    struct ServiceAccount: Sendable {
        let project: String
        let key: PublicKey
    }

    struct AppleKey: Sendable {
        let key: PublicKey
        /// The apps it may push to; nil for all.
        let topics: [String]?
    }

    /// By e-mail address.
    private(set) var serviceAccounts: [String: ServiceAccount] = [:]
    /// By team id and key id, joined with a slash.
    private(set) var appleKeys: [String: AppleKey] = [:]

    /// Signing keys of webhooks, by path.
    private(set) var webhookKeys: [String: [UInt8]] = [:]
    /// Passwords of mail relays' users.
    private(set) var passwords: [String: String] = [:]

    /// Access tokens of Expo projects; one of them is required where there are any.
    private(set) var expoTokens: Set<String> = []

    /// At the providers of channel files, by the channel's id.
    private var accounts: [String: [SandboxAccount]] = [:]

    func accounts(of channel: String) -> [SandboxAccount] { accounts[channel] ?? [] }

    /// A key belongs to one team, and of a team that is known all keys are.
    func mayBeAppleKey(_ key: String, of team: String) -> Bool {
        appleKeys["\(team)/\(key)"] != nil
            || !appleKeys.keys.contains { $0.hasPrefix("\(team)/") || $0.hasSuffix("/\(key)") }
    }

    /// Takes all of it, or nothing.
    ///
    /// - Parameter channels: the ids of the channel files whose providers are simulated.
    mutating func add(_ json: JSONValue, among channels: [String]) throws(ScriptFault) {
        var copy = self
        guard let members = json.object?.members else { throw ScriptFault(message: "credentials are an object") }
        for member in members {
            guard let entries = member.value.array else { throw ScriptFault(message: "\(member.name) is a list") }
            switch member.name {
            case "expo": for entry in entries { try copy.addExpoToken(entry) }
            case "fcm": for entry in entries { try copy.addServiceAccount(entry) }
            case "apns": for entry in entries { try copy.addAppleKey(entry) }
            case "webhook": for entry in entries { try copy.addWebhookKey(entry) }
            case "smtp": for entry in entries { try copy.addPassword(entry) }
            case let channel where channels.contains(channel):
                for entry in entries { copy.accounts[channel, default: []].append(try SandboxAccount(entry)) }
            default:
                throw ScriptFault(
                    message:
                        "credentials are expo, fcm, apns, webhook, smtp and the ids of channel files, not “\(member.name)”"
                )
            }
        }
        self = copy
    }

    private mutating func addExpoToken(_ json: JSONValue) throws(ScriptFault) {
        guard let token = json["accessToken"]?.string, !token.isEmpty else {
            throw ScriptFault(message: "expo credentials need accessToken")
        }
        expoTokens.insert(token)
    }

    private mutating func addServiceAccount(_ json: JSONValue) throws(ScriptFault) {
        guard let email = json["clientEmail"]?.string, let project = json["project"]?.string else {
            throw ScriptFault(message: "fcm credentials need clientEmail, project and publicKey")
        }
        serviceAccounts[email] = ServiceAccount(project: project, key: try Self.key(json))
    }

    private mutating func addAppleKey(_ json: JSONValue) throws(ScriptFault) {
        guard let team = json["teamId"]?.string, let key = json["keyId"]?.string else {
            throw ScriptFault(message: "apns credentials need teamId, keyId and publicKey")
        }
        let topics = json["topics"]?.array?.compactMap(\.string)
        appleKeys["\(team)/\(key)"] = AppleKey(key: try Self.key(json), topics: topics)
    }

    private mutating func addWebhookKey(_ json: JSONValue) throws(ScriptFault) {
        guard let path = json["path"]?.string, let secret = json["secret"]?.string, secret.hasPrefix("whsec_"),
            let key = Base64.decode(secret.dropFirst(6))
        else { throw ScriptFault(message: "webhook credentials need path and secret (whsec_…)") }
        webhookKeys[path] = key
    }

    private mutating func addPassword(_ json: JSONValue) throws(ScriptFault) {
        guard let username = json["username"]?.string, let password = json["password"]?.string else {
            throw ScriptFault(message: "smtp credentials need username and password")
        }
        passwords[username] = password
    }

    private static func key(_ json: JSONValue) throws(ScriptFault) -> PublicKey {
        guard let key = json["publicKey"]?.string.flatMap(PublicKey.init(pem:)) else {
            throw ScriptFault(message: "publicKey is PEM of an RSA or P-256 public key (BEGIN PUBLIC KEY)")
        }
        return key
    }
}
