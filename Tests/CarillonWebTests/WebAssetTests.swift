import CarillonWeb
import Foundation
import Testing

/// What the program serves is what the repository has.
struct WebAssetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CarillonWeb/Assets")
    private static let served = [".js", ".css", ".d.ts", ".svg"]

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
        let isFresh = asset.bytes == Array(data)
        #expect(isFresh, "run Tests/Tools/embed-web.py")
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
}
