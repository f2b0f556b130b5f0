import CarillonModel
import CarillonPluginKit

/// Sends alerts to one of the operator's addresses.
protocol AlertSender: Sendable {
    /// `webhook` or `mail`, for metrics and the log.
    var name: String { get }

    /// Sends one message.
    ///
    /// - Returns: the outcome; nothing is thrown.
    func send(_ message: AlertMessage) async -> DeliveryOutcome
}

/// Sends alerts by a channel plugin, the same that sends tenants' messages.
///
/// The plugin is created for each message, so that a changed secret is used at once.
struct ChannelAlertSender: AlertSender {
    let sink: AlertSink
    let registry: ChannelRegistry
    /// The current secrets.
    let secrets: @Sendable () -> SecretBook
    /// The environment that the plugin gets.
    let host: @Sendable (ChannelDescriptor) -> ChannelHost

    var name: String { sink.name }

    func send(_ message: AlertMessage) async -> DeliveryOutcome {
        do throws(Unusable) {
            return try await channel().deliver([message.outgoing(to: sink.address)]).first
                ?? .uncertain(OutcomeReason("NoAnswer", "the plugin told nothing"))
        } catch {
            return .misconfigured(error.reason)
        }
    }

    /// Why it can't send anything; nil where no reason is known.
    var problem: OutcomeReason? {
        do throws(Unusable) {
            _ = try channel()
            return nil
        } catch {
            return error.reason
        }
    }

    private struct Unusable: Error {
        let reason: OutcomeReason

        init(_ code: String, _ message: String) { reason = OutcomeReason(code, message) }
    }

    private func channel() throws(Unusable) -> any ChannelInstance {
        guard let kind = registry[sink.plugin] else {
            throw Unusable("no-plugin", "this program has no plugin called \(sink.plugin)")
        }
        let book = secrets()
        let found = sink.secrets.compactMapValues { book.secret($0, of: .host) }
        do {
            return try kind.make(
                settings: ChannelSettings(values: sink.settings, secrets: found),
                host: host(kind.descriptor)
            )
        } catch {
            let help = error.help.map { "; \($0)" } ?? ""
            guard let name = sink.secrets[error.field] else {
                throw Unusable("unusable-setting", "setting \(error.field): \(error.message)\(help)")
            }
            guard found[error.field] == nil else {
                throw Unusable("unusable-secret", "the secret “\(name)”: \(error.message)\(help)")
            }
            throw Unusable(
                "missing-secret",
                "the secret “\(name)” is missing; put it into the secrets file under “\(TenantID.host)”, "
                    + "or set \(SecretBook.variable(name, of: .host))"
            )
        }
    }
}

extension AlertSink {
    /// - Parameter secrets: returns the current secrets.
    func sender(
        registry: ChannelRegistry,
        secrets: @escaping @Sendable () -> SecretBook,
        network: any HostNetwork,
        clock: any WallClock
    ) -> ChannelAlertSender {
        ChannelAlertSender(sink: self, registry: registry, secrets: secrets) { [address] descriptor in
            ChannelHost(
                tenant: .host,
                // The address may be private, because the operator chose it.
                egress: network.limited(to: descriptor.goesAnywhere ? [address] : descriptor.origins, for: .host),
                cryptography: SwiftCryptography(),
                clock: clock,
                inbox: NoInbox(),
                timeZones: SystemTimeZones(),
                streams: network.streams(of: .host)
            )
        }
    }
}

/// Alerts are for operators only, so there is no feed.
private struct NoInbox: Inbox {
    func put(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        messages.map { _ in .refused(OutcomeReason("no-feed", "the host has no feed")) }
    }
}
