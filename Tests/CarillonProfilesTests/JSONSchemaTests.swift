import CarillonModel
import CarillonProfiles
import Foundation
import Testing

/// `tenants/schema` is written from the declarations that the checker reads.
///
/// Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct JSONSchemaTests {
    private static let tenants = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "tenants")

    @Test(arguments: TenantFileKind.allCases) func `the schema that editors use is fresh`(kind: TenantFileKind) throws {
        let file = Self.tenants.appending(path: "schema/\(kind.rawValue).json")
        let text = kind.jsonSchema.prettyText + "\n"
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(kind)")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `every key of a profile is described`() throws {
        for kind in TenantFileKind.allCases {
            let properties = try #require(kind.jsonSchema["properties"]?.object)
            #expect(properties.members.allSatisfy { $0.value["description"]?.string?.isEmpty == false })
            #expect(properties["$schema"] != nil)
        }
    }

    @Test func `a payload's schema says what the reader takes`() throws {
        var event = EventType(id: "order.paid")
        event.payload = [
            PayloadField("id", .uuid, description: "The order"), PayloadField("count", .integer(1...9)),
            PayloadField("note", .text(maxLength: 40), isOptional: true),
        ]
        let schema = event.payloadSchema(locales: Locales(default: "en", supported: ["en"]))
        #expect(schema["required"] == ["id", "count"])
        #expect(schema["additionalProperties"] == false)
        #expect(schema["properties"]?["count"] == ["type": "integer", "minimum": 1, "maximum": 9])
        #expect(schema["properties"]?["id"]?["description"] == "The order")
        #expect(schema["properties"]?["note"]?["maxLength"] == 40)
    }
}
