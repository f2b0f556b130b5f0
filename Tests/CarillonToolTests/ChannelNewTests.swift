import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Testing

@testable import carillon

/// `carillon channel new`: what a curl line shows becomes a channel file that is proven.
struct ChannelNewTests {
    private static func draft(
        _ line: String,
        accepted: JSONValue? = ["id": "m-1"]
    ) throws -> (json: JSONValue, file: ChannelFile, report: String) {
        let command: CurlCommand
        do {
            command = try CurlCommand(line)
        } catch {
            Issue.record("\(error.message)")
            throw error
        }
        let acceptance = accepted.map { ChannelDraft.Acceptance(status: 200, body: $0) }
        var draft = ChannelDraft("acme-sms", from: command, acceptance: acceptance)
        let json = draft.json()
        var sources = SourceSet()
        let text = Array(json.prettyText.utf8)
        let file = ChannelFile(text, path: "channels/acme-sms.json", into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: file.diagnostics, subjects: [])
        return (json, file, TextRenderer(isColored: false).render(report))
    }

    private static func request(_ file: ChannelFile) throws -> EgressRequest {
        let channel = try #require(file.draft)
        return try channel.request(of: try #require(channel.samples.requests.first))
    }

    private static let twilio = """
        curl -X POST "https://api.twilio.com/2010-04-01/Accounts/$TWILIO_ACCOUNT_SID/Messages.json" \\
          --data-urlencode "Body=Hi there & more" \\
          --data-urlencode "From=+15557122661" \\
          --data-urlencode "To=+15558675310" \\
          -u $TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN
        """

    @Test func `a form with a name and a password is read, and sends what the line sends`() throws {
        let (json, file, report) = try Self.draft(Self.twilio)
        #expect(file.channel != nil && file.diagnostics.isEmpty, "\(report)")
        #expect(
            json["auth"] == ["basic": ["user": "{settings.twilioAccountSid}", "password": "{secret.twilioAuthToken}"]]
        )
        #expect(json["request"]?["form"] == ["Body": "{slot.body}", "From": "{settings.from}", "To": "{address}"])
        #expect(json["address"]?["samples"] == ["+15558675310"])
        let request = try Self.request(file)
        #expect(request.url == "https://api.twilio.com/2010-04-01/Accounts/example/Messages.json")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "Body=Hi+there+%26+more&From=%2B15557122661&To=%2B15558675310"
        )
    }

    @Test func `a body in JSON keeps what isn't an address or a text, with types and lists`() throws {
        let line = #"""
            curl 'https://api.acme.example/v3/mail?dry=1' -H 'Authorization: Bearer xoxb-123-secret' \
             -H "Content-Type: application/json" -H 'X-Region: eu' -d '{"personalizations": [{"to": [{"email": "ada@example.com"}]}],
              "subject": "It'\''s {new}", "content": [{"type": "text/plain", "value": 7, "text": "Hello"}], "track": false, "tags": []}'
            """#
        let (json, file, report) = try Self.draft(line)
        #expect(file.channel != nil && file.diagnostics.isEmpty, "\(report)")
        #expect(json["auth"] == ["bearer": "{secret.token}"])
        #expect(!json.text.contains("xoxb"))
        let body = try #require(json["request"]?["json"])
        #expect(body["personalizations"]?.array?[0]["to"]?.array?[0]["email"] == "{address}")
        #expect(body["subject"] == "{slot.title?}")
        #expect(body["content"]?.array?[0]["value"] == 7)
        #expect(json["wire"]?["json"]?["/personalizations/*/to/*/email"] == ["type": "text", "required": true])
        #expect(json["wire"]?["json"]?["/subject"] == ["type": "text"])
        #expect(json["address"]?["from"] == "email")
        let request = try Self.request(file)
        #expect(request.url == "https://api.acme.example/v3/mail?dry=1")
        #expect(request.headers.contains { $0.name == "X-Region" && $0.value == "eu" })
        let sent = try JSONValue(parsing: request.body)
        #expect(sent["subject"] == "It's {new}" && sent["track"] == false && sent["tags"] == [])
    }

    @Test func `an address that is a number, a secret in the path and a header with a key`() throws {
        let line = """
            curl https://api.acme.example/bot$BOT_TOKEN/send -H "X-Api-Key: <your key>" --json '{"chat_id": 42, "text": "Hi"}'
            """
        let (json, file, report) = try Self.draft(line, accepted: ["ok": true, "result": ["message_id": 9]])
        #expect(file.channel != nil && file.diagnostics.isEmpty, "\(report)")
        #expect(json["request"]?["url"] == "https://api.acme.example/bot{secret.botToken}/send")
        #expect(json["wire"]?["secretPath"] == true)
        #expect(json["auth"] == ["header": ["name": "X-Api-Key", "value": "{secret.yourKey}"]])
        #expect(json["answer"]?["rules"]?.array?[0]["receipt"] == "/result/message_id")
        #expect(try JSONValue(parsing: Self.request(file).body) == ["chat_id": 42, "text": "Hi"])
    }

    @Test(arguments: [
        (
            "hooks.acme.example/services/T012AB3CD/B0123ABCD/abcDEF0123456789abcDEF01",
            "hooks.acme.example/services/{secret.urlToken}/{secret.urlToken2}/{secret.urlToken3}"
        ),
        ("api.acme.example/bot123456:AAHdqTcvCH1vGWJx/send", "api.acme.example/bot{secret.urlToken}/send"),
        ("a.example/hooks/xk3yq9w7", "a.example/hooks/{secret.urlToken}"),
        ("a.example/v1/9f86d081884c7d659a2feaa0c55ad015/sms", "a.example/v1/{secret.urlToken}/sms"),
        ("a.example/run?sig=Zk3xPq8Wm2Rt7Yb1Nc5V&v=1", "a.example/run"),
        // Words, versions and dates are none.
        ("a.example/2010-04-01/sendTransactionalMessageV2/services/sms", nil),
        ("a.example/rooms/123456789012345678/hooks-of-mine", nil),
    ])
    func `what looks like a secret in a URL isn't copied, and is said to be a guess`(
        url: String,
        expected: String?
    ) throws {
        let line = "curl 'https://\(url)' --json '{\"to\": \"+4790012345\", \"text\": \"Hi\"}'"
        let command = try CurlCommand(line)
        let acceptance = ChannelDraft.Acceptance(status: 200, body: ["id": "m-1"])
        var draft = ChannelDraft("acme-sms", from: command, acceptance: acceptance)
        let json = draft.json()
        #expect(json["request"]?["url"]?.string == "https://\(expected ?? url)")
        let isGuess = draft.questions.contains { $0.hasPrefix("request.url") }
        #expect(isGuess == (expected != nil))
        for secret in ["abcDEF", "AAHdq", "xk3yq", "9f86d", "Zk3x", "T012"] { #expect(!json.text.contains(secret)) }
        var sources = SourceSet()
        let file = ChannelFile(Array(json.prettyText.utf8), path: "channels/acme-sms.json", into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: file.diagnostics, subjects: [])
        #expect(file.channel != nil, "\(TextRenderer(isColored: false).render(report))")
    }

    @Test func `without an answer there is no rule, and the file asks for one`() throws {
        let (json, file, report) = try Self.draft(Self.twilio, accepted: nil)
        #expect(json["answer"]?["rules"] == [])
        #expect(file.channel == nil && report.contains("rules"), "\(report)")
        #expect(json["samples"]?["requests"]?["plain"]?["golden"]?.string?.hasPrefix("Body=Hi+there") == true)
    }

    @Test(arguments: [
        ("wget https://a.example", "this doesn't begin with `curl`"), ("curl -s", "there is no URL"),
        ("curl http://a.example/x", "the URL isn't an https URL"),
        ("curl https://$HOST/x", "the host is no fixed name"),
        ("curl https://a.example -F a=b", "no multipart forms"),
        ("curl https://a.example --frobnicate 1", "--frobnicate"),
        ("curl 'https://a.example", "a quotation mark isn't closed"),
        ("curl https://a.example -d @file", "the body itself"),
        ("curl https://a.example --json '{'", "the body is no JSON"), ("curl -X DELETE https://a.example/x", "DELETE"),
        ("curl https://a.example -X", "-X lacks its value"),
    ]) func `a line that can't become a file is refused with the reason`(line: String, message: String) {
        let fault = #expect(throws: CurlCommand.Fault.self) { try CurlCommand(line) }
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
    }
}
