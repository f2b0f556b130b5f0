import CarillonPipeline
import CarillonPluginKit

/// Hands messages to a plugin, with words cut where they are too large for the provider.
struct MessageHandover: Sendable {
    let channel: any CarillonPluginKit.Channel

    /// One outcome for each message, in order.
    func deliver(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !messages.isEmpty else { return [] }
        guard let limit = type(of: channel).descriptor.sizeLimit else { return await handOver(messages) }
        let fitting = messages.map { shortened($0, toSize: limit) }
        var answers = await handOver(fitting.compactMap(\.self))[...]
        var outcomes: [DeliveryOutcome] = []
        for message in fitting {
            // What is too large without any body is not worth a request: the provider would say so, too.
            guard let outcome = message == nil ? .tooLarge(limit: limit) : answers.popFirst() else { break }
            outcomes.append(outcome)
        }
        return outcomes
    }

    private func handOver(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !messages.isEmpty else { return [] }
        var fitting = messages
        var outcomes = await channel.deliver(messages)
        for index in outcomes.indices {
            var cuts = 0
            while case .tooLarge(let limit) = outcomes[index], cuts < Settling.shorteningLimit,
                let shorter = cut(fitting[index], limit: limit)
            {
                fitting[index] = shorter
                outcomes[index] = await channel.deliver([shorter]).first ?? outcomes[index]
                cuts += 1
            }
        }
        return outcomes
    }

    /// Cut as often as the provider found it too large, as far as there are words to cut.
    func shortened(_ message: OutgoingMessage, times: Int) -> OutgoingMessage {
        (0..<times).reduce(message) { shorter, _ in cut(shorter, limit: .max) ?? shorter }
    }

    /// Fits `limit`; where it does by our count already, the provider counts otherwise, and a quarter has to go.
    private func cut(_ message: OutgoingMessage, limit: Int) -> OutgoingMessage? {
        let size = type(of: channel).size(of: message)
        let shorter = shortened(message, toSize: size > limit ? limit : size - size / 4)
        return shorter == message ? nil : shorter
    }

    private func shortened(_ message: OutgoingMessage, toSize limit: Int) -> OutgoingMessage? {
        type(of: channel).shortened(message, toSize: limit)
    }
}
