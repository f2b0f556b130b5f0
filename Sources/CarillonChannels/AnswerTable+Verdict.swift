public import CarillonModel
public import CarillonPluginKit

/// What an answer means for the messages of its request.
public enum BatchVerdict: Sendable, Hashable {
    /// The same for all: it is about the request.
    case whole(ReadVerdict)
    /// One for each, in their order.
    case each([ReadVerdict])
}

/// What an answer means.
public struct ReadVerdict: Sendable, Hashable {
    public let outcome: DeliveryOutcome
    public let verdict: AnswerTable.Verdict
    /// Which rule decided; nil for the default by status.
    public let rule: Int?
    /// Whether it is one of ``AnswerTable/elements``.
    public var isOfElement = false
}

extension AnswerTable {
    /// Ends an answer in an outcome.
    ///
    /// Pure.
    ///
    /// - Parameters:
    ///   - hidden: what no reason may repeat: what was sent, and the secrets.
    ///   - provider: as reasons name it.
    ///   - limit: bytes that the provider takes.
    ///   - occasion: what reasons say of it.
    public func verdict(
        of response: EgressResponse,
        hiding hidden: [String],
        provider: String,
        limit: Int,
        at now: Instant,
        on occasion: Occasion = .answer
    ) -> ReadVerdict {
        verdict(of: ReadAnswer(response), hiding: { hidden }, provider: provider, limit: limit, at: now, on: occasion)
    }

    /// The same for the answer to a batch: about its request where a rule says so, or where it has no list; else about each
    /// message.
    ///
    /// A message that has no element stays uncertain, and so do all where there are more elements than messages.
    ///
    /// - Parameters:
    ///   - count: how many messages its request had; at least one.
    ///   - hidden: what no reason about that message may repeat; asked only where there is a reason to give.
    public func verdict(
        ofBatch response: EgressResponse,
        count: Int,
        hiding hidden: (Int) -> [String],
        provider: String,
        limit: Int,
        at now: Instant
    ) -> BatchVerdict {
        let answer = ReadAnswer(response)
        let found = elements(in: answer)
        guard let elements, !found.isEmpty, found.count <= count else {
            return .whole(
                verdict(
                    of: answer,
                    hiding: { (0..<count).flatMap(hidden) },
                    provider: provider,
                    limit: limit,
                    at: now,
                    on: .answer
                )
            )
        }
        func table(_ rules: [Rule]) -> AnswerTable {
            AnswerTable(own: own, code: elements.code, message: elements.message, wait: wait, rules: rules)
        }
        let (known, unknown) = (table(elements.rules), table([]))
        return .each(
            (0..<count).map { index in
                let isThere = index < found.count
                var read = (isThere ? known : unknown).verdict(
                    of: ReadAnswer(isThere ? found[index] : .null, of: answer),
                    hiding: { hidden(index) },
                    provider: provider,
                    limit: limit,
                    at: now,
                    on: .answer
                )
                read.isOfElement = true
                return read
            }
        )
    }

    /// What an answer has for each message; none where it is about the whole.
    ///
    /// One that leads elsewhere comes from somebody who didn't take the messages.
    private func elements(in answer: ReadAnswer) -> [JSONValue] {
        guard let elements, let json = answer.json, !(300..<400).contains(answer.status),
            !rules.contains(where: { $0.holds(for: answer) })
        else { return [] }
        return elements.place.values(in: json)
    }

    /// - Parameter hidden: asked only where there is a reason to give.
    func verdict(
        of answer: ReadAnswer,
        hiding hidden: () -> [String],
        provider: String,
        limit: Int,
        at now: Instant,
        on occasion: Occasion
    ) -> ReadVerdict {
        let index = rules.firstIndex { $0.holds(for: answer) }
        let rule = index.map { rules[$0] }
        if let rule, rule.verdict == .accepted {
            return ReadVerdict(outcome: .accepted(receipt(in: answer, by: rule)), verdict: .accepted, rule: index)
        }
        let isOwn = isOwn(answer)
        let (verdict, isForeign) = rule.map { ($0.verdict, false) } ?? Self.usual(answer.status, isOwn: isOwn)
        var reason =
            switch occasion {
            case .report: report(answer, by: rule, hiding: hidden(), provider: provider)
            case .answer where isForeign: OutcomeReason(foreignAnswer: answer.status, insteadOf: provider)
            case .answer: reason(answer, isOwn: isOwn || index != nil, hiding: hidden(), provider: provider)
            }
        switch rule?.subject {
        case .address?: reason = reason.concerningAddress
        case .provider?: reason = reason.concerningProvider
        case .message?: reason = OutcomeReason(reason.code, reason.message)
        case nil: break
        }
        let outcome: DeliveryOutcome =
            switch verdict {
            case .accepted: .accepted(nil)
            case .deferred: .deferred(reason, after: wait(answer, at: now))
            case .refused: .refused(reason)
            case .tooLarge: .tooLarge(limit: limit)
            case .gone: .gone(reason, since: nil)
            case .misconfigured: .misconfigured(reason)
            case .uncertain: .uncertain(reason)
            }
        return ReadVerdict(outcome: outcome, verdict: verdict, rule: index)
    }

    private func receipt(in answer: ReadAnswer, by rule: Rule) -> ReceiptID? {
        guard let text = rule.receipt.flatMap({ answer.text(at: $0) }) else { return nil }
        return text.isEmpty || text.utf8.count > Self.longestReceipt ? nil : ReceiptID(text)
    }

    private static let longestReceipt = 256

    /// What a status means where no rule holds.
    ///
    /// What isn't the provider's own says nothing of a message, so it is no verdict about one.
    static func usual(_ status: Int, isOwn: Bool) -> (verdict: Verdict, isForeign: Bool) {
        switch status {
        // Taken, perhaps: a success that no rule knows, or a gateway that stopped waiting.
        case 200..<300, 504: (.uncertain, false)
        case 401, 403: (.misconfigured, false)
        case 408, 425, 429, 500...599: (.deferred, false)
        case ..<400: (.deferred, true)
        case 413 where isOwn: (.tooLarge, false)
        case 400..<500 where isOwn: (.refused, false)
        default: (.deferred, true)
        }
    }

    private func isOwn(_ answer: ReadAnswer) -> Bool {
        switch own {
        case .members(let pointers):
            answer.json.map { json in pointers.contains { !$0.values(in: json).isEmpty } } ?? false
        case .text(let pattern): answer.text.map { pattern.matches($0) } ?? false
        }
    }
}
