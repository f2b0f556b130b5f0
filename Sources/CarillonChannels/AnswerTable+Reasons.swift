import CarillonModel
import CarillonPluginKit

/// Why a message didn't arrive, in the provider's words as far as these may be repeated, and how long it asks to wait.
extension AnswerTable {
    func reason(
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
    func report(
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

    func wait(_ answer: ReadAnswer, at now: Instant) -> Duration? {
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
