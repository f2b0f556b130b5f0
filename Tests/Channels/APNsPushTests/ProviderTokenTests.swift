import APNsPush
import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Synchronization
import Testing

private let token = "00fc13adff785122b4ad28809a342098"

private func channel(over egress: ScriptedEgress, clock: ManualClock) throws -> APNsChannel {
    let values: [String: JSONValue] = ["keyId": "ABC123DEFG", "teamId": "DEF123GHIJ", "topic": "com.acme.app"]
    let settings = ChannelSettings(values: values, secrets: ["key": Secret("a signing key")])
    return try APNsChannel(settings: settings, host: .testing(egress: egress, clock: clock))
}

private func tokens(_ egress: ScriptedEgress) -> [String] {
    egress.requests.compactMap { $0.headers.first { $0.name == "authorization" }?.value }
}

@Test func `the provider token names key, team and time, and nothing else`() async throws {
    let egress = ScriptedEgress([.answer(200)])
    _ = try await channel(over: egress, clock: ManualClock()).deliver([.testing(to: token)])
    let text = try #require(tokens(egress).first)
    #expect(text.hasPrefix("bearer "))
    let parts = text.dropFirst(7).split(separator: ".")
    #expect(try JSONValue(parsing: #require(Base64.decode(parts[0]))) == ["alg": "ES256", "kid": "ABC123DEFG"])
    #expect(try JSONValue(parsing: #require(Base64.decode(parts[1]))) == ["iss": "DEF123GHIJ", "iat": 1_772_020_800])
    #expect(Base64.decode(parts[2])?.count == 64)
}

@Test func `a provider token serves 40 minutes, then a new one does`() async throws {
    let clock = ManualClock()
    let egress = ScriptedEgress { _ in .answer(200) }
    let channel = try channel(over: egress, clock: clock)
    for minutes in [0, 39, 1, 39, 1] {
        clock.advance(by: .seconds(minutes * 60))
        _ = await channel.deliver([.testing(to: token), .testing(to: token)])
    }
    let sent = tokens(egress)
    #expect(sent.count == 10)
    #expect(Set(sent[0..<4]).count == 1)
    #expect(Set(sent[4..<8]).count == 1)
    #expect(Set([sent[0], sent[4], sent[8]]).count == 3)
}

private let expired = Result.answer(403, #"{"reason":"ExpiredProviderToken"}"#)

@Test func `a token called expired is replaced whatever its age, once for all that it was sent with`() async throws {
    let clock = ManualClock()
    let old = Mutex<String?>(nil)
    let egress = ScriptedEgress { request in
        let used = request.headers.first { $0.name == "authorization" }?.value
        return old.withLock { old in
            if old == nil { old = used }
            return old == used ? expired : .answer(200)
        }
    }
    let channel = try channel(over: egress, clock: clock)
    clock.advance(by: .seconds(1))
    let outcomes = await channel.deliver((1...20).map { .testing(to: token, delivery: $0) })
    #expect(outcomes == [DeliveryOutcome](repeating: .accepted(nil), count: 20))
    #expect(Set(tokens(egress)).count == 2)
}

@Test func `a new token called expired too isn't replaced for 20 minutes`() async throws {
    let clock = ManualClock()
    let egress = ScriptedEgress { _ in expired }
    let channel = try channel(over: egress, clock: clock)
    var sent: [Int] = []
    for seconds in [1, 60, 1138, 2] {
        clock.advance(by: .seconds(seconds))
        let before = egress.requests.count
        #expect(await channel.deliver([.testing(to: token)]).first?.reason?.code == "ExpiredProviderToken")
        sent.append(egress.requests.count - before)
    }
    #expect(sent == [2, 1, 1, 2])
    #expect(Set(tokens(egress)).count == 3)
}

@Test func `where APNs wants no new token yet, the one before serves on`() async throws {
    let clock = ManualClock()
    let tooMany = Result.answer(429, #"{"reason":"TooManyProviderTokenUpdates"}"#)
    let egress = ScriptedEgress([expired, tooMany, .answer(200)])
    let channel = try channel(over: egress, clock: clock)
    clock.advance(by: .seconds(1))
    #expect(await channel.deliver([.testing(to: token)]).first?.reason?.code == "TooManyProviderTokenUpdates")
    #expect(await channel.deliver([.testing(to: token)]) == [.accepted(nil)])
    let sent = tokens(egress)
    #expect(sent[0] != sent[1] && sent[0] == sent[2])
}

@Test func `a clock set back far gets a token of its own time`() async throws {
    let clock = ManualClock()
    let egress = ScriptedEgress { _ in .answer(200) }
    let channel = try channel(over: egress, clock: clock)
    _ = await channel.deliver([.testing(to: token)])
    clock.set(to: Instant(epochMilliseconds: 1_700_000_000_000))
    _ = await channel.deliver([.testing(to: token)])
    #expect(Set(tokens(egress)).count == 2)
}
