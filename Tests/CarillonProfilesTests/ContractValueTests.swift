import CarillonProfiles
import Testing

/// What a contract says by name exists, and what it promises can be kept.
struct ContractValueTests {
    @Test(arguments: [
        (#""android""#, #""andriod""#, "T0651"),
        (#""value": "order.note""#, #""value": "order.nte""#, "T0651"),
        (#""userId": {"#, #""category": {"from": "body.c", "values": ["ordr"]}, "userId": {"#, "T0651"),
        (#""userId": {"#, #""priority": {"from": "body.p", "values": {"1": "hihg"}}, "userId": {"#, "T0651"),
        (#"payload.words.en"#, #"payload.wrods.en"#, "T0501 T0605"),
        (#"payload.words.en"#, #"payload.words.fr"#, "T0234"),
        (#""payload.words.en": {"from": "body.words"}"#, #""badgeIncrement": {"value": 1}"#, "T0605"),
        (#"{"from": "body.token"}"#, #"{"from": "body.token", "optional": true}"#, "T0605"),
        (#""default": 20"#, #""default": "twenty""#, "T0614"),
        (#""default": 20"#, #""default": 200"#, "T0614"),
        (#""limit": {"#, #""order": {"value": "prioritty"}, "limit": {"#, "T0651"),
        (#""limit": {"#, #""cap": {"value": 5001}, "limit": {"#, "T0614"),
        (
            #""limit": {"#,
            #""cap": {"from": "query.all", "type": "integer", "default": 0}, "limit": {"#, "T0614"
        ),
        (#""minimum": 1,"#, #""minimum": 500,"#, "T0503"),
        (#""status": 200"#, #""status": 204"#, "T0652"),
        ("{delivery.error?}", "{delivery.error}", "T0951"),
        ("{content.en.title}", "{content.fr.title}", "T0234"),
        ("{error.retryAfter}", "{error.retryAftr}", "T0608"),
        (
            #""token": {"#, #""locale": {"from": "body.l", "values": ["en", "fr"], "optional": true}, "token": {"#,
            "T0952"
        ),
        (#""path": "/feed","#, #""path": "/feed", "onUnknown": "not-found","#, "T0663"),
        (#"{"from": "body.token"}"#, #"{"from": "body.token", "type": "integer"}"#, "T0606"),
        (#"{"from": "body.user"}"#, #"{"from": "body.user", "type": "boolean"}"#, "T0606"),
        (#"{"from": "body.user"}"#, #"{"from": "body.user", "type": "integer", "format": "integer"}"#, "T0617"),
        (#"{"from": "body.user"}"#, #"{"value": 42}"#, "T0606"),
        (#""items": {"type": "text"}"#, #""items": {"type": "number"}"#, "T0606"),
        (#""items": {"type": "text"}"#, #""items": {"type": "integer"}"#, "T0606"),
        (#""items": {"type": "text"}"#, #""items": {"values": {"a": 1}}"#, "T0606"),
        (
            #"{"from": "body.ids", "type": "list", "items": {"type": "text"}, "maxItems": 100}"#, #"{"value": [42]}"#,
            "T0606"
        ),
        (#""path": "/feed","#, #""path": "/feed", "params": {"id": {"type": "integer"}},"#, "T0607"),
        (
            #""path": "/feed","#,
            #""path": "/feed/{id}", "params": {"id": {"type": "integer", "minimum": 2, "maximum": 1}},"#, "T0503"
        ),
    ])
    func `a value that means nothing is told`(old: String, new: String, codes: String) {
        #expect(WrittenShop().with("contract.json", old, new).codes.joined(separator: " ") == codes)
    }

    @Test(arguments: [
        (#""value": "order.note""#, #""value": "NOTE""#),
        (#""default": 20"#, #""default": 100"#),
        (#""limit": {"#, #""cap": {"value": 5000}, "order": {"value": "priority"}, "limit": {"#),
        (#"{"from": "body.token"}"#, #"{"from": "body.token", "default": "none"}"#),
        (#""token": {"#, #""locale": {"from": "body.l", "values": ["en-GB", "de"], "optional": true}, "token": {"#),
        (#"{"from": "body.user"}"#, #"{"from": "body.user", "type": "integer"}"#),
        (#"{"from": "body.user"}"#, #"{"from": "body.user", "type": "integer", "format": "text", "default": 1}"#),
        (#"{"from": "body.user"}"#, #"{"value": "42"}"#),
        (#""items": {"type": "text"}"#, #""items": {"type": "uuid"}"#),
        (#""method": "PATCH","#, #""method": "PATCH", "onUnknown": "not-found","#),
        ("payload.words.en\"", "payload\""),
        (#""android""#, #""android", "web""#),
        (
            #""path": "/feed","#,
            #""path": "/feed/{id}", "params": {"id": {"type": "integer", "minimum": 1, "error": "not-found"}},"#
        ),
    ])
    func `what the host understands is let through`(old: String, new: String) {
        var shop = WrittenShop().with("contract.json", old, new)
        if new.hasPrefix("payload") {
            shop = shop.with("contract.json", #"{"from": "body.words"}"#, #"{"from": "body.words", "type": "object"}"#)
        }
        #expect(shop.codes == [])
    }

    @Test func `a login's places are places of the upstream's answer`() {
        let login = """
            {"routes": [{"method": "POST", "path": "/login", "operation": "sessions.login", "auth": "none",
              "upstream": "https://auth.shop.example/login", "userId": "respons.user.id",
              "sessionId": "response.session_id"}]}
            """
        #expect(WrittenShop().with("contract.json", login).codes == ["T0608"])
    }

    @Test(arguments: [("", ["T0605"]), (#""pushAllowed": {"from": "body.push", "type": "boolean"},"#, [])])
    func `a session that a contract starts says whether it may be pushed to`(field: String, codes: [String]) {
        let start = """
            {"routes": [{"method": "POST", "path": "/sessions", "operation": "sessions.start", "auth": "service",
              "request": {\(field) "userId": {"from": "body.user"}, "sessionId": {"from": "body.session"},
               "token": {"from": "body.token", "nullable": true, "optional": true}}}]}
            """
        // No route of it marks what is read.
        let push = #""channels": ["in-app", "push"]"#
        let shop = WrittenShop().with("events.json", push, push + #", "badge": "none""#)
        #expect(shop.isChanged && shop.with("contract.json", start).codes == codes)
    }
}
