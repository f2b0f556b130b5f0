import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import SMTPChannel

private func mail(_ change: (inout OutgoingMessage) -> Void = { _ in }) throws -> String {
    var message = OutgoingMessage.testing(to: "ana@example.net")
    message.slots = ["email.subject": "Door opened", "email.text": "Front door opened."]
    change(&message)
    let sender = try #require(Mailbox("\"Acme, Inc.\" <alerts@acme.example>"))
    return String(
        decoding: try #require(Mail(message, from: sender, replyTo: nil, at: ManualClock().now)).text,
        as: UTF8.self
    )
}

/// The lines of one header, its name on the first.
private func lines(of name: String, in mail: String) -> [String]? {
    let all = mail.components("\r\n")
    guard let start = all.firstIndex(where: { $0.hasPrefix("\(name): ") }) else { return nil }
    return [all[start]] + all[(start + 1)...].prefix { $0.hasPrefix(" ") }
}

private func header(_ name: String, of mail: String) -> String? {
    mail.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
}

@Test func `a message of plain text is whole and ASCII`() throws {
    let expected = """
        Date: Wed, 25 Feb 2026 12:00:00 +0000
        From: "Acme, Inc." <alerts@acme.example>
        To: ana@example.net
        Message-ID: <1.018f6b2e-0000-7000-8000-000000000001.test@acme.example>
        Subject: Door opened
        MIME-Version: 1.0
        Auto-Submitted: auto-generated
        Content-Language: en
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        Front door opened.

        """
    #expect(try mail() == expected.replacing("\n", with: "\r\n"))
}

@Test func `with HTML the plain text comes first, the richer part last`() throws {
    let text = try mail {
        $0.slots["email.html"] = "<p>Front door</p>"
        $0.slots["email.preheader"] = "09:41 <Hall>"
        $0.locale = "ar"
    }
    let parts = text.components("--=_carillon_alternative")
    #expect(parts.count == 4 && parts[3] == "--\r\n")
    #expect(parts[1].contains("Content-Type: text/plain") && parts[2].contains("Content-Type: text/html"))
    #expect(parts[2].contains(#"<html lang=3D"ar" dir=3D"rtl">"#))
    #expect(parts[2].replacing("=\r\n", with: "").contains("09:41 &lt;Hall&gt;"))
}

@Test(arguments: [
    ("ar", "rtl"), ("he", "rtl"), ("fa-IR", "rtl"), ("az-Arab", "rtl"), ("ckb", "rtl"), ("ar-Latn", "ltr"),
    ("ku", "ltr"), ("nb-NO", "ltr"), ("und", "ltr"),
])
func `HTML is read in the direction of its language's script`(language: String, direction: String) throws {
    let text = try mail {
        $0.slots["email.html"] = "<p>Front door</p>"
        $0.locale = language
    }
    #expect(text.replacing("=\r\n", with: "").contains("<html lang=3D\"\(language)\" dir=3D\"\(direction)\">"))
}

@Test func `one-click unsubscribing needs both headers and an https address`() throws {
    let text = try mail { $0.unsubscribeURL = "https://n.acme.example/u/9f2c" }
    #expect(header("List-Unsubscribe", of: text) == "<https://n.acme.example/u/9f2c>")
    #expect(header("List-Unsubscribe-Post", of: text) == "List-Unsubscribe=One-Click")
    for bad in ["http://n.acme.example/", "https://a.example/>\r\nBcc: eve@evil.example", "mailto:a@b"] {
        #expect(try header("List-Unsubscribe", of: mail { $0.unsubscribeURL = bad }) == nil)
    }
}

@Test(arguments: [
    "Hi\r\nBcc: eve@evil.example", "Hi\nBcc: eve@evil.example", "Hi\r\n\r\nbody", "a\u{0}b", "a\u{2028}Bcc: x",
    "a\u{85}b",
])
func `nothing in a subject begins another header`(subject: String) throws {
    let plain = try mail()
    let text = try mail { $0.slots["email.subject"] = subject }
    #expect(text.components("\r\n").count == plain.components("\r\n").count)
    #expect(header("Bcc", of: text) == nil)
}

