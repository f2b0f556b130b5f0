import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// `carillon contract import`, with documents of backends that don't exist.
@Suite(.serialized)
struct ContractImportTests {
    @Test func `an old backend's document becomes a contract that validates`() throws {
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new tram", in: folder).status == 0)
            try OldBackend.tram.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell("carillon contract import openapi.json --tenant tram", in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output == "tenants/tram/contract.json\n")
            let validated = try BuiltTool.shell("carillon validate --strict", in: folder)
            #expect(validated.status == 0, "\(validated.output)")
            let contract = try JSONValue(
                parsing: String(contentsOf: folder.appending(path: result.output.dropLast()), encoding: .utf8).utf8
            )
            #expect(contract["basePath"] == "/v1")
            let operations = contract["routes"]?.array?.map { route in
                [route["method"]?.string, route["path"]?.string, route["operation"]?.string].compactMap(\.self)
            }
            #expect(
                operations == [
                    ["POST", "/push-tokens", "devices.register"],
                    ["DELETE", "/push-tokens/{token}", "devices.unregister"],
                    ["GET", "/me/inbox", "notifications.list"],
                    ["GET", "/me/inbox/unread-count", "notifications.list"],
                    ["POST", "/me/inbox/read", "notifications.mark"],
                    ["POST", "/me/inbox/{id}/read", "notifications.mark"],
                    ["PUT", "/topics/{topic}/subscribers", "subscriptions.add"],
                    ["DELETE", "/topics/{topic}/subscribers", "subscriptions.remove"],
                    ["POST", "/internal/notify", "notifications.send"],
                    ["POST", "/sessions", "sessions.start"],
                ]
            )
            let register = contract["routes"]?.array?.first
            #expect(register?["request"]?["token"] == ["from": "body.fcm_token", "type": "text", "maxLength": 4096])
            let platforms: JSONValue = ["IOS": "ios", "ANDROID": "android"]
            #expect(register?["request"]?["platform"] == ["from": "body.os", "values": platforms])
            let device: JSONValue = ["device_id": "{device.id}", "created_at": "{device.registeredAt.iso}"]
            #expect(register?["response"] == ["status": 201, "body": ["data": device]])
        }
    }

    @Test func `an inbox is mapped by the likeness of its names`() throws {
        let route = try OldBackend.routes(of: OldBackend.tram).first { $0["path"] == "/me/inbox" }
        let request = route?["request"]
        #expect(
            request?["limit"]
                == ["from": "query.page_size", "type": "integer", "minimum": 1, "maximum": 50, "optional": true]
        )
        #expect(request?["offset"]?["from"] == "query.skip")
        #expect(request?["unreadOnly"]?["from"] == "query.unread")
        let item: JSONValue = [
            "id": "{id}", "subject": "{title}", "text": "{body}", "seen": "{isRead}",
            "created": "{createdAt.epochMillis}", "image": "{imageUrl?}", "link": "{deepLink.app?}",
            "payload": "{data}",
        ]
        #expect(
            route?["response"]?["body"] == [
                "messages": ["each": "items", "as": item], "total": "{totalCount}", "unread_count": "{unreadCount}",
            ]
        )
    }

    @Test func `what could not be mapped is listed with its place`() throws {
        let result = try OldBackend.imported(OldBackend.tram)
        let lines = result.errors.split(separator: "\n")
        func has(_ pointer: String, _ message: String) -> Bool {
            lines.contains { line in
                line.wholeMatch(of: #/openapi\.json:\d+:\d+: (\S+): (.*)/#)
                    .map { $0.1 == pointer && $0.2.contains(message) } ?? false
            }
        }
        #expect(has("/paths/~1me~1inbox/get/parameters/3", "`query.colour` fills no field of notifications.list"))
        #expect(
            has(
                "/paths/~1me~1inbox/get/responses/200/content/application~1json/schema/properties/weather",
                "gives nothing for `weather`, which clients are promised"
            )
        )
        #expect(has("/components/schemas/DeviceInfo/properties/os", "\"SYMBIAN\" is no platform"))
        #expect(has("/paths/~1me~1settings/patch", "preferences are mapped by the names of the tenant's toggles"))
        #expect(has("/paths/~1login/post", "write the route with `upstream`"))
        #expect(has("/paths/~1tickets/get", "looks like none of the host's operations"))
        #expect(has("/paths/~1sessions/post", "nothing here fills `pushAllowed`"))
        #expect(lines.last?.contains("10 of 14 operations became routes") == true)
        let line = OldBackend.tram.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains("colour") }.map { $0 + 1 }
        #expect(lines.contains { $0.hasPrefix("openapi.json:\(line ?? 0):") && $0.contains("colour") })
    }

    @Test func `preferences are mapped by the tenant's own toggles`() throws {
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new tram", in: folder).status == 0)
            let file = folder.appending(path: "tenants/tram/profile.json")
            let profile = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8).utf8)
            let toggles: JSONValue = ["toggles": ["pushEnabled": ["channels": ["push"], "default": true]]]
            try profile.merging(["preferences": toggles]).prettyText.write(to: file, atomically: true, encoding: .utf8)
            try OldBackend.tram.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell(
                "carillon contract import openapi.json --tenant tram --output c.json && cat c.json",
                in: folder
            )
            #expect(result.status == 0, "\(result.errors)")
            let text = result.output.drop { $0 != "{" }
            let routes = try JSONValue(parsing: text.utf8)["routes"]?.array ?? []
            let patch = routes.first { $0["operation"] == "preferences.set" }
            #expect(
                patch?["request"]?["pushEnabled"] == ["from": "body.push", "type": "boolean", "optional": true]
            )
            #expect(patch?["response"]?["body"] == ["push": "{pushEnabled}"])
        }
    }

    @Test func `a document that says what its operations are is taken at its word`() throws {
        let document = OldBackend.document(
            #""/a/b": {"post": {"summary": "notifications.mark", "requestBody": {"content": {"application/json": "#
                + #"{"schema": {"type": "object", "properties": {"ids": {"type": "array"}}}}}}}}"#
        )
        #expect(try OldBackend.routes(of: document).first?["operation"] == "notifications.mark")
    }

    @Test func `OpenAPI 3_1 writes null among the types`() throws {
        let document = OldBackend.document(
            #""/devices": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "#
                + #""required": ["pushToken", "os"], "properties": {"pushToken": {"type": ["string", "null"]}, "#
                + #""os": {"anyOf": [{"type": "null"}, {"enum": ["ios"]}]}}}}}}}}"#,
            version: "3.1.0"
        )
        let request = try OldBackend.routes(of: document).first?["request"]
        #expect(request?["token"] == ["from": "body.pushToken", "type": "text", "nullable": true])
        #expect(request?["platform"] == ["from": "body.os", "values": ["ios"], "nullable": true])
    }

    @Test func `two paths of one shape are one route, and the other is reported`() throws {
        let list = #"{"get": {"responses": {"204": {}}}}"#
        let result = try OldBackend.imported(
            OldBackend.document(#""/users/{a}/notifications": \#(list), "/users/{b}/notifications": \#(list)"#)
        )
        #expect(result.status == 0)
        #expect(result.errors.contains("left out: two routes answer GET on paths of the same shape"))
    }

    @Test func `one id in a path, ids in a body that is a list, and pages from 0 and from 1`() throws {
        let page = #"{"name": "page", "in": "query", "schema": {"type": "integer", "minimum": "#
        let routes = try OldBackend.routes(
            of: OldBackend.document(
                #""/inbox/{id}/read": {"post": {"parameters": [{"name": "id", "in": "path"}]}}, "#
                    + #""/inbox/seen": {"post": {"requestBody": {"content": {"application/json": "#
                    + #"{"schema": {"type": "array", "items": {"type": "string"}}}}}}}, "#
                    + #""/inbox": {"get": {"parameters": [\#(page)0}}]}}, "/feed": {"get": {"parameters": [\#(page)1}}]}}"#
            )
        )
        #expect(routes.map { $0["operation"]?.string }.prefix(2) == ["notifications.mark", "notifications.mark"])
        let sources = routes.map { route in
            route["request"]?.object?.members.map { [$0.name, $0.value["from"]?.string] }
        }
        #expect(
            sources == [
                [["ids", "path.id"]], [["ids", "body"]], [["pageIndex", "query.page"]], [["page", "query.page"]],
            ]
        )
    }

    @Test func `what clients are promised to be there or null is null`() throws {
        let item =
            #"{"type": "object", "required": ["image"], "properties": {"id": {"type": "string"}, "#
            + #""image": {"type": "string", "nullable": true}}}"#
        let list = #"{"type": "object", "properties": {"items": {"type": "array", "items": \#(item)}}}"#
        let routes = try OldBackend.routes(
            of: OldBackend.document(
                #""/inbox": {"get": {"responses": {"200": {"content": {"application/json": {"schema": \#(list)}}}}}}"#
            )
        )
        let image: JSONValue = ["from": "{imageUrl}", "else": .null]
        #expect(routes.first?["response"]?["body"]?["items"]?["as"] == ["id": "{id}", "image": image])
    }

    @Test(arguments: ["null", "true", "[]", "7"])
    func `JSON that is no object is said to be that, not taken for YAML`(document: String) throws {
        try BuiltTool.withFolder { folder in
            try document.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell("carillon contract import openapi.json", in: folder)
            #expect(result.status == 1 && !result.errors.contains("yq"))
            #expect(result.errors.contains("an OpenAPI document is a JSON object, and this is "))
            try "openapi: 3.0.0\n".write(to: folder.appending(path: "openapi.yaml"), atomically: true, encoding: .utf8)
            let yaml = try BuiltTool.shell("carillon contract import openapi.yaml", in: folder)
            #expect(yaml.status == 1 && yaml.errors.contains("this is no JSON; where it is YAML, convert it: yq"))
        }
    }

    @Test func `nothing is overwritten`() throws {
        try BuiltTool.withFolder { folder in
            try OldBackend.tram.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let line = "echo mine > c.json; carillon contract import openapi.json --output c.json"
            let result = try BuiltTool.shell(line, in: folder)
            #expect(result.status == 1 && result.errors.contains("c.json is there already; nothing was written"))
            let kept = try String(contentsOf: folder.appending(path: "c.json"), encoding: .utf8)
            #expect(kept == "mine\n")
            #expect(try BuiltTool.shell("carillon contract import nowhere.json", in: folder).status == 66)
        }
    }
}
