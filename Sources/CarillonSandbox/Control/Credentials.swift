import CarillonModel

/// Public keys of those who may send, as they were made known with `POST /sandbox/credentials`.
///
/// For whom none is known, a signature is looked at but can't be checked.
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

    /// Takes all of it, or nothing.
    mutating func add(_ json: JSONValue) throws(ScriptFault) {
        var copy = self
        guard let members = json.object?.members else { throw ScriptFault(message: "credentials are an object") }
        for member in members {
            guard let entries = member.value.array else { throw ScriptFault(message: "\(member.name) is a list") }
            switch member.name {
            case "fcm": for entry in entries { try copy.addServiceAccount(entry) }
            case "apns": for entry in entries { try copy.addAppleKey(entry) }
            default: throw ScriptFault(message: "credentials have no “\(member.name)”, only fcm and apns")
            }
        }
        self = copy
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

    private static func key(_ json: JSONValue) throws(ScriptFault) -> PublicKey {
        guard let key = json["publicKey"]?.string.flatMap(PublicKey.init(pem:)) else {
            throw ScriptFault(message: "publicKey is PEM of an RSA or P-256 public key (BEGIN PUBLIC KEY)")
        }
        return key
    }
}
