import CarillonPipeline
import CarillonPluginKit

/// Hands messages to a plugin, with words cut where they are too large for the provider.
struct MessageHandover: Sendable {
    let channel: any CarillonPluginKit.Channel

    /// What became of a message.
    struct Answer: Sendable {
        var outcome: DeliveryOutcome
        /// Why it was tried again at once with fewer words, each time.
        var cuts: [OutcomeReason] = []
    }

    /// One answer for each message, in order.
    func deliver(_ messages: [OutgoingMessage]) async -> [Answer] {
        guard !messages.isEmpty else { return [] }
        guard let limit = type(of: channel).descriptor.sizeLimit else { return await handOver(messages) }
        let fitting = messages.map { shortened($0, toSize: limit) }
        var given = await handOver(fitting.compactMap(\.self))[...]
        var answers: [Answer] = []
        for message in fitting {
            // What is too large without any body is not worth a request: the provider would say so, too.
            let tooLarge = Answer(outcome: .tooLarge(limit: limit))
            guard let answer = message == nil ? tooLarge : given.popFirst() else { break }
            answers.append(answer)
        }
        return answers
    }

    private func handOver(_ messages: [OutgoingMessage]) async -> [Answer] {
        guard !messages.isEmpty else { return [] }
        var fitting = messages
        var answers = await channel.deliver(messages).map { Answer(outcome: $0) }
        for index in answers.indices {
            while case .tooLarge(let limit) = answers[index].outcome,
                answers[index].cuts.count < Settling.shorteningLimit, let shorter = cut(fitting[index], limit: limit)
            {
                let size = sizeWithinLimit(fitting[index])
                answers[index].cuts.append(size.map { .shortened(from: $0) } ?? .shortened(limit: limit))
                fitting[index] = shorter
                answers[index].outcome = await channel.deliver([shorter]).first ?? answers[index].outcome
            }
            if case .tooLarge = answers[index].outcome, let size = sizeWithinLimit(fitting[index]) {
                answers[index].outcome = .refused(.foundTooLarge(size: size))
            }
        }
        return answers
    }

    /// A message's size where it is within the limit that is known of the provider: should it be too large all the same, the
    /// limit isn't why.
    private func sizeWithinLimit(_ message: OutgoingMessage) -> Int? {
        let size = type(of: channel).size(of: message)
        return type(of: channel).descriptor.sizeLimit.flatMap { size <= $0 ? size : nil }
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
