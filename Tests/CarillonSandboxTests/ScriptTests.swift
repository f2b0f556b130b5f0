import CarillonModel
import CarillonSandbox
import Testing

private let send = "/--/api/v2/push/send"
private let receipts = "/--/api/v2/push/getReceipts"

private func sandbox(_ kept: Int = 10_000) -> Sandbox {
    let clock = SteppedClock()
    var configuration = SandboxConfiguration()
    configuration.keptMessages = kept
    return Sandbox(configuration) { clock.now }
}

private func batch(_ tokens: [String]) -> String {
    "[\(tokens.map { #"{"to":"ExpoPushToken[\#($0)]"}"# }.joined(separator: ","))]"
}

private func errors(_ answer: SandboxResponse) -> [String?] {
    answer.json["data"]?.array?.map { $0["details"]?["error"]?.string } ?? []
}

@Test func `an error by token meets that token, as often as told`() async {
    let sandbox = sandbox()
    await sandbox.script(#"{"provider":"expo","token":"ExpoPushToken[b*","error":"DeviceNotRegistered","times":2}"#)
    #expect(
        errors(await sandbox.post(send, batch(["a", "b1", "b2", "b3"])))
            == [nil, "DeviceNotRegistered", "DeviceNotRegistered", nil]
    )
    let listed = await sandbox.get("/sandbox/messages", query: "token=ExpoPushToken%5Bb1%5D&provider=expo")
    #expect(listed["messages"]?.array?.map { $0["outcome"] } == ["DeviceNotRegistered"])
}

