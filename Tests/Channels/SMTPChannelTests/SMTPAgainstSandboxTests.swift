import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonTesting
import SMTPChannel
import Testing

private let values: [String: JSONValue] = [
    "host": "relay.acme.example", "port": 587, "security": "starttls", "username": "carillon",
    "from": "Ærlig <alerts@acme.example>",
]
private let secrets = ["password": Secret("sesame")]

private func message(to address: String = "ana@example.net") -> OutgoingMessage {
    var message = OutgoingMessage.testing(to: address)
    message.slots = [
        "email.subject": "تكليف جديد: تم تعيينك في ملف ألمانيا كمحلل قطري", "email.text": "Linje 1\n.\nLinje = 3 ",
        "email.html": "<p>تكليف جديد</p>",
    ]
    return message
}

private func channel(_ sandbox: Sandbox, password: String = "sesame") throws -> SMTPMail {
    let settings = ChannelSettings(values: values, secrets: ["password": Secret(password)])
    return try SMTPMail(settings: settings, host: .testing(streams: SandboxStreams(sandbox)))
}

private func sandbox(_ script: String = "[]") async -> Sandbox {
    let sandbox = Sandbox { ManualClock().now }
    let users: JSONValue = ["smtp": [["username": "carillon", "password": "sesame"]]]
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/credentials", body: users.utf8))
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/script", body: Array(script.utf8)))
    return sandbox
}

private func received(_ sandbox: Sandbox) async throws -> [JSONValue] {
    let list = await sandbox.respond(to: SandboxRequest(method: "GET", path: "/sandbox/messages"))
    return try JSONValue(parsing: list.body)["messages"]?.array ?? []
}

@Test func `the SMTP channel does what every channel must`() async {
    let conformance = ChannelConformance(
        SMTPMail.kind,
        values: values,
        secrets: secrets,
        message: message(),
        unusableAddress: "not an address",
        streams: { SandboxStreams(Sandbox { ManualClock().now }) }
    )
    #expect(await conformance.violations() == [])
}

@Test func `a message arrives as it was written, in every script`() async throws {
    let sandbox = await sandbox()
    #expect(try await channel(sandbox).deliver([message()]) == [.accepted(nil)])
    let mail = try #require(try await received(sandbox).first)
    #expect(mail["token"] == "ana@example.net")
    let headers = mail["message"]?["headers"]
    #expect(headers?["subject"] == "تكليف جديد: تم تعيينك في ملف ألمانيا كمحلل قطري")
    #expect(headers?["from"] == "Ærlig <alerts@acme.example>")
    #expect(headers?["to"] == "ana@example.net")
    #expect(mail["message"]?["text"]?.string?.hasPrefix("Linje 1\n.\nLinje = 3 \n") == true)
    #expect(mail["message"]?["html"]?.string?.contains("<p>تكليف جديد</p>") == true)
}

@Test func `scripted relays have the outcomes of real ones`() async throws {
    let script = #"""
        [{"provider":"smtp","token":"gone@x.example","error":"550 5.1.1 no such user"},
         {"provider":"smtp","token":"later@x.example","error":"451 4.7.1 greylisted","times":1},
         {"provider":"smtp","token":"cut@x.example","drop":"after"}]
        """#
    let sandbox = await sandbox(script)
    let batch = ["gone@x.example", "later@x.example", "ana@x.example", "cut@x.example", "bo@x.example"].map {
        message(to: $0)
    }
    let outcomes = try await channel(sandbox).deliver(batch)
    #expect(outcomes.map { $0.reason?.code } == ["SMTP550", "SMTP451", nil, "NoAnswer", "NotSent"])
    #expect(try await received(sandbox).map { $0["token"] } == ["ana@x.example", "cut@x.example"])
}

@Test func `a wrong password is the tenant's to mend`() async throws {
    let outcomes = try await channel(await sandbox(), password: "guess").deliver([message()])
    #expect(outcomes.first?.reason?.code == "SMTP535")
}

@Test func `a payload can't add a header, a recipient or a second message`() async throws {
    let sandbox = await sandbox()
    var hostile = message()
    let evil =
        "x\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nRCPT TO:<bo@example.net>\r\nDATA\r\nBcc: bo@example.net\r\n\r\n"
    hostile.slots = ["email.subject": evil, "email.text": evil, "email.html": evil, "email.preheader": evil]
    hostile.unsubscribeURL = evil
    hostile.locale = evil
    hostile.notification = evil
    #expect(try await channel(sandbox).deliver([hostile]) == [.accepted(nil)])
    let mails = try await received(sandbox)
    #expect(mails.count == 1)
    #expect(mails.first?["message"]?["headers"]?["bcc"] == nil)
}

@Test func `settings that don't fit together are found`() {
    let open = values.merging(["security": "none"]) { $1 }
    #expect(SMTPMail.check(ChannelSettings(values: open)).map(\.field) == ["security"])
    #expect(SMTPMail.check(ChannelSettings(values: ["from": "a@b@c"])).map(\.field) == ["from"])
    #expect(throws: SettingProblem.self) { try SMTPMail(settings: ChannelSettings(values: values), host: .testing()) }
    let hostless = values.merging(["host": "a b"]) { $1 }
    #expect(throws: SettingProblem.self) {
        try SMTPMail(settings: ChannelSettings(values: hostless, secrets: secrets), host: .testing())
    }
}
