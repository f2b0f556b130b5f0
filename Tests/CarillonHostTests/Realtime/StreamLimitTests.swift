import CarillonModel
import Testing

@testable import CarillonHost

/// Users who open more streams than they can read.
struct StreamLimitTests {
    @Test func `one user's streams are limited, and neither another's nor the next tenant's`() async throws {
        let limits = HostLimits.testing(streams: 4, streamsPerUser: 2)
        let host = await TestHost.start(withWorkers: false, limits: limits)
        let first = try await StreamClient(host)
        let second = try await StreamClient(host)
        let refused = try await refusal(host, user: "ada")
        #expect(refused.status == 429 && refused.code == "too-many-streams" && refused.wait == "30")
        let ben = try await StreamClient(host, user: "ben")
        #expect(try await refusal(host, user: "cleo").code == "streams-exhausted")
        let stranger = TestHost.token("ada", secret: TestHost.otherUserSecret)
        let other = try await StreamClient(host, token: stranger, path: ["v1", "other", "stream"])
        let exhausted = try await refusal(host, user: "dan", path: ["v1", "other", "stream"], token: stranger)
        #expect(exhausted.status == 503 && exhausted.code == "streams-exhausted")
        first.leave()
        let again = try await StreamClient(host)
        for client in [second, ben, other, again] { client.leave() }
        await host.stop()
    }

    @Test func `an answer that nobody takes gives its place back`() async throws {
        let host = await TestHost.start(withWorkers: false, limits: .testing(streams: 4, streamsPerUser: 1))
        var request = APIRequest("GET", path: ["v1", "shop", "stream"])
        request.headers = [("authorization", "Bearer \(TestHost.token())")]
        for _ in 0..<3 { #expect(await host.api.respond(to: request).status == 200) }
        await host.stop()
    }

    private func refusal(
        _ host: TestHost,
        user: String,
        path: [String] = ["v1", "shop", "stream"],
        token: String? = nil
    ) async throws -> (status: Int, code: String?, wait: String?) {
        var request = APIRequest("GET", path: path)
        request.headers = [("authorization", "Bearer \(token ?? TestHost.token(user))")]
        let answer = await host.api.respond(to: request)
        let wait = answer.headers.first { $0.name == "retry-after" }?.value
        return (answer.status, try JSONValue(parsing: answer.bytes)["code"]?.string, wait)
    }
}
