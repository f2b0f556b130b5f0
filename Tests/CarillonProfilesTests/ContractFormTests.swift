import CarillonDiagnostics
import Testing

@testable import CarillonProfiles

/// Forms of values, pages and lists, as far as a contract says them.
struct ContractFormTests {
    private static func list(_ request: String = "", _ body: String) -> String {
        """
        {"routes": [{"method": "GET", "path": "/feed", "operation": "notifications.list", "auth": "user",
          "request": {\(request)}, "response": {"status": 200, "body": \(body)}},
         {"method": "POST", "path": "/feed/{id}", "operation": "notifications.mark", "auth": "user",
          "request": {"ids": {"from": "path.id", "type": "list"}}}]}
        """
    }

    /// The base path is the way to the other one, too.
    @Test(arguments: [
        ("/{a}", "/base/{b}", true), ("/x", "/base/x", true), ("/base/x", "/x", true), ("/x", "/base/y", false),
        ("/x", "/other/x", false), ("/{a}", "/{b}", true), ("/{a}", "/x", false),
    ])
    func `two routes that can't be told apart, plainly or behind the base path, are told`(
        first: String,
        second: String,
        areAlike: Bool
    ) {
        let routes = [first, second].map { path in
            #"{"method": "GET", "path": "\#(path)", "operation": "preferences.get", "auth": "user"}"#
        }
        let contract = #"{"basePath": "/base", "routes": [\#(routes.joined(separator: ", "))]}"#
        let found = WrittenShop().with("contract.json", contract).codes.filter { $0 == "T0609" }
        #expect(found.count == (areAlike ? 1 : 0))
    }

