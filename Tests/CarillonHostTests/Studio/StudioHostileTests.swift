import CarillonModel
import CarillonStudio
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// Words are words: whatever they look like, they come back as they were typed, and mean nothing on their way.
struct StudioHostileTests {
    static let texts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "javascript:alert(1)",
        "</textarea><iframe srcdoc='<script>alert(1)</script>'>", "{{constructor.constructor('alert(1)')()}}",
        "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>", "'; DROP TABLE studio_proposals; --",
        "=HYPERLINK(\"http://x\")",
        "${7*7} #{7*7} <%= 7*7 %>", "\u{FEFF}\u{200B}hidden", "<!--", "]]>", "&lt;b&gt;", "../../etc/passwd",
        "\\{$x\\}",
    ]

    @Test(arguments: texts) func `words that look like something else stay words`(text: String) async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "publisher"))
        let (id, version) = try await ada.propose(text, title: text)
        #expect(await ada.ask("POST", "/proposals/\(id)/comments", ["text": .string(text)]).status == 201)
        let preview = await ada.ask("POST", "/preview", ["place": StudioPerson.title, "proposal": .string(id)])
        let channels = preview.json["samples"]?.array?.first?["renderings"]?["en"]?.object?.members ?? []
        #expect(!channels.isEmpty && channels.allSatisfy { $0.value["slots"]?["title"]?.string == text })
        let whole = await pia.ask("GET", "/proposals/\(id)")
        #expect(whole.json["title"]?.string == text && whole.json["comments"]?.array?.first?["text"]?.string == text)
        for answer in [preview, whole] {
            #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(answer.headers["cache-control"] == "no-store")
        }
        let submitted = await ada.ask("POST", "/proposals/\(id)/submit", ["version": version])
        let approved = await pia.ask(
            "POST",
            "/proposals/\(id)/approve",
            ["version": try #require(submitted.json["version"], "\(submitted.text)")]
        )
        #expect(approved.status == 200, "\(approved.text)")
        let patch = await pia.ask("GET", "/proposals/\(id)/patch")
        let head = patch.text.prefix(upTo: try #require(patch.text.firstRange(of: "\n\n")).lowerBound)
        let names = head.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(names == ["From", "Date", "Subject", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"])
        #expect(StudioProposal(file: Array(patch.text.utf8))?.title == text)
        #expect(host.lines.lines("audit").allSatisfy { !$0.contains(text) })
        await host.stop()
    }

    @Test func `signs that turn words around are kept where they are closed, and refused where they aren't`()
        async throws
    {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let begun = await ada.ask("POST", "/proposals", ["title": "x"])
        let id = try #require(begun.json["id"]?.string)
        for text in ["\u{202E}evil", "a\u{2067}b", "a\u{202C}b", "\u{2066}a\u{202C}", "\u{202A}a\u{2069}"] {
            let refused = try await ada.change(id, text)
            #expect(
                refused.status == 422 && refused.json["errors"]?.array?.first?["pointer"] == "/form",
                "\(refused.text)"
            )
            #expect(refused.detail?.contains("direction") == true && !refused.text.contains(text))
            let preview = await ada.ask(
                "POST",
                "/preview",
                ["place": StudioPerson.title, "form": StudioPerson.form(text)]
            )
            #expect(preview.status == 422)
            host.clock.advance(by: .seconds(1))
        }
        for text in ["\u{2067}a\u{2069}", "\u{202B}a\u{2066}b\u{2069}c\u{202C}", "a\u{200F}b"] {
            #expect(try await ada.change(id, text).status == 200, "\(text)")
        }
        await host.stop()
    }
}
