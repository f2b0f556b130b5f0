import Foundation
import Testing

/// What each folder may import: the direction of the house, enforced.
struct ImportTests {
    /// Framework modules in dependency order: each may see those before it.
    private static let framework = [
        "MessageFormat", "CarillonModel", "CarillonDiagnostics", "CarillonPluginKit", "CarillonChannels",
        "CarillonProfiles",
        "CarillonPipeline", "CarillonLanguage", "CarillonStudio",
    ]
    private static let standardLibrary: Set<String> = [
        "Foundation", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin", "SwiftOverlayShims",
    ]

    @Test(arguments: framework.enumerated().map { ($0.offset, $0.element) })
    func `a framework module sees only the modules above it`(position: Int, module: String) throws {
        var allowed = Set(Self.framework.prefix(position)).union(Self.standardLibrary)
        if module == "MessageFormat" { allowed = ["Synchronization"] }
        if ["CarillonLanguage", "CarillonStudio"].contains(module) { allowed.remove("Foundation") }
        #expect(try violations(in: "Sources/\(module)", allowed: allowed) == [])
    }

    @Test func `an app gets the words of the domain and messages, and nothing else, not even Foundation`() throws {
        #expect(try violations(in: "Sources/CarillonClient", allowed: ["CarillonModel", "MessageFormat"]) == [])
        #expect(try violations(in: "Sources/CarillonModel", allowed: ["Synchronization"]) == [])
    }

    @Test func `what joins the kit to Apple's frameworks knows nothing beside both`() throws {
        let allowed: Set = ["CarillonClient", "CarillonModel", "CryptoKit", "Foundation", "UserNotifications"]
        #expect(try violations(in: "Sources/CarillonClientApple", allowed: allowed) == [])
    }

    @Test func `a channel plugin sees the kit and the words of the domain, nothing else`() throws {
        let allowed = Self.standardLibrary.union(["CarillonModel", "CarillonPluginKit"])
        #expect(try violations(in: "Plugins/Channels", allowed: allowed) == [])
    }

    /// What a channel file demands of requests is the file's own, and written apart from what is sent.
    @Test func `the sandbox shares no code with the plugins and opens no socket`() throws {
        let allowed = Self.standardLibrary.union(["CarillonModel"])
        for folder in try folders(in: "Sources/CarillonSandbox") where folder != "Declared" {
            #expect(try violations(in: "Sources/CarillonSandbox/\(folder)", allowed: allowed) == [])
        }
        let declared = allowed.union(["CarillonChannels", "CarillonPluginKit"])
        #expect(try violations(in: "Sources/CarillonSandbox", allowed: declared) == [])
    }

    @Test func `the stand-in of a channel file doesn't know what the file sends`() throws {
        for file in try swiftFiles(in: "Sources/CarillonSandbox/Declared") {
            let text = try String(contentsOf: file, encoding: .utf8)
            let uses = text.matches(of: #/\b(?:RequestTemplate|ChannelTemplate|channel\.request|MessageScope)\b/#)
            #expect(uses.map(\.output) == [], "\(file.lastPathComponent)")
        }
    }

    @Test func `the files for browsers are carried by a module that imports nothing`() throws {
        #expect(try violations(in: "Sources/CarillonWeb", allowed: []) == [])
    }

    @Test func `generating code reads profiles, and neither files nor anything else`() throws {
        // What is written for others is theirs to import.
        let written = ["CarillonSender.swift", "EmbeddedRuntimes.swift"]
        let allowed: Set<String> = ["CarillonModel", "CarillonPluginKit", "CarillonProfiles"]
        let found = try violations(in: "Sources/CarillonGenerate", allowed: allowed)
        #expect(found.filter { violation in !written.contains { violation.hasPrefix("\($0) ") } } == [])
    }

    /// `AllocatorSettings` is a call of the C library that Swift doesn't show: the language server, which runs for days, gives
    /// memory back by it.
    @Test func `the authoring tool has no server package in its build`() throws {
        let ours = Self.framework + ["CarillonGenerate", "CarillonStandard", "AllocatorSettings"]
        let allowed = Self.standardLibrary.union(ours).union(["ArgumentParser"])
        #expect(try violations(in: "Sources/carillon", allowed: allowed) == [])
    }

    @Test func `the host knows no tenant and no plugin by name`() throws {
        let plugins = try folders(in: "Plugins/Channels")
        let found = try swiftFiles(in: "Sources/CarillonHost").flatMap { file in
            try imports(of: file).filter { plugins.contains($0) || $0 == "CarillonStandard" }
        }
        #expect(found == [])
    }

    @Test func `routes are found without knowing of requests, tenants and answers`() throws {
        #expect(
            try violations(in: "Sources/CarillonHost/Routes", allowed: ["CarillonModel", "CarillonProfiles"]) == []
        )
        let forbidden = #/\b(?:APIRequest|APIResponse|Problem|TenantProfile|(?:Native|Operator|Contract)Route)\b/#
        for file in try swiftFiles(in: "Sources/CarillonHost/Routes") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.firstMatch(of: forbidden) == nil, "\(file.lastPathComponent) reaches out of its folder")
        }
    }

    @Test func `nothing of a profile can be changed from outside its module`() throws {
        for folder in ["Policies", "Profile", "Contracts/Requests"] {
            for file in try swiftFiles(in: "Sources/CarillonProfiles/\(folder)") {
                let text = try String(contentsOf: file, encoding: .utf8)
                let settable = text.matches(of: #/(?m)^ *public var \w+[^{\n]*$/#).map(\.output)
                #expect(settable == [], "\(file.lastPathComponent)")
            }
        }
    }

    @Test func `what runs a profile makes none`() throws {
        for folder in ["Sources/CarillonPipeline", "Sources/CarillonHost", "Sources/carillon", "Plugins"] {
            for file in try swiftFiles(in: folder) {
                let text = try String(contentsOf: file, encoding: .utf8)
                let made = text.matches(
                    of: #/\bProfileParts\b|\bTenantProfile\((?!profile, with:)|\bprofile\.changed\b/#
                ).map(\.output)
                #expect(made == [], "\(file.lastPathComponent)")
            }
        }
    }

    @Test func `a planted import is found`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let planted = """
            public import CarillonPluginKit
            @preconcurrency import CarillonPipeline
            import struct AsyncHTTPClient.HTTPClient
            internal import NIOCore  // reaching past the kit
            """
        try planted.write(to: folder.appending(path: "Planted.swift"), atomically: true, encoding: .utf8)
        let found = try violations(in: folder.path, allowed: ["CarillonPluginKit"])
        #expect(found.map { $0.split(separator: " ").last } == ["CarillonPipeline", "AsyncHTTPClient", "NIOCore"])
    }

    /// `file imports Module`, for every import that isn't allowed.
    private func violations(in folder: String, allowed: Set<String>) throws -> [String] {
        try swiftFiles(in: folder).flatMap { file in
            try imports(of: file).filter { !allowed.contains($0) }.map { "\(file.lastPathComponent) imports \($0)" }
        }
    }
}

/// The modules that a Swift file imports, in their order.
private func imports(of file: URL) throws -> [String] {
    let pattern =
        #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .compactMap { line in try? pattern.firstMatch(in: line).map { String($0.1) } }
}