    @Test(arguments: [
        ("GET", "/v1/{a}/notifications", true), ("GET", "/health/live", true),
        ("POST", "/v1/{a}/notifications", false), ("GET", "/v1/shop/notifications", false),
        ("GET", "/v1/{a}/{b}", false),
    ])
    func `a route that can't be told from the host's own is told where both stand at the root of a host`(
        method: String,
        path: String,
        isTheHosts: Bool
    ) {
        let contract = """
            {"routes": [{"method": "\(method)", "path": "\(path)", "operation": "preferences.get", "auth": "user"}]}
            """
        let shop = WrittenShop().with("contract.json", contract)
        #expect(!shop.codes.contains("T0609"))
        let name = #""name": "Shop","#
        let atHost = shop.with("profile.json", name, name + #" "hosts": ["api.shop.example"],"#)
        #expect(atHost.isChanged && atHost.codes.contains("T0609") == isTheHosts)
    }

    private static func items(_ value: String) -> String {
        #"{"each": "items", "as": {"value": \#(value)}}"#
    }

    @Test(arguments: [
        (#"{"from": "{createdAt}", "format": "DD/MM/YYYY"}"#, ["T0616"]),
        (#"{"from": "{createdAt}", "format": 5}"#, ["T0103"]),
        (#"{"from": "{isRead}", "format": "epochSeconds"}"#, ["T0617"]),
        (#"{"from": "{deepLink?}", "format": "text"}"#, ["T0617"]),
        (#"{"from": "{title} {body?}", "format": "dd.MM.yyyy"}"#, ["T0617"]),
        (#"{"from": "{priority}", "values": {"hihg": 1}}"#, ["T0618"]),
        (#"{"from": "{isRead}", "values": {"yes": 1, "no": 0}}"#, ["T0618", "T0618"]),
        (#"{"from": "{isRead}", "values": {"true": "{idd}", "false": ""}}"#, ["T0608"]),
        (#"{"from": "{priority}", "values": {"high": 1, "normal": 2}}"#, ["T0662"]),
        (#"{"from": "{priority}", "values": {"high": true}}"#, ["T0662"]),
        (#"{"from": "{isRead}", "values": {"true": 1}}"#, ["T0662"]),
        (#"{"from": "{isRead}", "values": {"true": "yes"}}"#, ["T0662"]),
        (#"{"from": "{alias}", "values": {"NOTE": 10}}"#, ["T0662"]),
        (#"{"from": "{type}", "values": {"order.note": 10}}"#, ["T0662"]),
        (#"{"from": "{isRead}", "format": "integer"}"#, ["T0617"]), (#""{createdAt.integer}""#, ["T0608"]),
        (#"{"from": "{isRead}", "values": [1]}"#, ["T0103"]), (#"{"from": "{idd}", "else": null}"#, ["T0608"]),
        (#""{createdAt.epochSecond}""#, ["T0608"]), (#""{isRead.epochSeconds}""#, ["T0608"]),
        (#"{"from": "{readAt}", "format": "epochSeconds"}"#, ["T0951"]),
    ])
    func `an answer's value that can't be is reported`(value: String, codes: [String]) {
        #expect(WrittenShop().with("contract.json", Self.list("", Self.items(value))).codes == codes)
    }

    @Test(arguments: [
        #"{"from": "{createdAt}", "format": "EEE, dd MMM yyyy HH:mm:ss 'GMT'"}"#,
        #"{"from": "{readAt}", "format": "epochSeconds", "else": null}"#,
        #"{"from": "{isRead}", "values": {"true": 1, "false": 0}}"#,
        #"{"from": "{isRead}", "format": "text"}"#, #""{createdAt.epochSeconds}""#, #""{alias}""#,
        #"{"from": "{priority}", "values": {"high": {"urgent": "{isRead.text}"}}, "else": []}"#,
        #"{"from": "{priority}", "values": {"high": "urgent"}}"#, #"{"from": "{isRead}", "values": {"true": true}}"#,
        #"{"from": "{alias}", "values": {"NOTE": 10, "order.paid": 20}}"#, #""{id.integer}""#,
        #"{"from": "{id}", "format": "integer"}"#, #"{"from": "x", "note": "a member that happens to be called so"}"#,
    ])
    func `an answer's value that can be is let through`(value: String) {
        #expect(WrittenShop().with("contract.json", Self.list("", Self.items(value))).codes == [])
    }

    @Test(arguments: [
        (#""limit": {"from": "query.n", "type": "integer", "format": "epochSeconds"}"#, "T0617"),
        (#""limit": {"from": "query.n", "type": "integer", "format": "numeral"}"#, "T0616"),
        (#""limit": {"from": "query.n", "type": "integer", "separator": ","}"#, "T0617"),
        (#""order": {"from": "query.o", "format": "text"}"#, "T0617"),
        (#""unreadOnly": {"from": "query.u", "values": {"1": true}, "format": "text"}"#, "T0617"),
        (#""unreadOnly": {"from": "query.u", "type": "integer", "values": {"1": "yes"}}"#, "T0606"),
        (#""limit": {"from": "query.n", "values": ["10", "20"]}"#, "T0606"),
        (#""categories": {"from": "query.c", "type": "list", "items": {"values": {"1": "ordr"}}}"#, "T0651"),
        (#""categories": {"from": "query.c", "type": "list", "separator": "and"}"#, "T0616"),
        (#""limit": {"from": "query.page size", "type": "integer"}"#, "T0602"),
        (#""order.by": {"from": "query.o"}"#, "T0604"),
        (#""unreadOnly": {"from": "query.u", "type": "integer", "values": {"1": true, "no": false}}"#, "T0661"),
        (#""unreadOnly": {"from": "query.u", "type": "boolean", "values": {"true": true, "0": false}}"#, "T0661"),
        (#""order": {"from": "query.o", "type": "integer", "values": ["time"]}"#, "T0661"),
        (#""categories": {"from": "query.c", "type": "list", "items": {"type": "integer"}}"#, "T0606"),
        (#""categories": {"from": "query.c", "type": "list", "items": {"values": {"1": 5}}}"#, "T0606"),
        (#""categories": {"value": ["order", 5]}"#, "T0606"), (#""unreadOnly": {"value": "yes"}"#, "T0606"),
        (#""limit": {"value": "20"}"#, "T0606"),
    ])
    func `a field's form that can't be is reported`(field: String, code: String) {
        #expect(WrittenShop().with("contract.json", Self.list(field, "{}")).codes == [code])
    }

    @Test(arguments: [
        #""limit": {"from": "query.page[size]", "type": "integer", "format": "text", "default": 20}"#,
        #""page": {"from": "query.$page", "type": "integer", "minimum": 1, "default": 1}"#,
        #""unreadOnly": {"from": "query.u", "type": "integer", "values": {"1": true, "0": false}, "default": false}"#,
        #""categories": {"from": "query.kind[]", "type": "list", "items": {"values": {"1": "order", "0": null}}, "optional": true}"#,
        #""categories": {"from": "query.kinds", "type": "list", "separator": "|", "optional": true}"#,
    ])
    func `a field's form that can be is let through`(field: String) {
        #expect(WrittenShop().with("contract.json", Self.list(field, "{}")).codes == [])
    }

    @Test(arguments: [
        ("", "next", ["T0619"]), (#""cursor": {"from": "query.after", "optional": true}"#, "next", []),
        (#""cursor": {"from": "query.after", "optional": true}"#, "previous", ["T0619"]),
        (#""cursor": {"from": "header.x-after", "optional": true}"#, "next", ["T0619"]),
        (#""page": {"from": "query.page", "type": "integer", "default": 1}"#, "previous", []),
        (#""offset": {"from": "query.skip", "type": "integer", "default": 0}"#, "last", []), ("", "self", []),
    ])
    func `a link leads to a page that can be asked for`(field: String, link: String, codes: [String]) {
        let body = #"{"link": "{links.\#(link)?}"}"#
        #expect(WrittenShop().with("contract.json", Self.list(field, body)).codes == codes)
    }

    @Test func `words of a feed are those of events that reach it`() {
        let contract = Self.list("", Self.items(#"{"from": "{alias}", "values": {"NOTE": 10}}"#))
        let shop = WrittenShop().with("contract.json", contract)
        #expect(shop.codes == ["T0662"])
        #expect(shop.diagnostics.first?.message == "nothing is said for `order.paid`")
        let pushed = shop.with("events.json", #""channels": ["in-app", "push"]"#, #""channels": ["push"]"#)
        #expect(pushed.isChanged && pushed.codes == [])
    }

    @Test func `a category in a feed is any that the profile has`() {
        let category = Self.items(#"{"from": "{category?}", "values": {"order": 1}}"#)
        let shop = WrittenShop().with("contract.json", Self.list("", category))
        #expect(shop.codes == [])
        // No event has it, and a send may name it.
        let more = shop.with(
            "profile.json",
            #""categories": {"order": {}}"#,
            #""categories": {"order": {}, "offer": {}}"#
        )
        #expect(more.isChanged && more.codes.contains("T0662"))
    }

    @Test(arguments: [
        ("X-Total-Count", #""{totalCount}""#, []), ("X-Total-Count", #""{totalCuont}""#, ["T0608"]),
        ("Link", #"["<{links.self}>; rel=\"self\"", "{unreadCount}"]"#, []), ("Set-Cookie", #""a=b""#, ["T0120"]),
        ("Content-Length", #""1""#, ["T0120"]), ("X Total", #""1""#, ["T0120"]), ("Link", "[]", ["T0106"]),
    ])
    func `a header is one that the host doesn't set, and shows what there is`(
        name: String,
        value: String,
        codes: [String]
    ) {
        let contract = Self.list("", "[]").replacing(
            #""status": 200,"#,
            with: #""status": 200, "headers": {"\#(name)": \#(value)},"#
        )
        #expect(WrittenShop().with("contract.json", contract).codes == codes)
    }

    @Test func `a code of errors is a word or a number`() {
        let shop = WrittenShop()
        #expect(shop.with("contract.json", #""code": "slow""#, #""code": 4029"#).codes == ["T0660"])
        #expect(shop.with("contract.json", #""code": "slow""#, #""code": 40.5"#).codes == ["T0104"])
        #expect(shop.with("contract.json", #""code": "slow""#, #""code": true"#).codes == ["T0103"])
        let each = #""body": {"code": "{error.code}", "all": {"each": "error.errors", "as": {"at": "{pointer}"}}}"#
        #expect(shop.with("contract.json", #""body": {"code": "{error.code}"}"#, each).codes == [])
    }

    @Test func `where codes are numbers, errors without one are listed`() throws {
        let error =
            #""errors": {"body": {"errno": "{error.code}"}, "codes": {"not-found": {"status": 404, "code": 4004}}}}"#
        let contract =
            #"{"routes": [{"method": "GET", "path": "/feed", "operation": "notifications.list", "auth": "user"}, "#
            + #"{"method": "POST", "path": "/feed/{id}", "operation": "notifications.mark", "auth": "user", "#
            + #""request": {"ids": {"from": "path.id", "type": "list"}}}], "#
        let shop = WrittenShop().with("contract.json", contract + error)
        #expect(shop.codes == ["T0660"])
        let listed = [
            "malformed", "validation", "unauthenticated", "forbidden", "method-not-allowed", "rate-limited",
            "too-large",
            "unsupported-media-type", "request-timeout", "internal", "unavailable",
        ]
        let message = try #require(shop.diagnostics.first).message
        for name in listed { #expect(message.contains("`\(name)`"), "\(name)") }
        // Nothing here sends, forwards a log-in or registers.
        for name in ["not-found", "no-device", "bad-gateway", "limit-reached", "conflict"] {
            #expect(!message.contains("`\(name)`"), "\(name)")
        }
        let text = #"{"status": 404, "code": "none"}"#
        #expect(shop.with("contract.json", #"{"status": 404, "code": 4004}"#, text).codes == [])
        let all = CanonicalError.allCases.map { #""\#($0.rawValue)": {"status": 400, "code": 1}"# }
        let whole = shop.with(
            "contract.json",
            #""not-found": {"status": 404, "code": 4004}"#,
            all.joined(separator: ", ")
        )
        #expect(whole.codes == [])
    }

    @Test func `an accepted event is one object, and a list of it`() {
        let contract =
            #"{"routes": [{"method": "POST", "path": "/track", "operation": "events.accept", "auth": "service", "#
            + #""request": {"id": {"from": "body.id"}, "source": {"value": "old"}, "type": {"value": "order.note"}, "#
            + #""recipients": {"from": "body.to", "type": "list"}, "data": {"from": "body.data", "type": "object"}}, "#
            + #""response": {"status": 200, "body": {"id": "{event.id}", "state": "{event.status}", "#
            + #""all": {"each": "events", "as": "{id}"}}}}, "#
            + #"{"method": "POST", "path": "/feed/{id}", "operation": "notifications.mark", "auth": "user", "#
            + #""request": {"ids": {"from": "path.id", "type": "list"}}}]}"#
        #expect(WrittenShop().with("contract.json", contract).codes == [])
    }

    @Test(arguments: [
        ("{device.identifier}", "`device` has `appVersion`, `deviceId`, `id`, `locale`"),
        (
            "{device.registeredAt.iso8601}",
            "`device.registeredAt` is a point in time, and has `text`, `iso`, `epochSeconds`"
        ),
        ("{device.id.value}", "`device.id` is a text, and has `text`"), ("{devise.id}", "there is `device`, `now`"),
    ])
    func `a member that there isn't is reported with those that there are`(placeholder: String, note: String) throws {
        let shop = WrittenShop().with("contract.json", "{device.id}", placeholder)
        let diagnostic = try #require(shop.diagnostics.first)
        #expect(diagnostic.code.number == "T0608")
        #expect(diagnostic.notes.first?.hasPrefix(note) == true, "\(diagnostic.notes)")
    }

    @Test func `all members and fields that there are get told, however many`() throws {
        let shop = WrittenShop().with("contract.json", "{content.en.title}", "{nothing}")
        let note = try #require(shop.diagnostics.first?.notes.first)
        #expect(note.contains("`content`") && note.contains("`totalCount`") && !note.contains(" more"), "\(note)")
        #expect(note.split(separator: ",").count > 40)
        #expect(Shape.wholeList((1...100).map { "n\($0)" }).hasSuffix("`n99` and `n100`"))
        #expect(Shape.list((1...100).map { "n\($0)" }).hasSuffix("`n40` and 60 more"))
    }

    @Test func `a list, a field and its parts are reported alike`() throws {
        let list = WrittenShop().with("contract.json", Self.list("", #"{"first": "{items.id}"}"#))
        #expect(list.diagnostics.first?.notes == ["`items` is a list: go through it with `each` and `as`"])
        let part = WrittenShop().with("contract.json", #""token": {"#, #""token.raw": {"#)
        let notes = part.diagnostics.filter { $0.code.number == "T0604" }.flatMap(\.notes)
        #expect(notes == ["`token` is a text, without parts"])
        let field = WrittenShop().with("contract.json", #""limit": {"#, #""limt": {"#)
        let fault = try #require(field.diagnostics.first { $0.code.number == "T0604" })
        #expect(fault.notes.first?.hasPrefix("`notifications.list` has `limit`, `offset`, `page`") == true)
    }
}
