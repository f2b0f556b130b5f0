import CarillonPipeline
public import CarillonPluginKit

/// A test alert through each of the operator's addresses, once, without a host.
public enum AlertTrial {
    public struct Answer: Sendable {
        public let sink: AlertSink
        public let outcome: DeliveryOutcome
    }

    /// - Returns: what each of them answered, in the order of the configuration.
    public static func run(_ configuration: HostConfiguration, registry: ChannelRegistry) async throws -> [Answer] {
        let clock = SystemClock()
        let network = try SocketNetwork(
            map: configuration.egressMap,
            certificateAuthorities: configuration.egressCertificates
        )
        let identifiers = SystemIdentifiers { clock.now }
        var answers: [Answer] = []
        for sink in configuration.alerts.sinks {
            let sender = sink.sender(
                registry: registry,
                secrets: { configuration.secrets },
                network: network,
                clock: clock
            )
            let message = AlertMessage(
                occasion: .test(identifiers.uuid()),
                at: clock.now,
                host: configuration.name
            )
            answers.append(Answer(sink: sink, outcome: await sender.send(message)))
        }
        await network.close()
        return answers
    }
}
