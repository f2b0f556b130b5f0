import CarillonHost
import CarillonModel

/// A newly generated key, and where each part of it belongs.
struct NewKey {
    enum Kind: String, CaseIterable {
        case vapid
        case hmac
        case service
        case es256
        case webhook
    }

    let kind: Kind
    /// What the tenant calls the secret.
    let name: String
    /// The secret's value, for `secrets.json`.
    let secret: Secret
    /// Where `profile.json` names it, such as `channels.web-push.settings`.
    let place: String
    /// The value of that setting.
    let setting: JSONValue
    /// The half that Carillon never sees: it is for the service that issues tokens.
    let elsewhere: Secret?

    /// - Parameter name: what the tenant calls the secret; nil for the usual name.
    init(_ kind: Kind, name: String? = nil) {
        self.kind = kind
        let name = name ?? kind.usualName
        self.name = name
        let reference: JSONValue = ["$secret": .string(name)]
        switch kind {
        case .vapid:
            let pair = KeyMaking.vapidPair()
            secret = pair.privateKey
            place = "channels.web-push.settings"
            setting = ["publicKey": .string(pair.publicKey), "privateKey": reference]
            elsewhere = nil
        case .hmac:
            secret = KeyMaking.hmacKey()
            place = "auth.users"
            setting = ["algorithm": "HS256", "key": reference]
            elsewhere = nil
        case .service:
            secret = KeyMaking.serviceKey()
            place = "auth.services"
            setting = [["header": "X-Service-Key", "key": reference]]
            elsewhere = nil
        case .es256:
            let pair = KeyMaking.es256Pair()
            secret = Secret(pair.publicKey)
            place = "auth.users"
            setting = ["algorithm": "ES256", "key": reference]
            elsewhere = pair.privateKey
        case .webhook:
            secret = KeyMaking.webhookSecret()
            place = "channels.webhook.settings"
            setting = ["secret": reference]
            elsewhere = nil
        }
    }
}

extension NewKey.Kind {
    /// The names that `carillon new` writes into a profile.
    fileprivate var usualName: String {
        switch self {
        case .vapid: "web-push-private-key"
        case .hmac: "jwt-secret"
        case .service: "service-key"
        case .es256: "jwt-public-key"
        case .webhook: "webhook-secret"
        }
    }

    /// A one-line summary for people.
    var summary: String {
        switch self {
        case .vapid: "a VAPID pair, for a web push channel (RFC 8292)"
        case .hmac: "a key for users' tokens: HS256, HS384 or HS512"
        case .service: "a key by which a service of the tenant is let in"
        case .es256: "a pair for users' tokens that are signed elsewhere: ES256"
        case .webhook: "a key that webhooks are signed with (Standard Webhooks)"
        }
    }
}

extension NewKey {
    /// The parts of the key, ready to be pasted, each with the place it belongs in.
    ///
    /// - Parameter tenant: whose key it is; nil prints a placeholder for the reader to replace.
    func text(tenant: String?) -> String {
        let member = "\(JSONValue.string(name).text): \(JSONValue.string(secret.reveal()).text)"
        let line = tenant.map { "{ \(JSONValue.string($0).text): { \(member) } }" } ?? member
        var parts = [
            kind.summary.prefix(1).uppercased() + kind.summary.dropFirst() + ".",
            "secrets.json\(tenant == nil ? ", among the tenant's" : ""):\n\n  \(line)",
            "profile.json, in \(place):\n\n\(setting.prettyText.indented)",
        ]
        if let elsewhere {
            parts.append("For whoever issues the tokens, and nobody else:\n\n\(elsewhere.reveal())")
        }
        return parts.joined(separator: "\n\n")
    }

    /// The same as JSON: `secrets` has the form of `secrets.json`, or of a tenant's part of it.
    func json(tenant: String?) -> JSONValue {
        let secrets = JSONObject([.init(name, .string(secret.reveal()))])
        var object = JSONObject([
            .init("kind", .string(kind.rawValue)),
            .init("secrets", tenant.map { .object(JSONObject([.init($0, .object(secrets))])) } ?? .object(secrets)),
            .init("profile", ["at": .string(place), "value": setting]),
        ])
        object["privateKey"] = elsewhere.map { .string($0.reveal()) }
        return .object(object)
    }
}

extension String {
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
    }
}
