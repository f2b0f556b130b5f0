import CarillonPipeline
import CarillonPluginKit

/// Hands messages to a plugin, truncated where they are too large for the provider.
struct SizeLimitedSender: Sendable {
    let kind: any ChannelKind
    let channel: any ChannelInstance

    /// What became of a message.
    struct Answer: Sendable {
        var outcome: DeliveryOutcome
        /// Why it was truncated and tried again at once, each time.
        var truncations: [OutcomeReason] = []
    }

    /// One answer for each message, in order.
    func deliver(_ messages: [OutgoingMessage]) async -> [Answer] {
        guard !messages.isEmpty else { return [] }
        guard let limit = kind.descriptor.sizeLimit else { return await handOver(messages) }
        let fitting = messages.map { truncated($0, toSize: limit) }
        var given = await handOver(fitting.compactMap(\.self))[...]
        var answers: [Answer] = []
        for message in fitting {
            // A message that is too large without any body isn't requested: the provider would refuse it, too.
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
                answers[index].truncations.count < Settling.truncationLimit,
                let shorter = truncate(fitting[index], limit: limit)
            {
                let size = sizeWithinLimit(fitting[index])
                answers[index].truncations.append(size.map { .truncated(from: $0) } ?? .truncated(limit: limit))
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
        let size = kind.size(of: message)
        return kind.descriptor.sizeLimit.flatMap { size <= $0 ? size : nil }
    }

    /// Truncated as often as the provider found it too large, as far as there is text to truncate.
    func truncated(_ message: OutgoingMessage, times: Int) -> OutgoingMessage {
        guard times > 0 else { return message }
        return (0..<times).reduce(fitting(message)) { shorter, _ in truncate(shorter, limit: .max) ?? shorter }
    }

    /// Whether there is text to truncate once more, in what went out after so many truncations.
    func canTruncate(_ message: OutgoingMessage, after times: Int) -> Bool {
        truncate(fitting(truncated(message, times: times)), limit: .max) != nil
    }

    /// The message before the first request.
    private func fitting(_ message: OutgoingMessage) -> OutgoingMessage {
        kind.descriptor.sizeLimit.flatMap { truncated(message, toSize: $0) } ?? message
    }

    /// Fits `limit`; where it does by our count already, the provider counts otherwise, and a quarter has to go.
    ///
    /// Where the body is shorter than that, half of the body is cut off.
    private func truncate(_ message: OutgoingMessage, limit: Int) -> OutgoingMessage? {
        let size = kind.size(of: message)
        guard size <= limit else { return truncated(message, toSize: limit) }
        let less = truncated(message, toSize: size - size / 4).flatMap { $0.hasText ? $0 : nil }
        return [less, message.halved].lazy.compactMap(\.self).first { kind.size(of: $0) < size }
    }

    private func truncated(_ message: OutgoingMessage, toSize limit: Int) -> OutgoingMessage? {
        kind.truncated(message, toSize: limit)
    }
}

extension OutgoingMessage {
    /// Whether truncation has left anything of the body.
    fileprivate var hasText: Bool { !["", "…"].contains(slots["body"] ?? "") }

    fileprivate var halved: OutgoingMessage? {
        slots["body"]?.halved.map { body in
            var shorter = self
            shorter.slots["body"] = body
            return shorter
        }
    }
}

extension String {
    /// About half of it, with an ellipsis, and a byte less at least; nil where there is one character or none.
    fileprivate var halved: String? {
        guard count > 1 else { return nil }
        let text = hasSuffix("…") ? dropLast() : self[...]
        return truncated(toBytes: min(text.utf8.count / 2 + "…".utf8.count, utf8.count - 1))
    }
}
