import CarillonModel
import CarillonSandbox
import Testing

private let send = "/--/api/v2/push/send"
private let receipts = "/--/api/v2/push/getReceipts"

private func sandbox(_ change: (inout SandboxConfiguration) -> Void = { _ in }) -> (Sandbox, SteppedClock) {
    let clock = SteppedClock()
    var configuration = SandboxConfiguration()
    change(&configuration)
    return (Sandbox(configuration) { clock.now }, clock)
}

private func message(_ token: String, _ more: String = "") -> String {
    #"{"to":"\#(token)","title":"T"\#(more)}"#
}

private func code(_ response: SandboxResponse) -> String? {
    response.json["errors"]?.array?.first?["code"]?.string
}

@Test func `each recipient has a ticket, in order, and is listed`() async {
    let (sandbox, _) = sandbox()
    let body = #"[{"to":["ExponentPushToken[a]","ExpoPushToken[b]"],"body":"B"},{"to":"ExpoPushToken[c]"}]"#
    let answer = await sandbox.post(send, body)
    #expect(answer.status == 200)
    #expect(answer.json["data"]?.array?.map { $0["status"] } == ["ok", "ok", "ok"])
    let listed = await sandbox.get("/sandbox/messages")
    #expect(listed["total"] == 3)
    #expect(
        listed["messages"]?.array?.compactMap { $0["token"]?.string }
            == ["ExponentPushToken[a]", "ExpoPushToken[b]", "ExpoPushToken[c]"]
    )
}

@Test func `one object to one recipient is answered with the ticket itself`() async {
    let (sandbox, _) = sandbox()
    #expect(await sandbox.post(send, message("ExpoPushToken[a]")).json["data"]?["status"] == "ok")
    #expect(await sandbox.post(send, #"{"to":["ExpoPushToken[a]"]}"#).json["data"]?.array?.count == 1)
}

