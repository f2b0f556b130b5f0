import CarillonModel
import CarillonPluginKit

/// One message as it is handed in: envelope and text.
struct Mail: Sendable {
    let sender: Mailbox
    let recipient: Mailbox
    /// Header and body, every line ended with CRLF, not yet dot-stuffed.
    let text: [UInt8]

    static let malformedAddress = DeliveryOutcome.refused(
        OutcomeReason("MalformedAddress", "this is no e-mail address")
    )

    /// Nil where the address is none.
    init?(_ message: OutgoingMessage, from sender: Mailbox, replyTo: Mailbox?, at now: Instant) {
        guard let recipient = Mailbox(message.address) else { return nil }
        self.sender = sender
        self.recipient = recipient
        var header: [(String, String)] = [
            ("Date", MailDate.text(now)), ("From", sender.headerText(at: "From: ".utf8.count)),
            ("To", recipient.address),
        ]
        if let replyTo { header.append(("Reply-To", replyTo.headerText(at: "Reply-To: ".utf8.count))) }
        let subject = message.slots["email.subject"] ?? message.slots["title"] ?? ""
        header += [
            ("Message-ID", "<\(Self.id(of: message))@\(sender.domain)>"),
            ("Subject", EncodedWord.header(subject, at: "Subject: ".utf8.count)),
            ("MIME-Version", "1.0"), ("Auto-Submitted", "auto-generated"),
        ]
        if let url = message.unsubscribeURL, WebOrigin(url: url) != nil, !url.contains(where: { "<>,".contains($0) }) {
            header += [("List-Unsubscribe", "<\(url)>"), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")]
        }
        if MailBody.isLanguageTag(message.locale) { header.append(("Content-Language", message.locale)) }
        let body = MailBody(message)
        text = Array((header + body.header).map { "\($0): \($1)\r\n" }.joined().utf8) + Array("\r\n\(body.text)".utf8)
    }

    /// The same on every attempt: whoever receives it twice can recognise it.
    private static func id(of message: OutgoingMessage) -> String {
        let name = message.notification.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return "\(message.delivery).\(name).\(message.tenant.rawValue)"
    }

    /// With a dot before every line that begins with one, and the line that ends it.
    ///
    /// Source: RFC 5321, section 4.5.2.
    var data: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + 8)
        var atLineStart = true
        for byte in text {
            if atLineStart, byte == UInt8(ascii: ".") { output.append(byte) }
            output.append(byte)
            atLineStart = byte == 0x0A
        }
        return output + Array(".\r\n".utf8)
    }
}

/// `Wed, 25 Feb 2026 12:00:00 +0000`.
///
/// Source: RFC 5322, section 3.3.
enum MailDate {
    static func text(_ instant: Instant) -> String {
        let seconds = instant.epochMilliseconds.floorDivided(by: 1000)
        let day = seconds.floorDivided(by: 86400)
        let (year, month, date) = CivilCalendar.date(ofDay: day)
        let rest = seconds - day * 86400
        // 1970-01-01 was a Thursday.
        let weekday = weekdays[Int((day % 7 + 11) % 7)]
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(weekday), \(date) \(months[Int(month) - 1]) \(year) \(time) +0000"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
