public import CarillonModel
public import CarillonPluginKit

/// What each answer of a provider means: rules, of which the first that holds decides, over a default by status.
///
/// It ends every answer in an outcome.
public struct AnswerTable: Sendable, Hashable {
    /// An outcome as a file names it.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        case accepted
        case deferred
        case refused
        case tooLarge
        case gone
        case misconfigured
        case uncertain

        /// Whether it judges what was sent, and not the account, the time or the way.
        var isAboutMessages: Bool {
            switch self {
            case .refused, .tooLarge, .gone: true
            case .accepted, .deferred, .misconfigured, .uncertain: false
            }
        }
    }

    /// What a verdict is about, beyond the message.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        case message
        case address
        case provider
    }

    public enum Condition: Sendable, Hashable {
        /// A value there is one of these, with their types.
        case oneOf([JSONValue])
        /// A text there matches as a whole.
        case matches(LinearPattern)
        case present(Bool)
    }

    /// When a provider says something.
    public enum Occasion: Sendable, Hashable {
        /// To a request.
        case answer
        /// By itself, or asked for what became of a message.
        case report
    }

    /// All that it names must hold.
    public struct Rule: Sendable, Hashable {
        /// Empty: any.
        public let statuses: Statuses
        public let json: [JSONTest]
        /// The whole body, where it isn't JSON; empty: any.
        public let texts: [String]
        public let headers: [HeaderTest]
        public let verdict: Verdict
        public let subject: Subject?
        /// What the provider calls the message it accepted.
        public let receipt: AnswerPlace?

        public init(
            statuses: Statuses,
            json: [JSONTest],
            texts: [String],
            headers: [HeaderTest],
            verdict: Verdict,
            subject: Subject?,
            receipt: AnswerPlace?
        ) {
            self.statuses = statuses
            self.json = json
            self.texts = texts
            self.headers = headers
            self.verdict = verdict
            self.subject = subject
            self.receipt = receipt
        }
    }

    /// A header is there, and has a form where one is given.
    public struct HeaderTest: Sendable, Hashable {
        /// In lower case.
        public let name: String
        public let pattern: LinearPattern?

        public init(_ name: String, _ pattern: LinearPattern?) {
            self.name = name.lowercased()
            self.pattern = pattern
        }
    }

    public struct JSONTest: Sendable, Hashable {
        public let pointer: AnswerPointer
        public let condition: Condition

        public init(_ pointer: AnswerPointer, _ condition: Condition) {
            self.pointer = pointer
            self.condition = condition
        }
    }

    /// Ranges of HTTP statuses.
    public struct Statuses: Sendable, Hashable {
        public let ranges: [ClosedRange<Int>]

        public static let any = Statuses([])

        public init(_ ranges: [ClosedRange<Int>]) {
            self.ranges = ranges
        }

        public func contains(_ status: Int) -> Bool { ranges.isEmpty || ranges.contains { $0.contains(status) } }

        /// Whether it has every status of the other.
        func covers(_ other: Statuses) -> Bool {
            guard !ranges.isEmpty else { return true }
            guard !other.ranges.isEmpty else { return false }
            return other.ranges.allSatisfy { range in range.allSatisfy { contains($0) } }
        }
    }

    /// How an answer of the provider's own is told from the page of a proxy.
    public enum OwnForm: Sendable, Hashable {
        /// One of these is in it.
        case members([AnswerPointer])
        /// The body is a text of this form.
        case text(LinearPattern)
    }

    /// Where the provider says how long to wait, beside `Retry-After`.
    public struct Wait: Sendable, Hashable {
        public enum Unit: String, Sendable, Hashable, CaseIterable {
            case seconds = "s"
            case milliseconds = "ms"
            /// A time in seconds since 1970.
            case epoch
        }

        public let place: AnswerPlace
        public let unit: Unit

        public init(_ place: AnswerPlace, _ unit: Unit) {
            self.place = place
            self.unit = unit
        }
    }

    public let own: OwnForm
    public let code: AnswerPlace?
    public let message: AnswerPlace?
    public let wait: Wait?
    public let rules: [Rule]
    /// Nil where a request hands over one message.
    public let elements: ElementTable?

    public init(
        own: OwnForm,
        code: AnswerPlace?,
        message: AnswerPlace?,
        wait: Wait?,
        rules: [Rule],
        elements: ElementTable? = nil
    ) {
        self.own = own
        self.code = code
        self.message = message
        self.wait = wait
        self.rules = rules
        self.elements = elements
    }
}

/// What an answer says of each message of a batch.
public struct ElementTable: Sendable, Hashable {
    /// Its elements, in the order of the messages, such as `/data/*`.
    public let place: AnswerPointer
    /// Within an element.
    public let code: AnswerPlace?
    public let message: AnswerPlace?
    public let rules: [AnswerTable.Rule]