@Test(arguments: [
    "", "{", "[]", "[1]", "7", #"{"title":"no recipient"}"#, #"{"to":[]}"#, #"{"to":7}"#, message("ExpoPushToken[]"),
    message("ExpoPushToken[a b]"), message("expo[a]"), message("ExpoPushToken[a]", #","colour":"red""#),
    message("ExpoPushToken[a]", #","badge":-1"#), message("ExpoPushToken[a]", #","badge":"1""#),
    message("ExpoPushToken[a]", #","data":[1]"#), message("ExpoPushToken[a]", #","data":"x""#),
    message("ExpoPushToken[a]", #","priority":"low""#), message("ExpoPushToken[a]", #","ttl":1.5"#),
    message("ExpoPushToken[a]", #","relevanceScore":2"#), message("ExpoPushToken[a]", #","interruptionLevel":"loud""#),
    message("ExpoPushToken[a]", #","body":null"#), message("ExpoPushToken[a]", #","richContent":{"image":"http://x"}"#),
    message("ExpoPushToken[a]", #","collapseId":"\#(String(repeating: "é", count: 32))k""#),
])
func `a request Expo would not take is refused whole`(body: String) async {
    let (sandbox, _) = sandbox()
    let answer = await sandbox.post(send, body)
    #expect(answer.status == 400)
    #expect(code(answer) == "VALIDATION_ERROR")
    let listed = await sandbox.get("/sandbox/messages")
    #expect(listed["total"] == 0)
    #expect(listed["refused"]?["total"] == 1)
}

@Test func `method, media type and compression are looked at`() async {
    let (sandbox, _) = sandbox()
    let good = message("ExpoPushToken[a]")
    #expect(await sandbox.post(send, good, type: "text/plain").status == 400)
    #expect(await sandbox.post(send, good, headers: [.init("Content-Encoding", "gzip")]).status == 400)
    #expect(await sandbox.post(send, good, headers: [.init("Content-Encoding", "br")]).status == 400)
    let get = SandboxRequest(method: "GET", path: send, headers: [.init("Content-Type", "application/json")])
    #expect(await sandbox.respond(to: get).status == 400)
    #expect(await sandbox.post(send, good, type: "application/json; charset=utf-8").status == 200)
}

@Test func `101 recipients are one too many, however they are packed`() async {
    let (sandbox, _) = sandbox()
    let tokens = (1...101).map { "\"ExpoPushToken[\($0)]\"" }.joined(separator: ",")
    #expect(code(await sandbox.post(send, #"{"to":[\#(tokens)]}"#)) == "PUSH_TOO_MANY_NOTIFICATIONS")
}

@Test func `tokens of two projects in one request are refused with a map of them`() async {
    let (sandbox, _) = sandbox()
    await sandbox.script(#"{"token":"ExpoPushToken[s*","project":"@acme/shop"}"#)
    let answer = await sandbox.post(send, "[\(message("ExpoPushToken[s1]")),\(message("ExpoPushToken[a1]"))]")
    #expect(code(answer) == "PUSH_TOO_MANY_EXPERIENCE_IDS")
    let details: JSONValue = ["@acme/shop": ["ExpoPushToken[s1]"], "@sandbox/app": ["ExpoPushToken[a1]"]]
    #expect(answer.json["errors"]?.array?.first?["details"] == details)
}

@Test func `a project with an access token asks for it`() async {
    let (sandbox, _) = sandbox { $0.expoAccessToken = "right" }
    let body = message("ExpoPushToken[a]")
    #expect(code(await sandbox.post(send, body)) == "UNAUTHORIZED")
    let wrong = await sandbox.post(send, body, headers: [.init("Authorization", "Bearer wrong")])
    #expect(wrong.status == 401 && wrong.json["error"] == "invalid_token")
    #expect(await sandbox.post(send, body, headers: [.init("authorization", "Bearer right")]).status == 200)
}

@Test func `600 a second and no more, then again a second later`() async {
    let (sandbox, clock) = sandbox { $0.expoRate = 600 }
    let hundred = "[\((1...100).map { message("ExpoPushToken[\($0)]") }.joined(separator: ","))]"
    for _ in 1...6 { #expect(await sandbox.post(send, hundred).status == 200) }
    let refused = await sandbox.post(send, hundred)
    #expect(refused.status == 429 && code(refused) == "TOO_MANY_REQUESTS")
    clock.advance(by: .milliseconds(167))
    #expect(await sandbox.post(send, hundred).status == 200)
}

@Test func `a receipt is there after its delay, for a day, and absent when unknown`() async throws {
    let (sandbox, clock) = sandbox { $0.expoReceiptDelay = .seconds(900) }
    let id = try #require(await sandbox.post(send, message("ExpoPushToken[a]")).json["data"]?["id"]?.string)
    let ask = #"{"ids":["\#(id)","0198c2f0-5a21-7cc0-8f1e-1d0d1b6f0a01","x"]}"#
    #expect(await sandbox.post(receipts, ask).json == ["data": .object(JSONObject())])
    clock.advance(by: .seconds(900))
    let found: JSONValue = ["data": .object(JSONObject([.init(id, ["status": "ok"])]))]
    #expect(await sandbox.post(receipts, ask).json == found)
    clock.advance(by: .seconds(86400))
    #expect(await sandbox.post(receipts, ask).json == ["data": .object(JSONObject())])
}

@Test func `a message of more than 4096 bytes is accepted, its receipt says too big`() async throws {
    let (sandbox, _) = sandbox()
    let body = String(repeating: "é", count: 2048)
    let id = try #require(
        await sandbox.post(send, message("ExpoPushToken[a]", #","body":"\#(body)""#)).json["data"]?["id"]?.string
    )
    let answer = await sandbox.post(receipts, #"{"ids":["\#(id)"]}"#)
    #expect(answer.json["data"]?[id]?["details"]?["error"] == "MessageTooBig")
}

@Test func `receipts are asked for as a list of at most a thousand`() async {
    let (sandbox, _) = sandbox()
    let ids = (1...1001).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(code(await sandbox.post(receipts, #"{"ids":[\#(ids)]}"#)) == "PUSH_TOO_MANY_RECEIPTS")
    #expect(await sandbox.post(receipts, #"{"ids":[1]}"#).status == 400)
    #expect(await sandbox.post(receipts, #"["a"]"#).status == 400)
}
