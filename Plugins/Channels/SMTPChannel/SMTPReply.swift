import CarillonPluginKit

/// What the relay answers: a code, the lines after it, and the enhanced status code in them.
///
/// Source: RFC 5321, section 4.2.
struct SMTPReply: Sendable {
    let code: Int
    /// The lines' text, without the code.
    let lines: [String]

    /// `5.1.1` at the beginning of the text.
    ///
    /// Source: RFC 3463.
    var enhancedCode: String? {
        guard let word = lines.first?.split(separator: " ").first else { return nil }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 1, parts.allSatisfy({ (1...3).contains($0.count) && Int($0) != nil })
        else {
            return nil
        }
        return String(word)
    }

    var isPositive: Bool { (200..<400).contains(code) }
    var isTemporary: Bool { (400..<500).contains(code) }

    /// With the relay's own text, which often contains the remedy.
    func reason(_ step: String) -> OutcomeReason {
        OutcomeReason("SMTP\(code)", "the relay answered \(enhancedCode ?? "\(code)") to \(step)").quoting(text)
    }

    /// The text of the lines, without codes.
    private var text: String {
        lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }.filter { $0 != enhancedCode ?? "" }
            .joined(separator: " ")
    }
}

/// Takes replies out of what comes in, in whatever pieces.
struct SMTPReader {
    private var buffer: [UInt8] = []

    /// What no relay needs: a line or a reply longer than this is an attack, or no SMTP.
    private static let limit = 64 * 1024

    /// Bytes that came and belong to no reply yet.
    var isEmpty: Bool { buffer.isEmpty }

    mutating func add(_ bytes: [UInt8]) throws(SMTPFailure) {
        buffer += bytes
        guard buffer.count <= Self.limit else { throw SMTPFailure(.protocolFault("the relay's answer has no end")) }
    }

    /// The next whole reply, if it is there.
    mutating func next() throws(SMTPFailure) -> SMTPReply? {
        var lines: [String] = []
        var rest = buffer[...]
        while let end = rest.firstIndex(of: 0x0A) {
            var line = rest[..<end]
            if line.last == 0x0D { line.removeLast() }
            rest = rest[(end + 1)...]
            guard line.count >= 3, let code = Int(String(decoding: line.prefix(3), as: UTF8.self)),
                (200..<600).contains(code)
            else { throw SMTPFailure(.protocolFault("this is no SMTP relay")) }
            let text = line.dropFirst(3)
            lines.append(String(decoding: text.dropFirst(), as: UTF8.self))
            guard text.first == UInt8(ascii: "-") else {
                buffer = Array(rest)
                return SMTPReply(code: code, lines: lines)
            }
        }
        return nil
    }
}

/// Why a conversation can't go on.
///
/// What had been requested before its end was not carried out, unless stated otherwise.
struct SMTPFailure: Error, Sendable {
    enum Cause: Sendable {
        case connection(EgressFailure)
        case protocolFault(String)
        /// The relay refuses us, not a message.
        case relay(SMTPReply, step: String)
        case settings(OutcomeReason)
    }

    let cause: Cause

    init(_ cause: Cause) { self.cause = cause }
    init(_ failure: EgressFailure) { cause = .connection(failure) }

    var outcome: DeliveryOutcome {
        switch cause {
        case .connection(.notSent(let message)), .connection(.noAnswer(let message)):
            .deferred(OutcomeReason("NotSent", message, scope: .provider), after: nil)
        case .connection(.forbidden(let message)): .misconfigured(OutcomeReason("ForbiddenDestination", message))
        case .protocolFault(let message): .deferred(OutcomeReason("NoSMTP", message, scope: .provider), after: nil)
        case .relay(let reply, let step):
            reply.isTemporary
                ? .deferred(reply.reason(step).concerningProvider, after: nil) : .misconfigured(reply.reason(step))
        case .settings(let reason): .misconfigured(reason)
        }
    }
}
