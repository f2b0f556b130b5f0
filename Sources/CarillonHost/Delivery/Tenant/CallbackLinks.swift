import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Synchronization

/// Makes and reads the URLs at which providers report what became of a message.
///
/// A URL names an attempt of a delivery, and is authenticated with a key of the tenant's that never leaves its data: who wasn't
/// told one can't make one, and nothing is looked up for a guess. A class, because all callbacks of a tenant share its limit.
final class CallbackLinks: Sendable {
    private struct Window: Sendable {
        var begunAt: Instant
        var count = 0
    }

    private let key: SymmetricKey
    private let tenant: TenantID
    /// Where the world reaches the host, without a slash at the end.
    private let publicURL: PublicURL
    private let window = Mutex(Window(begunAt: Instant(epochMilliseconds: 0)))

    static let keyName = "callbacks"
    private static let keyLength = 32
    private static let codeLength = 16
    /// Callbacks a second that are read; providers repeat what is refused.
    static let limit = 500

    init(key: [UInt8], tenant: TenantID, publicURL: PublicURL) {
        self.key = .derived(from: key, for: "carillon callbacks")
        self.tenant = tenant
        self.publicURL = publicURL
    }

    func url(for attempt: Attempt, on channel: ChannelID) -> String {
        "\(accountURL(of: channel))/\(reference(to: attempt, on: channel))"
    }

    /// Where a provider reports that has one URL for all messages of an account.
    func accountURL(of channel: ChannelID) -> String { "\(publicURL)/v1/\(tenant)/callbacks/\(channel)" }

    private func reference(to attempt: Attempt, on channel: ChannelID) -> String {
        let name = attempt.bytes
        return Base64.encode(name + code(name, channel), .url)
    }

    /// The attempt that a reference names.
    ///
    /// - Returns: nil where this tenant made no such reference for the channel. The check takes as long however close a guess came.
    func attempt(_ reference: String, on channel: ChannelID) -> Attempt? {
        guard let bytes = Base64.decode(reference, only: .url), bytes.count == Attempt.size + Self.codeLength else {
            return nil
        }
        let name = Array(bytes.prefix(Attempt.size))
        guard bytes.dropFirst(Attempt.size).isEqualInConstantTime(to: code(name, channel)) else { return nil }
        return Attempt(bytes: name)
    }

    private func code(_ name: [UInt8], _ channel: ChannelID) -> [UInt8] {
        let text = Array("\(tenant)\u{1F}\(channel)\u{1F}".utf8) + name
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(Self.codeLength))
    }

    /// Whether one more may be read in this second.
    func admits(at now: Instant) -> Bool {
        window.withLock { window in
            let age = window.begunAt.duration(to: now)
            if age >= .seconds(1) || age < .zero { window = Window(begunAt: now) }
            window.count += 1
            return window.count <= Self.limit
        }
    }
}

extension CallbackLinks {
    /// What providers report on: a delivery, and which attempt of it.
    struct Attempt: Sendable, Hashable {
        var row: Int64
        /// As in ``ReceiptSettlement/attempt``.
        var number: Int

        static let size = 10

        init(row: Int64, number: Int) {
            self.row = row
            self.number = number
        }

        /// - Parameter bytes: ten of them, as in ``bytes``.
        init(bytes: [UInt8]) {
            func integer(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
            row = Int64(bitPattern: integer(bytes.prefix(8)))
            number = Int(integer(bytes.dropFirst(8)))
        }

        var bytes: [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: row >> Int64(56 - 8 * $0)) }
                + [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        }
    }

    /// Nil where no channel is called back, where the world can't reach the host, or the key can't be had.
    static func of(
        _ profile: TenantProfile,
        store: any TenantStore,
        parts: RuntimeParts,
        warnings: inout [String]
    ) async -> CallbackLinks? {
        let registry = parts.registry.serving(profile)
        guard profile.channels.contains(where: { registry[$0.plugin]?.takesCallbacks == true }) else { return nil }
        guard let publicURL = parts.callbackURL ?? parts.publicURL else {
            warnings.append("providers report nothing about what they took: the host has no --public-url")
            return nil
        }
        do {
            let key = try await store.key(keyName, orNew: parts.cryptography.randomBytes(keyLength))
            return CallbackLinks(key: key, tenant: profile.id, publicURL: publicURL)
        } catch {
            warnings.append("providers report nothing about what they took: \(error)")
            return nil
        }
    }
}

extension TenantRuntime {
    /// Where the provider reports what became of a delivery; nil where nobody listens.
    func callbackURL(for delivery: LeasedDelivery) -> String? {
        guard let callbackLinks, let binding = profile.channel(delivery.plan.channel),
            registry[binding.plugin]?.takesCallbacks == true
        else { return nil }
        let attempt = CallbackLinks.Attempt(row: delivery.row, number: delivery.attempts)
        return callbackLinks.url(for: attempt, on: binding.id)
    }
}
