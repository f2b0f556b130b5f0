import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// `carillon channel new --from-openapi`: what a document says of an operation becomes a channel file that is proven, and what it
/// doesn't say is asked.
struct ChannelFromOpenAPITests {
    private struct Draft {
        let json: JSONValue
        let questions: String
        let file: ChannelFile
        let report: String

        func request() throws -> EgressRequest {
            let channel = try #require(file.channel, "\(report)")
            return try channel.request(of: try #require(channel.samples.requests.first))
        }
    }

    private static func operation(_ name: String, in text: String) throws -> DocumentedOperation {
        var sources = SourceSet()
        let source = sources.add(SourceFile(path: "openapi.json", content: Array(text.utf8)))
        let (root, faults) = JSONReader.read(Array(text.utf8), source: source)
        try #require(faults.isEmpty)
        var reader = DocumentedOperationReader(try OpenAPIDocument(try #require(root), source: source))
        return try reader.operation(name)
    }

    private static func draft(_ name: String, in text: String) throws -> Draft {
        var draft = ChannelDraft(
            "acme-sms",
            from: try operation(name, in: text),
            acceptance: nil
        )
        let json = draft.json()
        var sources = SourceSet()
        let file = ChannelFile(Array(json.prettyText.utf8), path: "channels/acme-sms.json", into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: file.diagnostics, subjects: [])
        return Draft(
            json: json,
            questions: draft.questions.joined(separator: "\n"),
            file: file,
            report: TextRenderer(isColored: false).render(report)
        )
    }

    @Test func `a form with a name and a password, and a rule for each code that is shown`() throws {
        let draft = try Self.draft("CreateMessage", in: ProviderDocuments.twilio)
        #expect(draft.file.diagnostics.isEmpty, "\(draft.report)")
        #expect(draft.json["summary"] == "Sends an SMS, MMS or WhatsApp message")
        #expect(draft.json["address"]?["from"] == "phone")
        #expect(draft.json["auth"] == ["basic": ["user": "{settings.user}", "password": "{secret.password}"]])
        #expect(draft.json["settings"]?["accountSid"]?["description"] == "The SID of the Account that sends")
        #expect(draft.json["slots"]?["body"]?["max"] == 1600)
        let wire = try #require(draft.json["wire"]?["form"])
        #expect(wire["To"] == ["required": true, "type": "text"] && wire["Body"] == ["type": "text", "max": 1600])
        #expect(wire["ScheduleType"] == ["type": "text", "values": ["fixed"]])
        let request = try draft.request()
        #expect(request.url == "https://api.twilio.com/2010-04-01/Accounts/example/Messages.json")
        #expect(String(decoding: request.body, as: UTF8.self) == "To=%2B4790012345&From=Example&Body=Hello")
        let answers = try #require(draft.file.channel?.samples.answers)
        let verdicts = Dictionary(uniqueKeysWithValues: answers.map { ($0.name, $0.verdict) })
        #expect(
            verdicts == ["ok": .accepted, "Error21211": .refused, "Error21606": .refused, "Error20429": .deferred]
        )
        #expect(draft.json["answer"]?["own"] == ["/sid", "/code"] && draft.json["answer"]?["code"] == "/code")
        #expect(draft.questions.contains("3 follow from their statuses"))
    }

    @Test func `a token that a user consents to is asked for, and an error without a status`() throws {
        let draft = try Self.draft("POST /chat.postMessage", in: ProviderDocuments.slack)
        #expect(draft.file.diagnostics.isEmpty, "\(draft.report)")
        #expect(draft.json["auth"] == ["bearer": "{secret.token}"])
        #expect(draft.json["sources"] == ["https://docs.slack.dev/reference/methods/chat.postMessage"])
        #expect(draft.json["request"]?["json"] == ["channel": "{address}", "text": "{slot.body}"])
        #expect(draft.json["answer"]?["own"] == ["/ts", "/error"])
        #expect(draft.json["samples"]?["answers"]?["TooManyAttachments"]?["is"] == "refused")
        #expect(draft.questions.contains("auth: OAuth 2 with a user's consent"))
        #expect(draft.questions.contains("400 stands for it"))
        #expect(try draft.request().url == "https://slack.com/api/chat.postMessage")
    }

    @Test func `references and lists are followed, and a header names what is accepted`() throws {
        let draft = try Self.draft("SendMail", in: ProviderDocuments.mail)
        #expect(draft.file.diagnostics.isEmpty, "\(draft.report)")
        #expect(draft.json["auth"] == ["header": ["name": "X-Api-Key", "value": "{secret.key}"]])
        #expect(draft.json["address"]?["from"] == "email")
        #expect(draft.json["slots"]?["title"]?["required"] == true && draft.json["slots"]?["title"]?["max"] == 200)
        #expect(draft.json["settings"]?["fromEmail"]?["example"] == "notify@example.com")
        let sent = try JSONValue(parsing: draft.request().body)
        #expect(
            sent == [
                "from": ["email": "notify@example.com"], "personalizations": [["to": [["email": "ada@example.com"]]]],
                "subject": "Hello", "content": [["type": "text/plain", "value": "Hello"]], "version": "v1",
            ]
        )
        let first = draft.json["answer"]?["rules"]?.array?.first
        #expect(
            first == ["status": 202, "header": "X-Message-Id", "then": "accepted", "receipt": "header:X-Message-Id"]
        )
        #expect(draft.questions.contains("origins: `region` of the server is `eu` here"))
    }

