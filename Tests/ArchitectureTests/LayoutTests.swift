import Foundation
import Testing

/// Where things are.
struct LayoutTests {
    @Test func `the top level holds what the architecture names and nothing else`() throws {
        let allowed: Set<String> = [
            "Package.swift", "README.md", "LICENSE", "Makefile", "Sources", "Plugins", "Tests", "tenants", "docs",
            "pyproject.toml",
        ]
        let ignored: Set<String> = ["Package.resolved", "data"]
        let entries = try FileManager.default.contentsOfDirectory(atPath: repository.path)
            .filter { !$0.hasPrefix(".") && !ignored.contains($0) }
        #expect(Set(entries) == allowed)
    }

    @Test func `every channel plugin has a README, a sample and a folder of tests`() throws {
        for plugin in try folders(in: "Plugins/Channels") {
            for path in ["Plugins/Channels/\(plugin)/README.md", "Plugins/Channels/\(plugin)/sample.json"] {
                #expect(
                    FileManager.default.fileExists(atPath: repository.appending(path: path).path),
                    "\(path) is missing"
                )
            }
            #expect(try !swiftFiles(in: "Tests/Channels/\(plugin)Tests").isEmpty, "\(plugin) has no tests")
        }
    }

    @Test func `every channel plugin stands in the registry`() throws {
        let registry = try String(
            contentsOf: repository.appending(path: "Sources/CarillonStandard/ChannelRegistry+Standard.swift"),
            encoding: .utf8
        )
        for plugin in try folders(in: "Plugins/Channels") {
            #expect(registry.contains("import \(plugin)\n"), "\(plugin) is no word in CarillonStandard")
        }
    }

    @Test func `no tenant is named in Swift outside tests and demo data`() throws {
        let tenants = try folders(in: "tenants").filter { $0 != "schema" }
        #expect(tenants.count >= 5)
        for file in try swiftFiles(in: "Sources") + swiftFiles(in: "Plugins") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(Self.names(of: tenants, in: text) == [], "\(file.lastPathComponent) names a tenant")
        }
    }

    @Test func `a planted tenant is found`() {
        #expect(Self.names(of: ["shop"], in: "let a = \"Shop\" // shop-1") == ["shop"])
        #expect(Self.names(of: ["shop"], in: "bishop, shopping, shop(at: 1)") == [])
    }

    /// The tenants that a text names as words, in code or in comments; a function may be called like one.
    private static func names(of tenants: [String], in text: String) -> [String] {
        let words = Set(text.lowercased().matches(of: #/\b([a-z]+)\b(?!\()/#).map { String($0.1) })
        return tenants.filter(words.contains)
    }
}
