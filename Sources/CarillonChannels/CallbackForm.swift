public import CarillonModel
public import CarillonPluginKit

/// What a provider reports later by itself, and how it is known to be the provider.
public struct CallbackForm: Sendable, Hashable {
    public enum Content: String, Sendable, Hashable, CaseIterable {
        case json
        case form
    }

    public let content: Content
    /// Where one callback has its reports, each on a message; nil where it is one itself.
    public let list: AnswerPointer?
    /// Where a report names its message, if all of an account come to one URL; nil where each message has its own.
    public let reference: AnswerPointer?
    public let proof: CallbackProof
    /// Nil where the provider asks nothing first.
    public let challenge: CallbackChallenge?
    /// Seconds after acceptance in which reports are waited for.
    public let lifetime: Duration
    /// A report that no rule decides ends nothing.
    public let answers: AnswerTable
    /// The rules by which the recipient wants nothing more.
    public let stops: Set<Int>

    public init(
        content: Content,
        list: AnswerPointer?,
        reference: AnswerPointer?,
        proof: CallbackProof,
        challenge: CallbackChallenge?,
        lifetime: Duration,
        answers: AnswerTable,
        stops: Set<Int>
    ) {
        self.content = content
        self.list = list
        self.reference = reference
        self.proof = proof
        self.challenge = challenge
        self.lifetime = lifetime
        self.answers = answers
        self.stops = stops
    }

    /// The callback as if it were an answer: a form becomes an object of texts, of which the first of a name counts.
    private func answer(_ body: [UInt8]) -> EgressResponse {
        guard content == .form else { return EgressResponse(status: 200, body: body) }
        var object = JSONObject()
        for pair in FormText.fields(body) where object[pair.name] == nil {
            object[pair.name] = .string(pair.value)
        }
        return EgressResponse(status: 200, body: JSONValue.object(object).utf8)
    }

    /// Each report of a callback: an answer of its own.
    fileprivate func reports(in body: [UInt8]) -> [ReadAnswer] {
        let whole = ReadAnswer(answer(body))
        guard let list else { return [whole] }
        guard let json = whole.json else { return [] }
        return list.values(in: json, reach: .max).map { ReadAnswer($0, of: whole) }
    }
}

/// How a provider makes sure that an account's URL is ours: it shows a secret of ours, and wants to read what it sent beside it.
///
/// Source: Meta, “Webhooks: Getting started”, of which `hub.challenge` is.
public struct CallbackChallenge: Sendable, Hashable {
    /// The names in its query.
    public let token: String
    public let answer: String
    public let value: ChannelText

    public init(token: String, value: ChannelText, answer: String) {
        self.token = token
        self.value = value
        self.answer = answer
    }

    private static let longestAnswer = 256

    /// What is sent back: plain characters, so that nothing of it is ever a page.
    func answer(to query: [(name: String, value: String)], in scope: MessageScope) -> String? {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        guard CallbackProof.isSame(value(token), scope.text(self.value)), let text = value(answer),
            (1...Self.longestAnswer).contains(text.utf8.count),
            text.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0 & 0xDF) || "_.-".utf8.contains($0) })
        else { return nil }
        return text
    }
}

/// What a file's rules make of one report.
public struct ReadReport: Sendable, Hashable {
    public let report: CallbackReport
    /// The rule that decided; nil where none did, and so nothing has ended.
    public let rule: Int?
}

extension DeclaredChannel {
    /// What a callback's body means, once it is proven: a report on each of its messages.
    ///
    /// Pure.
    ///
    /// - Returns: none where the file takes no callbacks.
    public func reports(in body: [UInt8], hiding hidden: [String], at now: Instant) -> [ReadReport] {
        guard let callbacks else { return [] }
        return callbacks.reports(in: body).map { answer in
            let read = callbacks.answers.verdict(
                of: answer,
                hiding: { hidden },
                provider: descriptor.id.rawValue,
                limit: descriptor.sizeLimit ?? Self.usualLimit,
                at: now,
                on: .report
            )
            let reference = callbacks.reference.flatMap { pointer in
                answer.json.flatMap { pointer.values(in: $0).lazy.compactMap(\.string).first }
            }
            guard let rule = read.rule else {
                return ReadReport(report: CallbackReport(.pending, reference: reference), rule: nil)
            }
            let meaning = CallbackReport.Meaning.ended(read.outcome, stops: callbacks.stops.contains(rule))
            return ReadReport(report: CallbackReport(meaning, reference: reference), rule: rule)
        }
    }

    func read(
        _ callback: ProviderCallback,
        settings: ChannelSettings,
        _ cryptography: any Cryptography,
        _ memory: CallbackMemory
    ) -> CallbackReading {
        let scope = accountScope(settings, at: callback.receivedAt)
        guard let callbacks, callbacks.proof.isHeld(by: callback, in: scope, cryptography, memory) else {
            return .forged
        }
        let hidden = descriptor.fields.compactMap { settings.secret($0.name)?.reveal() }
        return .reports(reports(in: callback.body, hiding: hidden, at: callback.receivedAt).map(\.report))
    }

    func answer(
        toChallenge query: [(name: String, value: String)],
        settings: ChannelSettings,
        at now: Instant
    ) -> String? {
        callbacks?.challenge?.answer(to: query, in: accountScope(settings, at: now))
    }
}
