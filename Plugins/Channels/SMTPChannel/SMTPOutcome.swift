import CarillonPluginKit

/// What a relay's refusal means, by the command it answers.
///
/// Source: RFC 5321, section 4.2.2, and RFC 3463.
///
/// 421 ends the conversation, whatever it answers: it is thrown.
enum SMTPOutcome {
    /// About who sends: 530 and 535 require a log-in, 5.7 a permission.
    ///
    /// Only the size is about the message.
    static func ofSender(_ reply: SMTPReply) throws(SMTPFailure) -> DeliveryOutcome {
        try passing(reply, "MAIL")
            ?? (reply.code == 552 || reply.enhancedCode == "5.3.4"
                ? .refused(reply.reason("MAIL")) : .misconfigured(reply.reason("MAIL")))
    }

    /// About who receives: the only step at which an address can turn out to be dead.
    static func ofRecipient(_ reply: SMTPReply) throws(SMTPFailure) -> DeliveryOutcome {
        if let outcome = try passing(reply, "RCPT") { return outcome }
        if reply.code == 530 { return .misconfigured(reply.reason("RCPT")) }
        // Without an enhanced status code, 550, 551 and 553 mean: there is no such mailbox.
        let isDead = reply.enhancedCode.map { $0.hasPrefix("5.1.") } ?? [550, 551, 553].contains(reply.code)
        return isDead ? .gone(reply.reason("RCPT"), since: nil) : .refused(reply.reason("RCPT"))
    }

    /// About the text: its size, or its content.
    static func ofText(_ reply: SMTPReply) throws(SMTPFailure) -> DeliveryOutcome {
        try passing(reply, "DATA")
            ?? (reply.code == 530 ? .misconfigured(reply.reason("DATA")) : .refused(reply.reason("DATA")))
    }

    private static func passing(_ reply: SMTPReply, _ step: String) throws(SMTPFailure) -> DeliveryOutcome? {
        if reply.code == 421 { throw SMTPFailure(.relay(reply, step: step)) }
        return reply.isTemporary ? .deferred(reply.reason(step), after: nil) : nil
    }
}
