import CarillonDiagnostics
import CarillonModel
import CarillonStandard
import DocumentationTesting
import Foundation
import Testing

@testable import CarillonProfiles

/// JSON in the documentation is JSON, and what is a piece of a tenant's file would be taken.
struct DocumentedJSONTests {
    static let blocks: [Example] = {
        let pages = (try? MarkdownPage.all()) ?? []
        return pages.flatMap { page in
            page.blocks.filter { $0.language == "json" }.map {
                Example(place: "\(page.path):\($0.line)", text: $0.text)
            }
        }
    }()

    struct Example: CustomTestStringConvertible {
        let place: String
        let text: String

        var testDescription: String { place }
        var bytes: [UInt8] { Array(text.utf8) }
    }

    @Test func `there are examples of every file`() {
        #expect(Self.blocks.count >= 20)
        #expect(Set(Self.blocks.compactMap { Self.shape(of: $0)?.kind }) == ["profile", "events", "templates"])
    }

    @Test(arguments: blocks) func `an example is JSON`(example: Example) {
        #expect(example.faults.map(\.message) == [])
    }

    @Test(arguments: blocks.filter { shape(of: $0) != nil })
    func `an example of a tenant's file has its shape`(example: Example) throws {
        let (_, shape) = try #require(Self.shape(of: example))
        var sources = SourceSet()
        let source = sources.add(SourceFile(path: example.place, content: example.bytes))
        let root = try #require(JSONReader.read(example.bytes, source: source).root)
        var checker = ShapeChecker(source: source)
        checker.check(root, shape)
        #expect(checker.diagnostics.map(\.message) == [])
    }

    /// Words of the examples in the place of a tenant's own: everything else about them is proven, too.
    @Test(arguments: blocks.filter { shape(of: $0)?.kind == "templates" })
    func `words in an example fit the tenant that has the event`(example: Example) throws {
        let templates = try #require(try JSONValue(parsing: example.bytes).object)
        let locale = try #require(templates["locale"]?.string)
        let messages = try #require(templates["messages"]?.object?.members)
        for tenant in ["dossier", "escrow", "exchange", "remittance", "wallet"] {
            let path = repository.appending(path: "tenants/\(tenant)/templates/\(locale).json")
            guard let file = try? Data(contentsOf: path), var whole = try JSONValue(parsing: Array(file)).object,
                var all = whole["messages"]?.object, messages.allSatisfy({ all[$0.name] != nil })
            else { continue }
            for message in messages {
                var slots = all[message.name]?.object ?? JSONObject()
                for slot in message.value.object?.members ?? [] { slots[slot.name] = slot.value }
                all[message.name] = .object(slots)
            }
            whole["messages"] = .object(all)
            let errors = try faults(of: tenant, replacing: "templates/\(locale).json", with: .object(whole))
            #expect(errors == [], "\(example.place) in \(tenant)")
        }
    }

    private func faults(of tenant: String, replacing path: String, with content: JSONValue) throws -> [String] {
        try BuiltTool.withFolder { folder in
            let copy = folder.appending(path: tenant)
            try FileManager.default.copyItem(at: repository.appending(path: "tenants/\(tenant)"), to: copy)
            try content.prettyText.write(to: copy.appending(path: path), atomically: true, encoding: .utf8)
            let loaded = try ProfileLoader(registry: .standard).load([copy.path(percentEncoded: false)])
            return loaded.report.diagnostics.filter { $0.severity == .error }.map(\.message)
        }
    }

    /// The shape of the file that an example is, or is a piece of: then no key has to be there.
    private static func shape(of example: Example) -> (kind: String, shape: Shape)? {
        guard let root = try? JSONValue(parsing: example.bytes).object else { return nil }
        let names = Set(root.members.map(\.name))
        for (kind, shape) in [("profile", Shape.profile), ("events", .events), ("templates", .templates)] {
            guard case .object(let object) = shape, !names.isEmpty, names.isSubset(of: object.members.map(\.name)),
                kind != "events" || root["events"]?.object != nil || root["texts"]?.object != nil
            else { continue }
            let isWhole = object.members.filter(\.isRequired).allSatisfy { names.contains($0.name) }
            return (kind, isWhole ? shape : .object(ObjectShape(object.members.map(\.optional))))
        }
        return nil
    }
}

extension DocumentedJSONTests.Example {
    fileprivate var faults: [Diagnostic] {
        var sources = SourceSet()
        let source = sources.add(SourceFile(path: place, content: bytes))
        return JSONReader.read(bytes, source: source).diagnostics
    }
}

extension MemberShape {
    fileprivate var optional: MemberShape { MemberShape(name, shape, description, example: example) }
}
