import Foundation
import Testing

/// Where things are.
struct LayoutTests {
    @Test func `the top level holds what the architecture names and nothing else`() throws {
        let allowed: Set<String> = [
            "Package.swift", "README.md", "LICENSE", "Makefile", "Sources", "Plugins", "Tests", "tenants", "docs",
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

    @Test func `no tenant is named in Swift outside tests and made-up data`() throws {
        let tenants = try folders(in: "tenants").filter { $0 != "schema" }
        #expect(tenants.count >= 5)
        let files = try swiftFiles(in: "Sources") + swiftFiles(in: "Plugins")
        // The test kit, and the examples in diagnostics' pages and schemas, make things up.
        let madeUp = ["/CarillonTesting/", "/CarillonProfiles/Codes/", "/CarillonProfiles/Shapes/"]
        for file in files where !madeUp.contains(where: file.path.contains) {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            for tenant in tenants {
                let named = code.contains { $0.contains("\"\(tenant)\"") || $0.contains("tenants/\(tenant)") }
                #expect(!named, "\(file.lastPathComponent) names the tenant \(tenant)")
            }
        }
    }

    @Test func `links between the documents lead somewhere`() throws {
        let files = FileManager.default.enumerator(
            at: repository.appending(path: "docs"),
            includingPropertiesForKeys: nil
        )
        let pages = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }
        for page in pages + [repository.appending(path: "README.md")] {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: #/\]\(([^)#\s]+)(#[^)]*)?\)/#) {
                let target = String(match.1)
                guard !target.contains("://"), !target.hasPrefix("mailto:") else { continue }
                let file = page.deletingLastPathComponent().appending(path: target)
                #expect(
                    FileManager.default.fileExists(atPath: file.path),
                    "\(page.lastPathComponent) links to \(target), which isn't there"
                )
            }
        }
    }
}
