public import CarillonModel

/// What a rule of an answer table names.
extension AnswerTable {
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

    public enum Condition: Sendable, Hashable {
        /// A value there is one of these, with their types.
        case oneOf([JSONValue])
        /// A text there matches as a whole.
        case matches(LinearPattern)
        case present(Bool)
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
