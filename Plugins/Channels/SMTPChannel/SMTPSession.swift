import CarillonModel
import CarillonPluginKit

/// One conversation with a relay: greeting, TLS, log-in, then message after message.
struct SMTPSession {
    private let stream: any ByteStream
    private let relay: SMTPRelay
    private var reader = SMTPReader()
    /// What EHLO offered, upper case, such as `AUTH PLAIN LOGIN`.
    private var capabilities: [String] = []

    init(stream: any ByteStream, relay: SMTPRelay) {
        self.stream = stream
        self.relay = relay
    }

    /// One outcome each, in order; nil represents a message that can't be sent at all.
    mutating func deliver(_ mails: [Mail?]) async -> [DeliveryOutcome] {
        var outcomes: [DeliveryOutcome] = []
        var failure: SMTPFailure?
        do throws(SMTPFailure) {
            try await begin()
        } catch {
            failure = error
        }
        for mail in mails {
            guard let mail else {
                outcomes.append(Mail.malformedAddress)
                continue
            }
            if let failure {
                outcomes.append(failure.outcome)
                continue
            }
            let (outcome, end) = await deliver(mail)
            outcomes.append(outcome)
            failure = end
        }
        if failure == nil { _ = try? await ask("QUIT") }
        return outcomes
    }

    /// Up to where messages are taken.
    private mutating func begin() async throws(SMTPFailure) {
        try await expect(220, try await reply(), "the greeting")
        try await greet()
        if relay.security == .starttls {
            guard offers("STARTTLS") else {
                // Never on without it: an attacker in between could have removed the offer.
                throw SMTPFailure(.settings(OutcomeReason("NoSTARTTLS", "the relay offers no STARTTLS")))
            }
            try await expect(220, try await ask("STARTTLS"), "STARTTLS")
            // What came in before TLS isn't the relay's. Source: RFC 3207, section 5.
            guard reader.isEmpty else { throw SMTPFailure(.protocolFault("words before TLS are in the way")) }
            do throws(EgressFailure) {
                try await stream.upgradeToTLS(host: relay.host)
            } catch {
                throw SMTPFailure(error)
            }
            capabilities = []
            try await greet()
        }
        if let login = relay.login { try await logIn(login) }
    }

    private mutating func greet() async throws(SMTPFailure) {
        let reply = try await ask("EHLO \(relay.ownName)")
        try await expect(250, reply, "EHLO")
        capabilities = reply.lines.dropFirst().map { $0.uppercased() }
    }

    private func offers(_ capability: String) -> Bool {
        capabilities.contains { $0 == capability || $0.hasPrefix(capability + " ") }
    }

    /// Source: RFC 4954; PLAIN by RFC 4616, LOGIN as everybody does it.
    private mutating func logIn(_ login: SMTPRelay.Login) async throws(SMTPFailure) {
        let methods = capabilities.first { $0.hasPrefix("AUTH ") }?.split(separator: " ").dropFirst() ?? []
        let user = Array(login.username.utf8)
        let password = Array(login.password.reveal().utf8)
        if methods.contains("PLAIN") {
            try await expect(235, try await ask("AUTH PLAIN \(Base64.encode([0] + user + [0] + password))"), "AUTH")
        } else if methods.contains("LOGIN") {
            try await expect(334, try await ask("AUTH LOGIN"), "AUTH")
            try await expect(334, try await ask(Base64.encode(user)), "AUTH")
            try await expect(235, try await ask(Base64.encode(password)), "AUTH")
        } else {
            throw SMTPFailure(.settings(OutcomeReason("NoAUTH", "the relay offers neither AUTH PLAIN nor AUTH LOGIN")))
        }
    }

    /// The message's outcome, and why no other can follow, where that is so.
    private mutating func deliver(_ mail: Mail) async -> (DeliveryOutcome, SMTPFailure?) {
        var isHandedOver = false
        do throws(SMTPFailure) {
            let outcome = try await transact(mail, isHandedOver: &isHandedOver)
            if case .accepted = outcome { return (outcome, nil) }
            // The relay forgets what was begun.
            let reply = try await ask("RSET")
            return (outcome, reply.code == 250 ? nil : SMTPFailure(.relay(reply, step: "RSET")))
        } catch {
            guard isHandedOver, case .connection(let failure) = error.cause else { return (error.outcome, error) }
            // The end of the text was sent: the relay may have taken it.
            let message = "the connection broke before the relay answered"
            return (.uncertain(OutcomeReason("NoAnswer", message)), SMTPFailure(.connection(failure)))
        }
    }

    private mutating func transact(_ mail: Mail, isHandedOver: inout Bool) async throws(SMTPFailure) -> DeliveryOutcome
    {
        let isInternational = !mail.recipient.isASCII || !mail.sender.isASCII
        if isInternational, !offers("SMTPUTF8") {
            return .refused(OutcomeReason("NoSMTPUTF8", "the relay takes ASCII addresses only"))
        }
        let size = offers("SIZE") ? " SIZE=\(mail.text.count)" : ""
        let sender = try await ask("MAIL FROM:<\(mail.sender.address)>\(size)\(isInternational ? " SMTPUTF8" : "")")
        guard sender.isPositive else { return try SMTPOutcome.ofSender(sender) }
        let recipient = try await ask("RCPT TO:<\(mail.recipient.address)>")
        guard recipient.isPositive else { return try SMTPOutcome.ofRecipient(recipient) }
        let start = try await ask("DATA")
        guard start.code == 354 else { return try SMTPOutcome.ofText(start) }
        isHandedOver = true
        try await write(mail.data)
        let end = try await reply()
        isHandedOver = false
        return end.isPositive ? .accepted(nil) : try SMTPOutcome.ofText(end)
    }

    private func expect(_ code: Int, _ reply: SMTPReply, _ step: String) async throws(SMTPFailure) {
        guard reply.code == code else { throw SMTPFailure(.relay(reply, step: step)) }
    }

    /// One command, one reply.
    ///
    /// Commands are made of checked parts: none holds a line end.
    private mutating func ask(_ command: String) async throws(SMTPFailure) -> SMTPReply {
        try await write(Array("\(command)\r\n".utf8))
        return try await reply()
    }

    private func write(_ bytes: [UInt8]) async throws(SMTPFailure) {
        do throws(EgressFailure) {
            try await stream.write(bytes)
        } catch {
            throw SMTPFailure(error)
        }
    }

    private mutating func reply() async throws(SMTPFailure) -> SMTPReply {
        while true {
            if let reply = try reader.next() { return reply }
            let bytes: [UInt8]
            do throws(EgressFailure) {
                bytes = try await stream.read()
            } catch {
                throw SMTPFailure(error)
            }
            guard !bytes.isEmpty else { throw SMTPFailure(EgressFailure.noAnswer("the relay closed the connection")) }
            try reader.add(bytes)
        }
    }
}
