import CarillonModel
import CarillonProfiles
import CarillonStudio
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// What is live of tenants and not in their files: as a host answers it, and from a file.
struct DiffLiveTests {
    private static let published = """
        {
          "tenant": "dossier", "version": 3, "title": "Take over version 3",
          "edits": [
            { "locale": "en", "message": "signal.critical", "slot": "title",
              "base": "Critical Intelligence Signal", "new": "Something important" },
            { "locale": "en", "message": "signal.critical", "slot": "body", "base": "What was there", "new": "What is new" },
            { "locale": "fi", "message": "signal.critical", "slot": "title", "base": null, "new": "Uusi" }
          ]
        }
        """

    private func withTenants(_ body: (URL) throws -> Void) throws {
        try BuiltTool.withFolder { folder in
            try BuiltTool.run("mkdir tenants && cp -rL '\(tenantsFolder)/dossier' tenants/dossier", in: folder)
            try Data(Self.published.utf8).write(to: folder.appending(path: "live.json"))
            try body(folder)
        }
    }

    @Test func `words of a file are laid over the folder, and told by text and as rendered`() throws {
        try withTenants { folder in
            let result = try BuiltTool.shell("carillon diff --live --from live.json", in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.first == "dossier: version 3 is live beside the files: 1 text, 2 set aside")
            #expect(
                lines.contains(
                    "dossier: set aside: signal.critical body, en: the files have other words by now"
                )
            )
            #expect(lines.contains("dossier: set aside: signal.critical title, fi: the files don't have the text"))
            #expect(lines.contains("dossier/signal.critical · en · title"))
            #expect(lines.contains("- Critical Intelligence Signal") && lines.contains("+ Something important"))
            #expect(lines.contains("dossier/signal.critical · en · push · title"), "as readers get it")
            #expect(!result.output.contains("What is new"))

            let json = try BuiltTool.shell("carillon diff --live --from - --format json < live.json", in: folder)
            let live = try #require(try JSONValue(parsing: json.output.utf8)["live"]?.array?.first)
            #expect(live["version"] == 3 && live["inFiles"] == [])
            #expect(live["shown"]?.array?.first?["new"] == "Something important")
            #expect(live["setAside"]?.array?.map { $0["reason"] } == ["changed", "gone"])
            let markdown = try BuiltTool.shell("carillon diff --live --from live.json --format markdown", in: folder)
            #expect(markdown.output.hasPrefix("### Live beside the files\n\n- dossier: version 3 is live"))
        }
    }

    @Test func `what the files have taken over isn't shown any more`() throws {
        try withTenants { folder in
            try BuiltTool.run(
                "sed -i 's/Critical Intelligence Signal/Something important/' tenants/dossier/templates/en.json",
                in: folder
            )
            let result = try BuiltTool.shell("carillon diff --live --from live.json --format json tenants", in: folder)
            let live = try #require(try JSONValue(parsing: result.output.utf8)["live"]?.array?.first)
            #expect(live["shown"] == [] && live["inFiles"]?.array?.map { $0["slot"] } == ["title"])
            try Data(#"{"tenant": "dossier", "version": 0, "title": "", "edits": []}"#.utf8)
                .write(to: folder.appending(path: "none.json"))
            let none = try BuiltTool.shell("carillon diff --live --from none.json", in: folder)
            #expect(none.output == "dossier: nothing is live that the files don't have\n" && none.status == 0)
        }
    }

    @Test func `what doesn't go together is refused, and what can't be read has a status of its own`() throws {
        try withTenants { folder in
            for (arguments, status) in [
                ("--live --from live.json --base HEAD", 64), ("--live --from live.json --host http://127.0.0.1:1", 64),
                ("--from live.json tenants tenants", 64), ("--live", 64),
                ("--live --host https://shop.example --admin-key k", 64),
                ("--live --from tenants/dossier/profile.json", 66), ("--live --from no.json", 66),
                ("--live --host http://127.0.0.1:1 --admin-key k", 66),
            ] as [(String, Int32)] {
                let result = try BuiltTool.shell("env -u CARILLON_ADMIN_KEY carillon diff \(arguments)", in: folder)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                #expect(!result.errors.isEmpty)
            }
        }
    }

    /// A host that answers one thing.
    private struct Host: DevHostAddress {
        let origin = "http://127.0.0.1:9090"
        let status: Int
        let content: String

        func answer(to request: LoopbackRequest) throws(LoopbackFailure) -> LoopbackAnswer {
            let sent = String(decoding: request.bytes(to: "127.0.0.1:9090"), as: UTF8.self)
            guard sent.hasPrefix("GET /v1/tenants/dossier/studio/live HTTP/1.0\r\n"), sent.hasSuffix("\r\n\r\n"),
                sent.contains("\r\nAuthorization: Bearer key\r\n")
            else { throw LoopbackFailure("something else was asked") }
            return try LoopbackAnswer(Array("HTTP/1.1 \(status) X\r\nContent-Type: x\r\n\r\n\(content)".utf8))
        }
    }

    private func ask(_ status: Int, _ content: String) throws(UnreadablePath) -> (texts: StudioProposal, version: Int?)?
    {
        try LiveReader.host(Host(status: status, content: content), key: "key").published(of: "dossier")
    }

    @Test func `a host is asked by its key, and one that refuses is told`() throws {
        let found = try ask(200, Self.published)
        #expect(found?.version == 3 && found?.texts.edits.count == 3)
        #expect(try ask(404, #"{"code": "not-found"}"#) == nil)
        for (status, content) in [(401, "{}"), (404, "nothing here"), (200, "{}"), (503, #"{"detail": "not now"}"#)] {
            #expect(throws: UnreadablePath.self, "\(status)") { try ask(status, content) }
        }
    }
}