    @Test func `a token for a client, and what a header and the query must have, become settings`() throws {
        let draft = try Self.draft("send", in: ProviderDocuments.push)
        #expect(draft.file.diagnostics.isEmpty, "\(draft.report)")
        #expect(draft.json["origins"] == ["https://push-api.acme.example", "https://oauth.acme.example"])
        let grant = draft.json["auth"]?["oauth2"]
        #expect(grant?["token"] == "https://oauth.acme.example/token" && grant?["scope"] == "push.send")
        #expect(draft.json["request"]?["json"]?["device_token"] == "{address}")
        #expect(draft.json["request"]?["query"] == ["priority": "{settings.priority}"])
        #expect(draft.json["settings"]?["priority"]?["values"] == ["low", "high"])
        #expect(draft.json["wire"]?["json"]?["/ttl"] == ["required": true, "type": "integer", "range": [1, 86400]])
        // The code is there whatever happened, and names no message.
        #expect(draft.json["answer"]?["rules"]?.array?.first?["receipt"] == "/requestId")
        #expect(draft.questions.contains("request.json/ttl: 1 stands there"))
        #expect(draft.questions.contains("auth: the document has other ways than `o`"))
    }

    @Test(
        arguments: [
            (
                #"{"type": "apiKey", "in": "query", "name": "key"}"#,
                ["query": ["name": "key", "value": "{secret.key}"]]
            ),
            (#"{"type": "http", "scheme": "Bearer"}"#, ["bearer": "{secret.token}"]),
            (#"{"type": "apiKey", "in": "cookie", "name": "session"}"#, nil),
        ] as [(String, JSONValue?)]
    )
    func `the ways to show whom a request comes from`(scheme: String, expected: JSONValue?) throws {
        let draft = try Self.draft("send", in: Self.small(scheme: scheme))
        #expect(draft.json["auth"] == expected)
        #expect(draft.questions.contains("auth:") == (expected == nil))
    }

    /// One operation with a body of its own.
    private static func small(
        scheme: String = #"{"type": "http", "scheme": "basic"}"#,
        server: String = "https://api.acme.example",
        method: String = "post",
        content: String = "application/json",
        schema: String =
            #"{"type": "object", "required": ["to", "text"], "properties": {"to": {"type": "string"}, "text": {"type": "string"}}}"#
    ) -> String {
        """
        {"openapi": "3.0.0", "servers": [{"url": "\(server)"}], "security": [{"k": []}],
         "components": {"securitySchemes": {"k": \(scheme)}},
         "paths": {"/send": {"\(method)": {"operationId": "send", "requestBody": {"content": {"\(content)": {"schema": \(schema)}}},
          "responses": {"200": {"content": {"application/json": {"example": {"id": "m-1"}}}}}}}}}
        """
    }

    @Test(arguments: [
        (small(), "sned", "did you mean send?"), (small(), "something else", "it has send"),
        (small(method: "delete"), "send", "is DELETE"), (small(server: "/v1"), "send", "isn't an https URL: /v1"),
        (small(server: "http://a.example"), "send", "isn't an https URL"),
        (small(content: "multipart/form-data"), "send", "the body is multipart/form-data"),
    ])
    func `an operation that can't become a file is refused with the reason`(
        document: String,
        name: String,
        message: String
    ) {
        let fault = #expect(throws: DocumentedOperation.Fault.self) { try Self.operation(name, in: document) }
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
    }

    @Test func `a schema that refers to itself ends, and one that says nothing is asked for`() throws {
        let endless =
            ##"{"type": "object", "required": ["again"], "properties": {"again": {"$ref": "#/paths/~1send/post/requestBody/content/application~1json/schema"}}}"##
        let draft = try Self.draft("send", in: Self.small(schema: endless))
        #expect(draft.questions.contains("the document doesn't say what is in it"))
        #expect(draft.questions.contains("address: nothing in the request looks like one"))
        #expect(draft.file.channel == nil && draft.report.contains("T0717"))
    }

    @Test func `the program says what isn't proven yet, with its place, and reads no YAML`() throws {
        try BuiltTool.withFolder { folder in
            try Self.small(schema: "{}").write(to: folder.appending(path: "o.json"), atomically: true, encoding: .utf8)
            let line = "carillon channel new acme-sms --from-openapi o.json --operation send > acme-sms.json"
            let result = try BuiltTool.shell(line, in: folder)
            #expect(result.status == 0 && result.errors.contains("Not as it should be yet:\nacme-sms.json:"))
            #expect(result.errors.contains("T0717"))
            try "openapi: 3.0.0\n".write(to: folder.appending(path: "o.yaml"), atomically: true, encoding: .utf8)
            let yaml = try BuiltTool.shell(line.replacing("o.json", with: "o.yaml"), in: folder)
            #expect(yaml.status == 1 && yaml.errors.contains("convert it: yq -o=json o.yaml"))
            let alone = try BuiltTool.shell("carillon channel new acme-sms --from-openapi o.json", in: folder)
            #expect(alone.status == 64 && alone.errors.contains("--from-openapi and --operation go together"))
        }
    }
}
