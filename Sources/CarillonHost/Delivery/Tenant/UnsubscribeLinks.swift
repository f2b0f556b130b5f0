import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Foundation

/// Makes and reads the links by which a recipient stops mails of one kind, without logging in (RFC 8058).
///
/// The content of a link, a user and a preference, is encrypted and authenticated with a key of the tenant's that never
/// leaves its data: who has no link can't make one, and who has one learns nothing from it. The same user and switch
/// give the same link, which holds for as long as the data.
struct UnsubscribeLinks: Sendable {
    /// The content of a link.
    struct Target: Sendable, Hashable {
        var user: UserID
        /// The profile's switch that is to be off.
        var toggle: String
    }

    private let encryption: SymmetricKey
    private let nonces: SymmetricKey
    private let tenant: TenantID
    /// The host's public URL, without a slash at the end; nil: links are read, and none is made.
    private let publicURL: PublicURL?

    static let keyName = "unsubscribe"
    static let keyLength = 32
    private static let nonceLength = 12

    init(key: [UInt8], tenant: TenantID, publicURL: PublicURL?) {
        encryption = .derived(from: key, for: "carillon unsubscribe encryption")
        nonces = .derived(from: key, for: "carillon unsubscribe nonces")
        self.tenant = tenant
        self.publicURL = publicURL
    }

    func url(for target: Target) -> String? {
        guard let publicURL, let token = token(for: target) else { return nil }
        return "\(publicURL)/v1/\(tenant)/unsubscribe/\(token)"
    }

    /// AES-GCM, whose nonce is made from what is encrypted: equal texts give equal tokens, and different ones never share a
    /// nonce but by accident.
    func token(for target: Target) -> String? {
        let text = Array(JSONValue.array([.string(target.user.rawValue), .string(target.toggle)]).text.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: text, using: nonces)
        guard let nonce = try? AES.GCM.Nonce(data: Array(code).prefix(Self.nonceLength)),
            let box = try? AES.GCM.seal(
                text,
                using: encryption,
                nonce: nonce,
                authenticating: Array(tenant.rawValue.utf8)
            ),
            let bytes = box.combined
        else { return nil }
        return Base64.encode(Array(bytes), .url)
    }

    /// - Returns: nil where this tenant made no such link. The check takes as long however close a guess came.
    func target(_ token: String) -> Target? {
        guard let bytes = Base64.decode(token, only: .url), let box = try? AES.GCM.SealedBox(combined: bytes),
            let text = try? AES.GCM.open(box, using: encryption, authenticating: Array(tenant.rawValue.utf8)),
            let parts = (try? JSONValue(parsing: Array(text)))?.array, parts.count == 2,
            let user = parts[0].string.flatMap({ UserID($0) }), let toggle = parts[1].string
        else { return nil }
        return Target(user: user, toggle: toggle)
    }
}

extension UnsubscribeLinks {
    /// Nil where the tenant sends no mail, or its key can't be had.
    static func of(
        _ profile: TenantProfile,
        store: any TenantStore,
        parts: RuntimeParts,
        warnings: inout [String]
    ) async -> UnsubscribeLinks? {
        let registry = parts.registry.serving(profile)
        let sendsMail = profile.channels.contains { channel in
            if case .email? = registry[channel.plugin]?.descriptor.address { true } else { false }
        }
        guard sendsMail else { return nil }
        do {
            let key = try await store.key(keyName, orNew: parts.cryptography.randomBytes(keyLength))
            return UnsubscribeLinks(key: key, tenant: profile.id, publicURL: parts.publicURL)
        } catch {
            warnings.append("mails go without a link to unsubscribe: \(error)")
            return nil
        }
    }
}

extension TenantRuntime {
    /// Nil for what is no mail, or can't be switched off.
    func unsubscribeURL(for delivery: LeasedDelivery) -> String? {
        guard let unsubscribing, let toggle = routing.unsubscribing(from: delivery) else { return nil }
        return unsubscribing.url(for: .init(user: delivery.notification.recipient, toggle: toggle.name))
    }
}
