import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

struct JSONSchemaTests {
    @Test func `every key of a profile is described`() throws {
        for kind in TenantFileKind.allCases {
            let properties = try #require(kind.jsonSchema(channels: [])["properties"]?.object)
            #expect(properties.members.allSatisfy { $0.value["description"]?.string?.isEmpty == false })
            #expect(properties["$schema"] != nil)
        }
    }

    @Test func `a channel's settings are those that its plugin declares`() throws {
        let schema = TenantFileKind.profile.jsonSchema(channels: TestChannels.registry.descriptors)
        let cases = try #require(schema["properties"]?["channels"]?["additionalProperties"]?["oneOf"]?.array)
        let mail = try #require(cases.first { $0["properties"]?["use"]?["const"] == "test-mail" })
        let settings = try #require(mail["properties"]?["settings"])
        #expect(settings["required"] == ["host"])
        #expect(settings["additionalProperties"] == false)
        #expect(settings["properties"]?["port"]?["maximum"] == 65535)
        #expect(settings["properties"]?["password"]?["required"] == ["$secret"])
        #expect(mail["required"] == ["use", "settings"])
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
