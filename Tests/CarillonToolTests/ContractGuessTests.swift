import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// What `carillon contract import` makes of names that others than we would choose.
@Suite(.serialized)
struct ContractGuessTests {
    private static func answer(_ schema: String, _ status: String = "200", example: String? = nil) -> String {
        let shown = example.map { #", "example": \#($0)"# } ?? ""
        return #""\#(status)": {"description": "x", "content": {"application/json": {"schema": \#(schema)\#(shown)}}}"#
    }

    private static func operation(_ path: String, _ method: String, _ responses: String, body: String? = nil) -> String
    {
        let request = body.map { #""requestBody": {"content": {"application/json": {"schema": \#($0)}}}, "# } ?? ""
        return #""\#(path)": {"\#(method)": {\#(request)"responses": {\#(responses)}}}"#
    }

    private static func object(_ members: String) -> String { #"{"type": "object", "properties": {\#(members)}}"# }

    @Test(
        arguments: [
            (#"{"type": "object", "properties": {"count": {"type": "integer"}}}"#, ["count": "{unreadCount}"]),
            (
                #"{"type": "object", "properties": {"data": {"type": "object", "properties": {"total": {"type": "number"}}}}}"#,
                ["data": ["total": "{unreadCount}"]]
            ),
            (#"{"type": "integer"}"#, "{unreadCount}"),
            (
                #"{"type": "object", "properties": {"total": {"type": "integer"}, "unread": {"type": "integer"}}}"#,
                ["total": "{totalCount}", "unread": "{unreadCount}"]
            ),
        ] as [(String, JSONValue)],
        ["/notifications/unread-count", "/getUnreadCount", "/inbox/badge"]
    )
    func `how many are unread is that, whatever it is called`(answer: (String, JSONValue), path: String) throws {
        let document = OldBackend.document(Self.operation(path, "get", Self.answer(answer.0)))
        let route = try OldBackend.routes(of: document).first
        #expect(route?["operation"] == "notifications.list")
        #expect(route?["response"]?["body"] == answer.1)
    }

    @Test func `notices by number of page, with codes as numbers, are understood`() throws {
        let rows = #"{"type": "array", "items": \#(Self.object(#""noticeId": {"type": "string"}"#))}"#
        let list = Self.object(#""rows": \#(rows), "pageNo": {"type": "integer"}"#)
        let fault = Self.object(
            #""ret": {"type": "integer"}, "msg": {"type": "string"}, "traceNo": {"type": "string"}"#
        )
        let answers =
            Self.answer(list) + ", " + Self.answer(fault, "401", example: #"{"ret": 1001, "msg": "log in"}"#)
        let asked = Self.object(#""pageNo": {"type": "integer"}, "onlyNew": {"type": "integer", "enum": [0, 1]}"#)
        let document = OldBackend.document(Self.operation("/notice_list", "post", answers, body: asked))
        let result = try OldBackend.imported(document)
        let contract = try JSONValue(parsing: result.output.utf8)
        let route = contract["routes"]?.array?.first
        #expect(route?["request"]?["unreadOnly"]?["from"] == "body.onlyNew")
        #expect(
            route?["response"]?["body"] == [
                "rows": ["each": "items", "as": ["noticeId": "{id}"]], "pageNo": "{page}",
            ]
        )
        #expect(contract["errors"]?["body"] == ["ret": "{error.code}", "msg": "{error.message}"])
        #expect(contract["errors"]?["codes"]?["unauthenticated"] == ["status": 401, "code": 1001])
        #expect(result.errors.contains("errors have nothing for `traceNo`\n"), "\(result.errors)")
    }

    @Test(arguments: [
        (
            #"{"name": "size", "in": "query", "schema": {"type": "integer", "maximum": 80, "default": 50}}"#, "limit",
            "50"
        ),
        (#"{"name": "onlyNew", "in": "query", "schema": {"type": "boolean", "default": true}}"#, "unreadOnly", "true"),
        (
            #"{"name": "onlyNew", "in": "query", "schema": {"type": "integer", "enum": [0, 1], "default": 1}}"#,
            "unreadOnly", "true"
        ),
        (
            #"{"name": "size", "in": "query", "schema": {"type": "integer", "maximum": 80, "default": 90}}"#, "limit",
            nil
        ),
        (#"{"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1, "default": 1}}"#, "page", "1"),
        // No page of the operation's.
        (#"{"name": "page", "in": "query", "schema": {"type": "integer", "default": -4}}"#, "page", nil),
        (
            #"{"name": "size", "in": "query", "schema": {"type": "integer", "minimum": 9, "maximum": 1, "default": 5}}"#,
            "limit", nil
        ),
    ])
    func `what leaving a field out means is kept, or listed`(parameter: String, field: String, standard: String?) throws
    {
        let list = Self.object(#""items": {"type": "array", "items": \#(Self.object(#""id": {"type": "string"}"#))}"#)
        let answers = Self.answer(list)
        let path = #""/inbox": {"get": {"parameters": [\#(parameter)], "responses": {\#(answers)}}}"#
        let result = try OldBackend.imported(OldBackend.document(path))
        let request = try JSONValue(parsing: result.output.utf8)["routes"]?.array?.first?["request"]?[field]
        #expect(request?["default"]?.text == standard && (request?["optional"] == nil) == (standard != nil))
        #expect(result.errors.contains("what leaving it out means, ") == (standard == nil), "\(result.errors)")
    }

    @Test func `a total of a list stays the total`() throws {
        let items =
            #""items": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}"#
        let answer = Self.answer(Self.object(#"\#(items), "total": {"type": "integer"}"#))
        let document = OldBackend.document(Self.operation("/notifications/unread", "get", answer))
        #expect(try OldBackend.routes(of: document).first?["response"]?["body"]?["total"] == "{totalCount}")
    }

    @Test func `paths that name actions, and short names, are understood`() throws {
        let device = Self.object(
            #""tok": {"type": "string"}, "plat": {"enum": ["IOS", "ANDROID"]}, "devId": {"type": "string"}"#
        )
        let items =
            #"{"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}, "msg": {"type": "string"}}}}"#
        let none = #""204": {"description": "x"}"#
        let inQuery = #"{"name": "tok", "in": "query", "required": true, "schema": {"type": "string"}}"#
        let paths = [
            Self.operation("/registerDevice", "post", none, body: device),
            Self.operation(
                "/getNotifications",
                "post",
                Self.answer(Self.object(#""notifs": \#(items)"#)),
                body: Self.object(#""limit": {"type": "integer"}"#)
            ),
            Self.operation("/removeDevice", "post", none, body: Self.object(#""tok": {"type": "string"}"#)),
            #""/deleteToken": {"get": {"parameters": [\#(inQuery)], "responses": {\#(none)}}}"#,
        ]
        let routes = try OldBackend.routes(of: OldBackend.document(paths.joined(separator: ", ")))
        #expect(
            routes.map { $0["operation"]?.string } == [
                "devices.register", "notifications.list", "devices.unregister", "devices.unregister",
            ]
        )
        let register = routes.first?["request"]
        #expect(register?["token"]?["from"] == "body.tok" && register?["deviceId"]?["from"] == "body.devId")
        let platforms: JSONValue = ["IOS": "ios", "ANDROID": "android"]
        #expect(register?["platform"] == ["from": "body.plat", "values": platforms])
        #expect(routes[1]["request"]?["limit"]?["from"] == "body.limit")
        let list: JSONValue = ["each": "items", "as": ["id": "{id}", "msg": "{body}"]]
        #expect(routes[1]["response"]?["body"] == ["notifs": list])
        #expect(routes.last?["request"]?["token"]?["from"] == "query.tok")
    }

    @Test(arguments: [("in-app,push", false), ("in-app,push,fcm=fcm", true)])
    func `of several plugins, a registration says which`(channels: String, isReported: Bool) throws {
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new tram --channels \(channels)", in: folder).status == 0)
            let document = OldBackend.document(OldBackend.register(Self.object(#""pushToken": {"type": "string"}"#)))
            try document.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let line = "carillon contract import openapi.json --tenant tram --output c.json && cat c.json"
            let result = try BuiltTool.shell(line, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let message =
                "/paths/~1devices~1register/post: nothing here fills `plugin`, which devices.register needs, because this "
                + "tenant reaches devices through several: expo, fcm;"
            #expect(result.errors.contains(message) == isReported, "\(result.errors)")
            let routes = try JSONValue(parsing: result.output.drop { $0 != "{" }.utf8)["routes"]?.array
            let plugin: JSONValue? = isReported ? ["from": "body.plugin", "values": ["expo", "fcm"]] : nil
            #expect(routes?.first?["request"]?["plugin"] == plugin)
        }
    }

    private static let error = object(
        #""error": {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}"#
    )

    private static func imported(_ responses: String) throws -> (errors: JSONValue?, output: String) {
        let body = object(#""pushToken": {"type": "string"}, "os": {"type": "string"}"#)
        let document = OldBackend.document(operation("/devices/register", "post", responses, body: body))
        let result = try OldBackend.imported(document)
        return (try JSONValue(parsing: result.output.utf8)["errors"], result.errors)
    }

    @Test func `error bodies begin the contract's errors`() throws {
        let responses = [
            #""204": {"description": "x"}"#,
            Self.answer(Self.error, "400", example: #"{"error": {"code": "BAD_INPUT", "message": "no"}}"#),
            Self.answer(Self.error, "401", example: #"{"error": {"code": "NO_LOGIN", "message": "no"}}"#),
            Self.answer(Self.error, "429"),
        ]
        let (errors, output) = try Self.imported(responses.joined(separator: ", "))
        #expect(errors?["body"] == ["error": ["code": "{error.code}", "message": "{error.message}"]])
        let input: JSONValue = ["status": 400, "code": "BAD_INPUT"]
        #expect(
            errors?["codes"] == [
                "malformed": input, "validation": input, "unauthenticated": ["status": 401, "code": "NO_LOGIN"],
            ]
        )
        #expect(
            output.contains(
                "which code clients know 429 by isn't said: write it in `errors.codes`, as that of `rate-limited`"
            )
        )
    }

    @Test func `flat bodies, numbers and lists of faults are guessed`() throws {
        let faults =
            #"{"type": "array", "items": {"type": "object", "properties": {"field": {"type": "string"}, "msg": {"type": "string"}}}}"#
        let body = Self.object(
            #""ok": {"type": "boolean"}, "errno": {"type": "integer"}, "errmsg": {"type": "string"}, "details": \#(faults)"#
        )
        let responses = [
            Self.answer(body, "422", example: #"{"errno": 1042}"#),
            Self.answer(body, "400", example: #"{"errno": 1001}"#),
        ]
        let errors = try Self.imported(responses.joined(separator: ", ")).errors
        let each: JSONValue = ["each": "error.errors", "as": ["field": "{pointer}", "msg": "{message}"]]
        #expect(
            errors?["body"] == ["ok": false, "errno": "{error.code}", "errmsg": "{error.message}", "details": each]
        )
        #expect(errors?["codes"]?["validation"] == ["status": 422, "code": 1042])
        #expect(errors?["codes"]?["malformed"] == ["status": 400, "code": 1001])
    }

    @Test func `what can't be guessed of errors is listed with its place`() throws {
        let strange = Self.object(#""weather": {"type": "string"}"#)
        let (errors, output) = try Self.imported(Self.answer(strange, "400"))
        #expect(errors == nil)
        #expect(output.contains("/responses/400/content/application~1json/schema: this error body can't be mapped"))
        let mixed = try Self.imported(
            [Self.answer(Self.error, "400"), Self.answer(Self.error, "401"), Self.answer(strange, "404")]
                .joined(separator: ", ")
        )
        #expect(mixed.errors?["body"]?["error"] != nil)
        #expect(
            mixed.output.contains(
                "/responses/404/content/application~1json/schema: this error body is another than most"
            )
        )
    }

    private static func inbox(_ members: String) throws -> (item: JSONValue?, output: String) {
        let list = object(
            #""items": {"type": "array", "items": \#(object(#""id": {"type": "string"}, \#(members)"#))}"#
        )
        let result = try OldBackend.imported(OldBackend.document(operation("/inbox", "get", answer(list))))
        let route = try JSONValue(parsing: result.output.utf8)["routes"]?.array?.first
        return (route?["response"]?["body"]?["items"]?["as"], result.errors)
    }

    @Test(arguments: [#""enum": [0, 1]"#, #""minimum": 0, "maximum": 1"#])
    func `an integer that is 0 or 1 is a boolean by another name`(bounds: String) throws {
        let (item, output) = try Self.inbox(#""seen": {"type": "integer", \#(bounds)}"#)
        let values: JSONValue = ["true": 1, "false": 0]
        #expect(item?["seen"] == ["from": "{isRead}", "values": values])
        #expect(!output.contains("`seen`"), "\(output)")
    }

    @Test(arguments: [
        (
            #""seen": {"type": "integer"}"#, "seen",
            "`seen` is an integer in the document, and notifications.list gives true or false by `{isRead}`"
        ),
        (
            #""kind": {"type": "integer"}"#, "kind",
            "`kind` is an integer in the document, and notifications.list gives a text by `{type}`"
        ),
        (#""priority": {"type": "integer"}"#, "priority", "gives one of high, normal, low by `{priority}`"),
    ])
    func `a value of another type than the document's is left out, and listed with its place`(
        member: String,
        name: String,
        message: String
    ) throws {
        let (item, output) = try Self.inbox(member)
        #expect(item == ["id": "{id}"])
        let line = output.split(separator: "\n").filter { $0.contains(message) }
        #expect(line.count == 1, "\(output)")
        #expect(line.first?.contains("/items/properties/\(name): ") == true, "\(output)")
    }

    @Test func `a platform that is a number is listed, in requests and in answers`() throws {
        let os = #""os": {"type": "integer", "minimum": 1, "maximum": 3}"#
        let made = Self.answer(Self.object(#""device_id": {"type": "string"}, \#(os)"#), "201")
        let body = Self.object(#""pushToken": {"type": "string"}, \#(os)"#)
        let document = OldBackend.document(Self.operation("/devices/register", "post", made, body: body))
        let result = try OldBackend.imported(document)
        let answer = try JSONValue(parsing: result.output.utf8)["routes"]?.array?.first?["response"]?["body"]
        #expect(answer == ["device_id": "{device.id}"])
        #expect(result.errors.contains("is an integer in the document, and the operation takes text"))
        #expect(result.errors.contains("gives one of ios, android, web by `{device.platform}`"), "\(result.errors)")
    }

    @Test(arguments: [("int64", "epochMillis", "epochSeconds"), ("int32", "epochSeconds", "epochMillis")])
    func `a time that is a number is listed as a guess`(format: String, form: String, other: String) throws {
        let (item, output) = try Self.inbox(#""seen_at": {"type": "integer", "format": "\#(format)"}"#)
        #expect(item?["seen_at"] == .string("{readAt.\(form)?}"))
        let message =
            "`seen_at` is a number in the document, and `\(form)` is a guess: write `\(other)` where clients count so"
        #expect(output.contains(message), "\(output)")
    }

    @Test func `a list of others than texts, and a text that is none of two, are listed`() throws {
        let members = #""ids": {"type": "array", "items": {"type": "integer"}}, "updatedCount": {"type": "integer"}"#
        let marked = Self.answer(Self.object(members))
        let body = Self.object(#""ids": {"type": "array", "items": {"type": "integer"}}"#)
        let document = OldBackend.document(Self.operation("/inbox/read", "post", marked, body: body))
        let result = try OldBackend.imported(document)
        let route = try JSONValue(parsing: result.output.utf8)["routes"]?.array?.first
        #expect(route?["request"]?["ids"]?["items"] == ["type": "text"])
        #expect(result.errors.contains("notifications have ids of the host's own, texts"), "\(result.errors)")
        #expect(route?["response"]?["body"] == ["updatedCount": "{updatedCount}"])
        let message =
            "`ids` is an array in the document, of which each element is an integer, and notifications.mark gives"
        #expect(result.errors.contains(message + " a list of texts by `{ids}`"), "\(result.errors)")
        let (item, output) = try Self.inbox(#""seen": {"enum": ["Y", "N"]}"#)
        #expect(item == ["id": "{id}"])
        #expect(output.contains("`seen` is a string in the document, and notifications.list gives true or false"))
    }

    @Test func `categories that are numbers are left to the author`() throws {
        let list = Self.object(#""items": {"type": "array", "items": \#(Self.object(#""id": {"type": "string"}"#))}"#)
        let query = #"{"name": "categories", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}}"#
        let read = #""/inbox": {"get": {"parameters": [\#(query)], "responses": {\#(Self.answer(list))}}}"#
        let result = try OldBackend.imported(OldBackend.document(read))
        let route = try JSONValue(parsing: result.output.utf8)["routes"]?.array?.first
        #expect(route?["request"]?["categories"] == nil)
        #expect(
            result.errors.contains("its elements are an integer, and the operation takes texts"),
            "\(result.errors)"
        )
    }

    @Test func `where codes are numbers, each error has one, and those that are guessed are listed`() throws {
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new tram", in: folder).status == 0)
            let fault = Self.object(#""errno": {"type": "integer"}, "errmsg": {"type": "string"}"#)
            let refused = Self.answer(fault, "422", example: #"{"errno": 1042, "errmsg": "no"}"#)
            let body = Self.object(#""ids": {"type": "array", "items": {"type": "integer"}}"#)
            let mark = Self.operation("/inbox/read", "post", #""204": {"description": "x"}, \#(refused)"#, body: body)
            let list = Self.object(
                #""items": {"type": "array", "items": \#(Self.object(#""id": {"type": "integer"}"#))}"#
            )
            let document = OldBackend.document(mark + ", " + Self.operation("/inbox", "get", Self.answer(list)))
            try document.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell("carillon contract import openapi.json --tenant tram", in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let validated = try BuiltTool.shell("carillon validate --strict", in: folder)
            #expect(validated.status == 0, "\(validated.output)")
            let file = folder.appending(path: "tenants/tram/contract.json")
            let codes = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8).utf8)["errors"]?["codes"]
            #expect(codes?["validation"] == ["status": 422, "code": 1042])
            #expect(codes?["method-not-allowed"] == ["status": 405, "code": 405])
            #expect(codes?["bad-gateway"] == nil, "nothing here passes a log-in on")
            #expect(
                result.errors.contains("codes are numbers, and none is shown for `malformed`, "),
                "\(result.errors)"
            )
        }
    }

    @Test func `an id that is a number becomes one`() throws {
        let list = Self.object(#""items": {"type": "array", "items": \#(Self.object(#""id": {"type": "integer"}"#))}"#)
        let result = try OldBackend.imported(OldBackend.document(Self.operation("/inbox", "get", Self.answer(list))))
        let body = try JSONValue(parsing: result.output.utf8)["routes"]?.array?.first?["response"]?["body"]
        #expect(body?["items"]?["as"] == ["id": "{id.integer}"])
        #expect(result.errors.contains("an id of digits becomes one, and any other stays text"), "\(result.errors)")
    }

    @Test func `who named a tenant without toggles isn't asked to name one`() throws {
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new tram", in: folder).status == 0)
            let document = OldBackend.document(
                Self.operation("/me/settings", "get", Self.answer(Self.object(#""push": {"type": "boolean"}"#)))
            )
            try document.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let line = "carillon contract import openapi.json --tenant tram --output c.json"
            let result = try BuiltTool.shell(line, in: folder)
            #expect(
                result.errors.contains("profile.json has none: write them under `preferences` first"),
                "\(result.errors)"
            )
            #expect(!result.errors.contains("--tenant"))
        }
    }
}
