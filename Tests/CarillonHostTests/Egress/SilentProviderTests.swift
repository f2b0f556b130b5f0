import AsyncHTTPClient
import CarillonModel
import CarillonPluginKit
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import CarillonHost

/// A provider that takes requests and says nothing, over real sockets.
struct SilentProviderTests {
    @Test func `a provider that is silent to one tenant answers another, and the host goes on`() async throws {
        let provider = HalfSilentProvider()
        try await withHTTPService(provider) { port in
            let base = "http://127.0.0.1:\(port)"
            defer { provider.end() }
            var map = OriginMap()
            let areRules =
                map.add("https://provider.example=\(base)") && map.add("https://gateway.example=\(base)")
            #expect(areRules)
            let egress = try HTTPEgress(map: map)
            let share = HTTPEgress.requestsPerOrigin / 2
            await withTaskGroup(of: EgressFailure?.self) { group in
                // Two names of one origin, as of a gateway that many tenants use.
                for number in 0..<500 {
                    let origin = number.isMultiple(of: 2) ? "https://provider.example" : "https://gateway.example"
                    let loud = egress.limited(to: [origin], for: "loud")
                    group.addTask { await failure(of: loud, "\(origin)/silent") }
                }
                for await count in provider.counts where count == share { break }
                let quiet = egress.limited(to: ["https://provider.example"], for: "quiet")
                for _ in 0..<10 { #expect(await failure(of: quiet, "https://provider.example/") == nil) }
                await #expect(throws: Never.self) { try await askHost() }
                #expect(provider.count == share)
                group.cancelAll()
                for await failure in group { #expect(failure != nil) }
            }
            await egress.close()
        }
    }

    private func failure(of egress: any Egress, _ url: String) async -> EgressFailure? {
        do throws(EgressFailure) {
            _ = try await egress.send(EgressRequest(.get, url, timeout: .seconds(600)))
            return nil
        } catch {
            return error
        }
    }

    private func askHost() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            for _ in 0..<100 {
                let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/health/live")
                let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
                #expect(answer.status == .ok)
            }
        }
        await host.stop()
    }
}

/// Answers `/`, and takes `/silent` without a word until it ends.
///
/// A lock, because requests come side by side.
private final class HalfSilentProvider: UnroutedHandler {
    private struct State {
        var count = 0
        var isEnding = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// How many requests are without an answer, each time there is one more.
    let counts: AsyncStream<Int>
    private let isCounted: AsyncStream<Int>.Continuation
    private let state = Mutex(State())

    init() {
        (counts, isCounted) = AsyncStream.makeStream()
    }

    var count: Int { state.withLock { $0.count } }

    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse {
        guard request.path.first == "silent" else { return APIResponse(status: 200) }
        await withCheckedContinuation { continuation in
            let isEnding = state.withLock { state in
                state.count += 1
                isCounted.yield(state.count)
                if !state.isEnding { state.waiting.append(continuation) }
                return state.isEnding
            }
            if isEnding { continuation.resume() }
        }
        return APIResponse(status: 200)
    }

    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isEnding = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