    public init(place: AnswerPointer, code: AnswerPlace?, message: AnswerPlace?, rules: [AnswerTable.Rule]) {
        self.place = place
        self.code = code
        self.message = message
        self.rules = rules
    }
}

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
    private func verdict(
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

    private func reason(
        _ answer: ReadAnswer,
        isOwn: Bool,
        hiding hidden: [String],
        provider: String
    ) -> OutcomeReason {
        let usual = OutcomeReason(status: answer.status)
        guard isOwn else { return usual }
        let text = "\(provider) answered with status \(answer.status)"
        let code = code.flatMap { answer.text(at: $0) }.flatMap { Self.isCode($0, hiding: hidden) ? $0 : nil }
        return OutcomeReason(code ?? usual.code, text).concerningRequest(status: answer.status)
            .quoting(message.flatMap { answer.text(at: $0) }, hiding: hidden)
    }

    /// What the rule saw, as the report has it, as far as these have the form of codes.
    ///
    /// A report is about one message, whatever its own request was answered with.
    private func report(
        _ answer: ReadAnswer,
        by rule: Rule?,
        hiding hidden: [String],
        provider: String
    ) -> OutcomeReason {
        func value(at place: AnswerPlace) -> String? {
            answer.text(at: place).flatMap { Self.isCode($0, hiding: hidden) ? $0 : nil }
        }
        let ownCode = code.flatMap { value(at: $0) }
        let seen = (rule?.json ?? []).compactMap { value(at: .json($0.pointer)) }
        let values = (seen + [ownCode].compactMap(\.self)).reduce(into: [String]()) { values, value in
            if !values.contains(value) { values.append(value) }
        }
        let text = values.isEmpty ? "that it failed" : values.map { "`\($0)`" }.joined(separator: ", ")
        return OutcomeReason(ownCode ?? values.first ?? "Reported", "\(provider) reported \(text)")
            .quoting(message.flatMap { answer.text(at: $0) }, hiding: hidden)
    }

    /// Whether a text is a provider's code, and nothing of what was sent: letters, digits, `_`, `.` and `-`, at most 64; digits
    /// alone at most 9.
    static func isCode(_ text: String, hiding hidden: [String]) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        let isPlain = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "_.-".utf8.contains(byte)
        }
        guard isPlain, text.utf8.count <= 9 || !text.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        return !hidden.contains { $0.utf8.count > 3 && (text.contains($0) || $0.contains(text) && text.utf8.count > 5) }
    }

    private func wait(_ answer: ReadAnswer, at now: Instant) -> Duration? {
        guard let wait, let text = answer.text(at: wait.place), let number = Double(text), number.isFinite, number >= 0
        else { return answer.response.retryAfter(at: now) }
        let day = 86_400_000.0
        let milliseconds =
            switch wait.unit {
            case .seconds: number * 1000
            case .milliseconds: number
            case .epoch: number * 1000 - Double(now.epochMilliseconds)
            }
        return .milliseconds(Int64(min(max(milliseconds, 0), day).rounded(.up)))
    }
}

extension AnswerTable.Rule {
    func holds(for answer: ReadAnswer) -> Bool {
        statuses.contains(answer.status)
            && (texts.isEmpty || answer.text.map(texts.contains) ?? false)
            && headers.allSatisfy { test in
                answer.header(test.name).map { test.pattern?.matches($0) ?? true } ?? false
            }
            && json.allSatisfy { $0.holds(for: answer) }
    }

    /// Whether it holds wherever the other does, as far as that can be read from them.
    public func covers(_ other: AnswerTable.Rule) -> Bool {
        statuses.covers(other.statuses)
            && (texts.isEmpty || !other.texts.isEmpty && other.texts.allSatisfy(texts.contains))
            && headers.allSatisfy { test in
                other.headers.contains { $0.name == test.name && (test.pattern == nil || test.pattern == $0.pattern) }
            }
            && json.allSatisfy { test in
                other.json.contains { $0.pointer == test.pointer && test.condition.covers($0.condition) }
            }
    }

    /// Whether the status alone decides.
    public var isByStatusAlone: Bool { json.isEmpty && texts.isEmpty && headers.isEmpty }
}

extension AnswerTable.JSONTest {
    fileprivate func holds(for answer: ReadAnswer) -> Bool {
        let values = answer.json.map { pointer.values(in: $0) } ?? []
        return switch condition {
        case .present(let isPresent): values.contains { !$0.isNull } == isPresent && answer.json != nil
        case .matches(let pattern): values.contains { $0.string.map { pattern.matches($0) } ?? false }
        case .oneOf(let literals): values.contains { value in literals.contains { value.isSame(as: $0) } }
        }
    }
}

extension AnswerTable.Condition {
    /// Whether it holds wherever the other does.
    fileprivate func covers(_ other: AnswerTable.Condition) -> Bool {
        switch (self, other) {
        case (.present(true), .oneOf(let literals)): literals.allSatisfy { !$0.isNull }
        case (.present(true), .matches): true
        case (.oneOf(let all), .oneOf(let some)): some.allSatisfy { value in all.contains { $0.isSame(as: value) } }
        case (.matches(let pattern), .oneOf(let literals)):
            literals.allSatisfy { $0.string.map { pattern.matches($0) } ?? false }
        default: self == other
        }
    }
}

extension JSONValue {
    /// The same value with the same type; `1` and `1.0` are one number.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        if let number = wholeNumber, let other = other.wholeNumber { return number == other }
        return self == other
    }
}
