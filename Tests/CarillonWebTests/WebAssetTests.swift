import CarillonModel
import CarillonWeb
import Foundation
import Testing

/// What the program serves is what the repository has.
struct WebAssetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CarillonWeb/Assets")
    private static let served = [".js", ".css", ".d.ts", ".svg", ".json"]

    @Test func `every file in Assets is embedded, and no other`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { name in Self.served.contains { name.hasSuffix($0) } }
        #expect(!files.isEmpty)
        #expect(WebAsset.all.map(\.name).sorted() == files.sorted())
    }

    @Test(arguments: WebAsset.all.map(\.name))
    func `an embedded file is fresh`(name: String) throws {
        let asset = try #require(WebAsset.named(name))
        let data = try Data(contentsOf: Self.folder.appending(path: name))
        let isFresh = asset.source == SoftwareSHA256.hash(Array(data)).hexadecimal
        #expect(isFresh, "run Tests/Tools/embed-web.py")
    }

    @Test func `scripts and styles are served without comments and indentation, and say the same`() throws {
        let script = try #require(WebAsset.named("studio-core.js"))
        let text = String(decoding: script.bytes, as: UTF8.self)
        let source = try String(contentsOf: Self.folder.appending(path: "studio-core.js"), encoding: .utf8)
        #expect(source.contains("\n//") || source.hasPrefix("//"))
        #expect(text.utf8.count < source.utf8.count * 4 / 5)
        #expect(!text.contains("/**") && !text.contains("\n    "))
        for name in ["ask", "select", "useProposal"] { #expect(text.contains("function \(name)(")) }
    }

    @Test func `names, digests and integrities tell the files apart`() {
        let count = WebAsset.all.count
        #expect(Set(WebAsset.all.map(\.name)).count == count)
        #expect(Set(WebAsset.all.map(\.digest)).count == count)
        #expect(Set(WebAsset.all.map(\.integrity)).count == count)
        #expect(WebAsset.all.allSatisfy { $0.digest.count == 32 && $0.integrity.hasPrefix("sha384-") })
        let texts = WebAsset.all.filter { !$0.name.hasSuffix(".svg") }
        #expect(texts.allSatisfy { $0.contentType.hasSuffix("; charset=utf-8") })
        #expect(WebAsset.hash.count == 16)
    }

    @Test func `a file that isn't there is none`() {
        #expect(WebAsset.named("nothing.js") == nil)
        #expect(WebAsset.named("../WebAsset.swift") == nil)
    }

    @Test(arguments: PinnedModules.entries)
    func `a page is told the integrity of all that its first module may load`(entry: String) throws {
        let html = try #require(PinnedModules(of: entry, at: "https://notify.shop.example")).html
        let parts = html.split(separator: "</script>")
        let map = try #require(parts.first?.split(separator: ">", maxSplits: 1).last)
        let read = try JSONDecoder().decode([String: [String: String]].self, from: Data(map.utf8))
        let found = try #require(read["integrity"])
        for asset in WebAsset.all where asset.name.hasSuffix(".js") {
            let address = "https://notify.shop.example/v1/assets/\(WebAsset.hash)/\(asset.name)"
            let isLoaded = !asset.name.hasPrefix("studio") && !["page.js", "worker.js"].contains(asset.name)
            #expect(found[address] == (isLoaded ? asset.integrity : nil), "\(asset.name)")
        }
        let first = try #require(WebAsset.named(entry))
        let tag = try #require(parts.dropFirst().first)
        #expect(tag.contains("/\(entry)\"") && tag.contains("integrity=\"\(first.integrity)\" crossorigin>"))
    }

    @Test(arguments: ["worker.js", "page.css", "nothing.js"])
    func `a page begins with no other file`(name: String) {
        #expect(PinnedModules(of: name, at: "https://notify.shop.example") == nil)
    }
}
