import Foundation
import Testing

/// What the page about the products' apps names is there: in the kit, or in the code of that product.
struct ProductPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `each name of the page is one of the kit's or of the product's code`() throws {
        let page = Self.root.appending(path: "docs/guides/apps-of-the-products.md")
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
        let kit = try ["CarillonClient", "CarillonClientApple"].reduce(into: Set<Substring>()) { names, module in
            let folder = Self.root.appending(path: "Sources/\(module)")
            for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
                ?? .init()
            where file.pathExtension == "swift" {
                names.formUnion(Self.names(in: try String(contentsOf: file, encoding: .utf8)))
            }
        }
        #expect(parts.count == 6)
        var count = 0
        for part in parts.dropFirst() {
            let product = try #require(part.split(separator: "\n").first)
            let tests = Self.root.appending(path: "Tests/CarillonGenerateTests")
            let files = [
                "Apps/\(product)App.swift", "Apps/\(product)Endpoints.swift", "Golden/kotlin/\(product)App.kt",
            ]
            let code = try files.map { path in
                try String(contentsOf: tests.appending(path: path), encoding: .utf8)
            }
            let known = kit.union(Self.names(in: code.joined(separator: "\n")))
            for span in part.matches(of: #/`([^`]+)`/#) {
                for name in Self.names(in: String(span.output.1)) {
                    count += 1
                    #expect(known.contains(name), "\(product): \(name)")
                }
            }
        }
        #expect(count > 200)
    }

    private static func names(in text: String) -> Set<Substring> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    }
}