@Test(arguments: [
    "Puerta abierta – 09:41", "تكليف جديد: تم تعيينك في ملف ألمانيا كمحلل قطري وهذا نص طويل جدا", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "=?UTF-8?B?x?=", String(repeating: "é", count: 200), "e" + String(repeating: "\u{301}", count: 60),
    String(repeating: "x", count: 300),
])
func `subjects that can't stand as they are become encoded words, cut between characters`(subject: String) throws {
    let found = try #require(lines(of: "Subject", in: mail { $0.slots["email.subject"] = subject }))
    var decoded = ""
    for line in found {
        #expect(line.utf8.count <= 76)
        let word = line.drop { $0 != "=" }
        #expect((13...75).contains(word.utf8.count))
        let bytes = try #require(Base64.decode(word.dropFirst(10).dropLast(2)))
        decoded += try #require(String(validating: bytes, as: UTF8.self))
    }
    #expect(decoded == subject)
}

@Test(arguments: [
    String(repeating: "word ", count: 40) + "end",
    "Your parcel of seventy-odd letters leaves the depot in Rotterdam at nine o'clock",
    "two  spaces   three    four" + String(repeating: " ", count: 60) + "far away ",
])
func `long subjects of ASCII are folded at their spaces, and read the same`(subject: String) throws {
    let found = try #require(lines(of: "Subject", in: mail { $0.slots["email.subject"] = subject }))
    #expect(found.count > 1)
    #expect(found.allSatisfy { $0.utf8.count <= 76 && !$0.allSatisfy { $0 == " " } })
    #expect(found.joined() == "Subject: \(subject)")
}

@Test(arguments: [
    "Ærlig talt, dette er et meget langt navn på en afsender <alerts@acme.example>",
    "A name of plain letters that goes on and on until the line has no room for it <alerts@acme.example>",
    "Acme, Inc., a company whose name holds commas and is longer than its address <alerts@acme.example>",
])
func `a sender's long name leaves every line short`(sender: String) throws {
    let text = "From: \(try #require(Mailbox(sender)).headerText(at: 6))"
    #expect(text.components("\r\n").allSatisfy { $0.utf8.count <= 76 })
    #expect(text.components("\r\n").dropFirst().allSatisfy { $0.hasPrefix(" ") })
    #expect(text.hasSuffix(" <alerts@acme.example>"))
}

@Test func `quoted-printable lines are short, and nothing is lost at their ends`() {
    let long = String(repeating: "x = 1, ", count: 30) + "end \n.dot\nand\ttab\t\nlast"
    let (name, lines) = TransferEncoding.encoded(long)
    #expect(name == "quoted-printable")
    #expect(lines.components("\r\n").allSatisfy { $0.utf8.count <= 76 && !$0.hasSuffix(" ") && !$0.hasSuffix("\t") })
    #expect(lines.hasSuffix("end=20\r\n.dot\r\nand\ttab=09\r\nlast\r\n"))
    #expect(TransferEncoding.encoded("تكليف جديد").name == "base64")
}

@Test func `every line end becomes CRLF`() {
    #expect(TransferEncoding.normalized("a\nb\rc\r\nd\r\r\n\n") == Array("a\r\nb\r\nc\r\nd\r\n\r\n\r\n".utf8))
}

@Test func `a line that begins with a dot gets another, and the text ends with a dot of its own`() throws {
    var message = OutgoingMessage.testing(to: "ana@example.net")
    message.slots = ["email.subject": "s", "email.text": ".\r\n.\n..two\nend"]
    let sender = try #require(Mailbox("a@b.example"))
    let mail = try #require(Mail(message, from: sender, replyTo: nil, at: ManualClock().now))
    let data = String(decoding: mail.data, as: UTF8.self)
    #expect(data.hasSuffix("\r\n\r\n..\r\n..\r\n...two\r\nend\r\n.\r\n"))
    #expect(data.components("\r\n.\r\n").count == 2)
}

@Test(arguments: [
    "", "ana", "@x", "a@", "a b@c.example", "a@b@c", "a@b.example\r\nRCPT TO:<eve@evil.example>", "<a@b.example>>",
    "a@b,c@d",
    "a@.example", "a@b..example", "\"a b\"@c.example", "a\u{200B}b@c.example",
    "\(String(repeating: "a", count: 65))@b.example",
])
func `what is no address is none`(text: String) {
    #expect(Mailbox(text) == nil)
}

@Test(arguments: [
    ("Acme <a@b.example>", "Acme <a@b.example>"), ("Acme, Inc. <a@b.example>", "\"Acme, Inc.\" <a@b.example>"),
    ("a@b.example", "a@b.example"), ("Ærlig <a@b.example>", "=?UTF-8?B?w4ZybGln?= <a@b.example>"),
    ("\"A \\\"B\\\"\" <a@b.example>", "\"A \\\"B\\\"\" <a@b.example>"),
])
func `a sender's name is quoted or encoded where it must be`(text: String, header: String) {
    #expect(Mailbox(text)?.headerText(at: 6) == header)
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