@Test func `an error by rate meets every n-th message`() async {
    let sandbox = sandbox()
    await sandbox.script(#"{"error":"MessageRateExceeded","rate":0.25}"#)
    let met = errors(await sandbox.post(send, batch((1...8).map(String.init)))).map { $0 != nil }
    #expect(met == [false, false, false, true, false, false, false, true])
}

@Test func `an error of a receipt leaves the ticket in order`() async throws {
    let sandbox = sandbox()
    await sandbox.script(#"{"error":"InvalidCredentials","at":"receipt"}"#)
    let ticket = await sandbox.post(send, batch(["a"]))
    let id = try #require(ticket.json["data"]?.array?.first?["id"]?.string)
    let receipt = await sandbox.post(receipts, #"{"ids":["\#(id)"]}"#).json["data"]?[id]
    #expect(receipt?["details"]?["error"] == "InvalidCredentials")
}

@Test func `a receipt can be kept back`() async throws {
    let clock = SteppedClock()
    let sandbox = Sandbox { clock.now }
    await sandbox.script(#"[{"token":"ExpoPushToken[a]","receiptsAfter":5000},{"receiptsAfter":"never"}]"#)
    let ids = await sandbox.post(send, batch(["a", "b"])).json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    let ask = #"{"ids":["\#(ids[0])","\#(ids[1])"]}"#
    #expect(await sandbox.post(receipts, ask).json["data"]?.object?.isEmpty == true)
    clock.advance(by: .seconds(5))
    #expect(await sandbox.post(receipts, ask).json["data"]?.object?.members.map(\.name) == [ids[0]])
    clock.advance(by: .seconds(86_000))
    #expect(await sandbox.post(receipts, ask).json["data"]?.object?.members.map(\.name) == [ids[0]])
}

@Test func `a scripted answer stands for the whole request, and nothing is delivered`() async {
    let sandbox = sandbox()
    await sandbox.script(#"{"status":429,"retryAfter":30,"times":1}"#)
    let answer = await sandbox.post(send, batch(["a"]))
    #expect(answer.status == 429)
    #expect(answer.headers == [SandboxRequest.Header("retry-after", "30")])
    #expect(await sandbox.get("/sandbox/messages")["total"] == 0)
    #expect(await sandbox.post(send, batch(["a"])).status == 200)
}

@Test func `HTML of a proxy and truncated JSON can be scripted`() async {
    let sandbox = sandbox()
    await sandbox.script(#"[{"status":502,"body":"<html>","times":1},{"status":200,"body":"{\"data\":[","times":1}]"#)
    let html = await sandbox.post(send, batch(["a"]))
    #expect(html.status == 502 && html.headers == [.init("content-type", "text/html")])
    #expect(await sandbox.post(send, batch(["a"])).text == #"{"data":["#)
}

@Test func `a connection dropped before leaves nothing, one dropped after leaves the message`() async {
    let sandbox = sandbox()
    await sandbox.script(#"[{"drop":"before","times":1},{"drop":"after","times":1}]"#)
    #expect(await sandbox.post(send, batch(["a"])).dropsConnection)
    #expect(await sandbox.get("/sandbox/messages")["total"] == 0)
    #expect(await sandbox.post(send, batch(["a"])).dropsConnection)
    #expect(await sandbox.get("/sandbox/messages")["total"] == 1)
    #expect(await !sandbox.post(send, batch(["a"])).dropsConnection)
}

@Test func `an answer can be delayed, and a ticket lost`() async {
    let sandbox = sandbox()
    await sandbox.script(#"[{"delay":1500,"times":1},{"tickets":"fewer"}]"#)
    #expect(await sandbox.post(send, batch(["a"])).delay == .milliseconds(1500))
    #expect(errors(await sandbox.post(send, batch(["a", "b"]))).count == 1)
}

@Test(arguments: [
    "", "{}", "7", #"{"error":7}"#, #"{"error":"x","colour":"red"}"#, #"{"provider":"fax","error":"x"}"#,
    #"{"rate":0,"error":"x"}"#, #"{"rate":1.5,"error":"x"}"#, #"{"status":99}"#, #"{"body":"x","drop":"after"}"#,
    #"{"drop":"sometimes"}"#, #"{"tickets":"more"}"#, #"{"times":0,"error":"x"}"#, #"{"error":"x","delay":5}"#,
    #"[{"error":"x"},{"delay":"1s"}]"#,
])
func `a script that can't be meant is refused whole`(script: String) async {
    let sandbox = sandbox()
    let answer = await sandbox.post("/sandbox/script", script)
    #expect(answer.status == 400)
    #expect(answer.json["error"]?.string?.isEmpty == false)
    #expect(await sandbox.get("/sandbox/script") == ["rules": []])
}

@Test(arguments: [
    (#"{"provider":"expo","error":"DeviceNotRegisterd"}"#, "DeviceNotRegistered"),
    (#"{"provider":"fcm","error":"DeviceNotRegistered"}"#, "UNREGISTERED"),
    (#"{"provider":"apns","error":"Whatever"}"#, "Unregistered"), (#"{"error":"Whatever"}"#, "Whatever"),
    (#"{"provider":"webhook","error":"down"}"#, "status"), (#"{"provider":"smtp","error":"no"}"#, "550"),
    (#"{"provider":"apns","at":"receipt","error":"Unregistered"}"#, "only expo"),
    (#"{"provider":"expo","at":"token","status":503}"#, "only fcm"), (#"{"at":"receipt","status":503}"#, "error"),
    (#"{"provider":"expo","error":"ExpoError","retryAfter":7}"#, "status"),
    (#"{"provider":"expo","drop":"goaway"}"#, "apns"), (#"{"provider":"fcm","tickets":"fewer"}"#, "only expo"),
])
func `a rule that could never apply is refused, with the way out`(rule: String, way: String) async {
    let sandbox = sandbox()
    let answer = await sandbox.post("/sandbox/script", rule)
    #expect(answer.status == 400)
    #expect(answer.json["error"]?.string?.contains(way) == true)
    #expect(await sandbox.get("/sandbox/script") == ["rules": []])
}

@Test func `Expo's limit is kept to where a rule says so`() async {
    let sandbox = sandbox()
    for _ in 0..<3 { #expect(await sandbox.post(send, batch(["a", "b"])).status == 200) }
    await sandbox.script(#"{"provider":"expo","perSecond":3}"#)
    #expect(await sandbox.post(send, batch(["a", "b"])).status == 200)
    let refused = await sandbox.post(send, batch(["a", "b"]))
    #expect(refused.status == 429)
    #expect(refused.json["errors"]?.array?.first?["code"] == "TOO_MANY_REQUESTS")
}

@Test func `Expo asks for an access token once one is known`() async {
    let sandbox = sandbox()
    #expect(await sandbox.post(send, batch(["a"])).status == 200)
    #expect(await sandbox.post("/sandbox/credentials", #"{"expo":[{"accessToken":"sesame"}]}"#).status == 204)
    let none = await sandbox.post(send, batch(["a"]))
    #expect(none.status == 401 && none.json["errors"]?.array?.first?["code"] == "UNAUTHORIZED")
    let wrong = await sandbox.post(send, batch(["a"]), headers: [.init("authorization", "Bearer open")])
    #expect(wrong.status == 401 && wrong.json["error"] == "invalid_token")
    let right = await sandbox.post(send, batch(["a"]), headers: [.init("authorization", "Bearer sesame")])
    #expect(right.status == 200)
}

@Test func `a script is listed as it was given, replaced and cleared`() async {
    let sandbox = sandbox()
    let rule = #"{"provider":"expo","token":"a*","error":"ExpoError","at":"receipt","rate":0.5,"times":3}"#
    #expect(await sandbox.post("/sandbox/script", rule).text == #"{"rules":[\#(rule)]}"#)
    _ = await sandbox.post("/sandbox/script", #"{"rules":[{"drop":"after"}],"replace":true}"#)
    #expect(await sandbox.get("/sandbox/script") == ["rules": [["drop": "after"]]])
    #expect(await sandbox.respond(to: SandboxRequest(method: "DELETE", path: "/sandbox/script")).status == 204)
    #expect(await sandbox.get("/sandbox/script") == ["rules": []])
}

@Test func `only the last messages are kept, but all are counted`() async {
    let sandbox = sandbox(3)
    for number in 1...5 { _ = await sandbox.post(send, batch(["\(number)"])) }
    let listed = await sandbox.get("/sandbox/messages")
    #expect(listed["total"] == 5)
    #expect(listed["kept"] == 3)
    #expect(listed["providers"] == ["expo": 5])
    #expect(listed["messages"]?.array?.compactMap { $0["number"]?.integer } == [3, 4, 5])
    let last = await sandbox.get("/sandbox/messages", query: "limit=1")
    #expect(last["messages"]?.array?.compactMap { $0["number"]?.integer } == [5])
    #expect(await sandbox.respond(to: SandboxRequest(method: "DELETE", path: "/sandbox/messages")).status == 204)
    #expect(await sandbox.get("/sandbox/messages")["total"] == 0)
}

@Test func `what no provider serves isn't found`() async {
    #expect(await sandbox().post("/elsewhere", "").status == 404)
    #expect(await sandbox().respond(to: SandboxRequest(method: "PUT", path: "/sandbox/script")).status == 405)
    #expect(await sandbox().respond(to: SandboxRequest(method: "GET", path: "/sandbox")).status == 404)
}
