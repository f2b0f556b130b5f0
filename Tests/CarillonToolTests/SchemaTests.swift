import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import DocumentationTesting
import Foundation
import Testing

/// `tenants/schema` is written from the declarations that the checker and the channel plugins are read from.
///
/// Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct SchemaTests {
    private static let tenants = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "tenants")

    @Test(arguments: TenantFileKind.allCases) func `the schema that editors use is fresh`(kind: TenantFileKind) throws {
        let file = Self.tenants.appending(path: "schema/\(kind.rawValue).json")
        let text = kind.jsonSchema(channels: ChannelRegistry.standard.descriptors).prettyText + "\n"
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(kind)")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `every tenant file names its schema, and the schema is there`() throws {
        let folders = try FileManager.default.contentsOfDirectory(at: Self.tenants, includingPropertiesForKeys: nil)
        for folder in folders where folder.lastPathComponent != "schema" {
            let templates = folder.appending(path: "templates")
            let templateFiles = try FileManager.default.contentsOfDirectory(
                at: templates,
                includingPropertiesForKeys: nil
            )
            let own = ["profile", "events", "contract"].map { folder.appending(path: "\($0).json") }
            for file in own + templateFiles where FileManager.default.fileExists(atPath: file.path) {
                let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
                let path = try #require(json?["$schema"] as? String)
                let target = file.deletingLastPathComponent().appending(path: path).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: target.path))
            }
        }
    }

    @Test func `what an argument names wrongly is answered with the command's own usage`() throws {
        let folder = Self.tenants.deletingLastPathComponent()
        for (command, usage) in [
            ("explain T9999", "Usage: carillon explain"), ("schema nope", "Usage: carillon schema"),
        ] {
            let result = try BuiltTool.shell("carillon \(command) 2>&1", in: folder)
            #expect(result.status == 64)
            #expect(result.output.contains(usage))
        }
    }

    @Test(arguments: ["explain", "explain T0407", "explain T0204", "channels"])
    func `what is read at a terminal fits in 80 columns`(command: String) throws {
        let result = try BuiltTool.shell("carillon \(command)", in: FileManager.default.temporaryDirectory)
        #expect(result.status == 0)
        let wide = result.output.split(separator: "\n").filter { $0.count > 80 }
        #expect(wide.isEmpty)
    }

    @Test(arguments: ["http", "tel", "data"]) func `a tenant may be called like a scheme of every device`(
        id: String
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try BuiltTool.shell(
            "carillon new \(id) --locales zh-Hant,eo && carillon validate --strict",
            in: folder
        )
        #expect(result.status == 0)
        #expect(result.output.contains("Names alone, until you write words: templates/eo.json\n"))
    }
}
