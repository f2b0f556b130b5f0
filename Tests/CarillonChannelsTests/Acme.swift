import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

/// A made-up provider, with a body of one's choice.
enum Acme {
    /// - Parameters:
    ///   - text: what the body's only member is.
    ///   - url: of the request.
    ///   - headers: of the request.
    ///   - authentication: its `auth`.
    ///   - fold: of the body, with a comma.
    ///   - limit: of the body.
    static func channel(
        _ text: String = #""{slot.body}""#,
        url: String = "https://api.acme.example/messages",
        headers: String = "{}",
        authentication: String = #"{ "bearer": "{secret.key}" }"#,
        fold: String = "",
        limit: String = #""max": 160"#
    ) throws -> DeclaredChannel {
        let file = """
            {
              "channel": "acme", "format": 1, "summary": "Acme", "checked": "2026-11-20",
              "sources": ["https://docs.acme.example/"],
              "settings": {
                "region": { "type": "choice", "values": ["eu", "us"], "default": "eu", "description": "r", "example": "eu" },
                "key": { "type": "secret", "required": true, "description": "k", "example": { "$secret": "k" } } },
              "origins": ["https://api.acme.example"],
              "address": { "from": "device", "shape": "a number", "pattern": "[0-9]{3,15}", "form": ["digits"],
                "samples": ["4790012345"], "wrong": ["1"] },
              "slots": {
                "title": { "max": 10, "description": "First line" },
                "body": { "required": true, "multiline": true, \(limit), \(fold)"description": "What it says" } },
              "auth": \(authentication),
              "request": { "method": "POST", "url": "\(url)", "headers": \(headers),
                "json": { "text": \(text), "title": "{slot.title?}", "body": "{slot.body}" } },
              "answer": { "own": "/code", "code": "/code", "message": "/words",
                "retryAfter": { "at": "/wait", "unit": "ms" },
                "rules": [
                  { "status": 200, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" },
                  { "json": { "/codes/*/n": [7, "8"] }, "then": "gone" },
                  { "text": ["busy"], "then": "deferred", "about": "message" } ] },
              "wire": { "method": "POST", "path": "/.*", "auth": "bearer",
                "json": { "/text": { "open": true }, "/title": { "max": 10 }, "/body": { "required": true } } },
              "samples": {
                "requests": {},
                "answers": {
                  "ok": { "status": 200, "body": { "id": "m" }, "is": "accepted" },
                  "Gone": { "status": 400, "body": { "codes": [{ "n": 1 }, { "n": 7 }] }, "is": "gone" },
                  "Busy": { "status": 500, "body": "busy", "is": "deferred" } } }
            }
            """
        var sources = SourceSet()
        let read = ChannelFile(Array(file.utf8), path: "channels/acme.json", into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: read.diagnostics, subjects: [])
        // A sample of a request would have to be another one for each text.
        #expect(read.diagnostics.map(\.code.number) == ["T0721"], "\(TextRenderer(isColored: false).render(report))")
        return try #require(read.draft)
    }

    static func message(_ change: (inout OutgoingMessage) -> Void = { _ in }) throws -> OutgoingMessage {
        var message = try channel().smallestMessage
        message.slots["body"] = "Hello"
        change(&message)
        return message
    }

    /// The message's body as the request has it.
    static func body(of request: EgressRequest) throws -> String? {
        try JSONValue(parsing: request.body)["body"]?.string
    }
}
