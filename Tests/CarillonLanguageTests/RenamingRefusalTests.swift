import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import Foundation
import Testing

/// Names that would become another's, and files that can't follow.
struct RenamingRefusalTests {
    private static let english = "templates/en.json"

    private static let local = LanguageTenant.shop.replacing(
        #""title": "Shipped by {$brand}""#,
        with: #""title": ".local $deal = {$carrier :string} {{{$deal} {$carrier} {$brand}}}""#,
        in: english
    )

    @Test(arguments: [
        ("{$carrier :string}", "{$car‸rier :string}", "deal", "a local variable of a message in `templates/en.json`"),
        ("{$deal}", "{$de‸al}", "carrier", "a payload field already"),
        ("{$deal}", "{$de‸al}", "count", "a payload field already"),
        ("{$deal}", "{$de‸al}", "brand", "a term already"),
        ("{$brand}", "{$br‸and}", "deal", "a local variable of a message in `templates/en.json`"),
    ]) func `a local variable's name is taken in its message`(old: String, new: String, name: String, reason: String) {
        let (tenant, offset) = Self.local.cursor(old, new, in: Self.english)
        #expect(tenant.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        #expect { try tenant.rename(at: offset, in: Self.english, to: name) } throws: { "\($0)".contains(reason) }
    }

    @Test func `the local variable of another event's message isn't in the way`() throws {
        let payload = #"{ "summary": "Paid", "payload": { "sum": { "type": "integer" } }, "channels": ["in-app"] }"#
        let two = Self.local.replacing(
            #""events": {"#,
            with: #""events": { "order.paid": \#(payload),"#,
            in: "events.json"
        )
        let (tenant, offset) = two.cursor(#""sum":"#, #""su‸m":"#, in: "events.json")
        #expect(try tenant.rename(at: offset, in: "events.json", to: "deal").edits.count == 1)
    }

    @Test func `a preference is renamed in the contract, and what its clients write stays`() throws {
        var folder = try RealTenants.folder("remittance")
        func text(_ path: String) throws -> String {
            let file = try #require(folder.files.first { $0.path == path })
            return String(decoding: file.content, as: UTF8.self)
        }
        let profile = try text("profile.json")
        let place = try #require(profile.range(of: #""pushEnabled""#))
        let offset = profile.utf8.distance(from: profile.startIndex, to: place.lowerBound) + 3
        let snapshot = LanguageTenant.snapshot(of: folder)
        let renaming = try snapshot.rename(at: offset, in: "profile.json", to: "pushOn")
        #expect(renaming.edits.map(\.path) == Array(repeating: "contract.json", count: 3) + ["profile.json"])
        #expect(!renaming.isBreakingForSenders)
        for edit in renaming.edits.reversed() {
            let index = try #require(folder.files.firstIndex { $0.path == edit.path })
            folder.files[index].content.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        #expect(LanguageTenant.snapshot(of: folder).diagnostics.map(\.message) == snapshot.diagnostics.map(\.message))
        let contract = try text("contract.json")
        #expect(contract.contains(#""pushOn": { "from": "body.pushEnabled""#))
        #expect(contract.contains(#""pushEnabled": "{pushOn}""#))
        #expect { try snapshot.rename(at: offset, in: "profile.json", to: "emailEnabled") } throws: {
            "\($0)".contains("is a preference already")
        }
        // Broken, it can't follow.
        let index = try #require(folder.files.firstIndex { $0.path == "contract.json" })
        folder.files[index].content.removeLast(4)
        #expect {
            try LanguageTenant.snapshot(of: folder).rename(at: offset, in: "profile.json", to: "pushEnabled")
        } throws: { "\($0)".contains("mend `contract.json` first") }
    }

    @Test(arguments: [[0xFF, 0xFE, 0x7B], Array(#"{ "event": "order.shipped", "#.utf8), nil] as [[UInt8]?])
    func `an event isn't renamed while a golden file of it can't be read`(content: [UInt8]?) {
        let (tenant, offset) = LanguageTenant.shop.cursor(#""order.shipped""#, #""order.‸shipped""#, in: "events.json")
        let golden = TenantGolden(paths: ["golden/order.shipped.json"]) { _ in content }
        #expect { try tenant.rename(at: offset, in: "events.json", to: "sent", golden: golden) } throws: {
            "\($0)".contains("mend `golden/order.shipped.json` first")
        }
    }

    @Test func `a channel isn't renamed while a golden file that may have it can't be read`() throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(#""push": {"#, #""pu‸sh": {"#, in: "profile.json")
        func rename(_ content: String?) throws -> Renaming {
            let golden = TenantGolden(paths: ["golden/order.shipped.json"]) { _ in content.map { Array($0.utf8) } }
            return try tenant.rename(at: offset, in: "profile.json", to: "phone", golden: golden)
        }
        #expect(try rename(#"{ "renderings": "#).edits.count == 2)
        #expect { try rename(#"{ "push" "#) } throws: { "\($0)".contains("mend `golden/order.shipped.json` first") }
        #expect { try rename(nil) } throws: { "\($0)".contains("mend `golden/order.shipped.json` first") }
    }

    @Test(arguments: [true, false]) func `a folder or a link that leads nowhere has its name`(isFolder: Bool) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let path = root.appending(path: "shop")
        for (name, text) in LanguageTenant.shop.files {
            let file = path.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let taken = path.appending(path: "samples/sent.json")
        if isFolder {
            try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
        } else {
            try FileManager.default.createSymbolicLink(atPath: taken.path, withDestinationPath: "nowhere")
        }
        let snapshot = LanguageTenant.snapshot(of: try TenantFolder.read(path.path))
        let (_, offset) = LanguageTenant.shop.cursor(#""order.shipped""#, #""order.‸shipped""#, in: "events.json")
        #expect { try snapshot.rename(at: offset, in: "events.json", to: "sent") } throws: {
            "\($0)".contains("`samples/sent.json` is there already")
        }
    }

    @Test func `what has a name already is told with its article`() throws {
        let text =
            #""texts": { "many": { "summary": "Many", "payload": {} } }, "events""#
        let tenant = LanguageTenant.shop.replacing(#""events""#, with: text, in: "events.json")
        let (snapshot, offset) = tenant.cursor(#""order.shipped""#, #""order.‸shipped""#, in: "events.json")
        #expect { try snapshot.rename(at: offset, in: "events.json", to: "many") } throws: {
            "\($0)" == "`many` is an app text already"
        }
        #expect { try snapshot.rename(at: offset, in: "events.json", to: "No") } throws: {
            "\($0)" == "`No` can't be the name of an event: that is \(EventTypeID.shape)"
        }
        let channels = LanguageTenant.shop.replacing(
            #""categories": { "orders": { "#,
            with: #""androidChannels": { "a": { "name": "A" }, "b": { "name": "B" } }, "categories": { "orders": { "#,
            in: "profile.json"
        )
        let (other, place) = channels.cursor(#""a": {"#, #""‸a": {"#, in: "profile.json")
        #expect { try other.rename(at: place, in: "profile.json", to: "b") } throws: {
            "\($0)" == "`b` is an Android channel already"
        }
        #expect(other.hover(at: place, in: "profile.json")?.text.hasPrefix("**a**, an Android channel") == true)
    }
}
