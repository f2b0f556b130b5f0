import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import Testing

/// What a channel file has to say of reports that come by themselves.
struct CallbackFileTests {
    private static func faults(
        report: String,
        callback: String,
        wire: String = #"{ "type": "text", "callback": true }"#,
        sample: String = #"{ "status": "done", "ref": "r" }"#
    ) -> [String] {
        let file = """
            {
              "channel": "acme", "format": 1, "summary": "Acme", "checked": "2026-11-20",
              "sources": ["https://docs.acme.example/"],
              "settings": { "key": { "type": "secret", "required": true, "description": "k", "example": { "$secret": "k" } } },
              "origins": ["https://api.acme.example"],
              "address": { "from": "device", "shape": "a number", "pattern": "[0-9]{3,15}", "samples": ["4790012345"], "wrong": ["1"] },
              "slots": { "body": { "required": true, "description": "What it says" } },
              "request": { "method": "POST", "url": "https://api.acme.example/messages",
                "json": { "to": "{address}", "text": "{slot.body}", "report": "\(report)" } },
              "answer": { "own": "/error", "rules": [
                { "status": 200, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" } ] },
              "receipts": { "within": "2h", "callback": { "body": "json", \(callback),
                "rules": [ { "json": { "/status": "done" }, "then": "accepted" } ] } },
              "wire": { "method": "POST", "path": "/messages", "json": {
                "/to": { "required": true }, "/text": { "required": true }, "/report": \(wire) } },
              "samples": {
                "requests": { "plain": { "slots": { "body": "Hello" }, "golden": { "to": "4790012345", "text": "Hello" } } },
                "answers": { "ok": { "status": 200, "body": { "id": "m-1" }, "is": "accepted" } },
                "callbacks": { "done": { "body": \(sample), "is": "accepted" } } }
            }
            """
        var sources = SourceSet()
        return ChannelFile(Array(file.utf8), path: "channels/acme.json", into: &sources).diagnostics.map(\.message)
    }

    private static let proof = #""verify": { "token": { "header": "X-Token", "value": "{secret.key}" } }"#
    private static let open = #""verify": { "reference": true }"#
    private static let named = #""reference": "/ref", "# + proof

    @Test(arguments: [("{callback.url?}", proof), ("{callback.url?}", open), ("{callback.reference?}", named)])
    func `a file whose provider is told where to report, or by which name, is proven`(report: String, callback: String)
    {
        #expect(Self.faults(report: report, callback: callback) == [])
    }

    @Test func `what contradicts itself is reported`() {
        let silent = #"{ "type": "text" }"#
        #expect(
            Self.faults(report: "{callback.url?}", callback: Self.proof, wire: silent)
                == ["`wire` doesn't say with `callback` which place `{callback.url}` has"]
        )
        #expect(
            Self.faults(report: "{callback.reference?}", callback: Self.proof) == [
                "the request has `{callback.reference}`, and no `reference` reads it",
                "nothing in the request is `{callback.url}`",
            ]
        )
        #expect(
            Self.faults(report: "{callback.url?}", callback: Self.named) == [
                "the request has `{callback.url}`, and reports name their message by `reference`",
                "nothing in the request is `{callback.reference}`",
            ]
        )
        let open = #""reference": "/ref", "# + Self.open
        #expect(
            Self.faults(report: "{callback.reference?}", callback: open)
                == ["a URL for all messages is no secret: callbacks there need another proof"]
        )
        let nameless = #"{ "status": "done" }"#
        #expect(
            Self.faults(report: "{callback.reference?}", callback: Self.named, sample: nameless)
                == ["this has no text at `/ref`"]
        )
    }
}
