import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import CarillonHost

/// Names of providers, log-in services and relays whose name servers keep one waiting.
struct SlowNamesTests {
    private let names = ScriptedNames()

    @Test func `a provider or a log-in service whose name isn't answered for delays its own tenant alone`() async throws
    {
        try await withHTTPService(Plain()) { port in
            var map = OriginMap()
            let isRule = map.add("https://provider.example=http://good.example:\(port)")
            #expect(isRule)
            let egress = try HTTPEgress(map: map, resolver: resolver())
            let quiet = egress.limited(to: ["https://provider.example"], for: "quiet")
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    let loud = egress.limited(to: ["https://slow-\(number).example"], for: "loud")
                    group.addTask {
                        _ = try? await loud.send(EgressRequest(.post, "https://slow-\(number).example/log-in"))
                    }
                }
                await #expect(throws: Never.self) {
                    try await waitUntil { names.blocked == NameResolver.places.most }
                    for _ in 0..<10 {
                        let answer = try await quiet.send(EgressRequest(.post, "https://provider.example/push"))
                        #expect(answer.status == 200)
                    }
                }
                // All of them wait still.
                #expect(names.blocked == NameResolver.places.most)
                #expect(names.asked("good.example") == 1)
                names.end()
            }
            await egress.close()
        }
    }

    @Test func `a relay whose name isn't answered for delays its own tenant alone`() async throws {
        try await withHTTPService(Plain()) { port in
            let streams = try NIOByteStreams(resolver: resolver())
            let (ofLoud, ofQuiet) = (streams.streams(of: "loud"), streams.streams(of: "quiet"))
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        _ = try? await ofLoud.open(host: "slow-\(number).example", port: 25, security: .plain)
                    }
                }
                await #expect(throws: Never.self) {
                    try await waitUntil { names.blocked == NameResolver.places.most }
                    for _ in 0..<10 {
                        try await ofQuiet.open(host: "good.example", port: port, security: .plain).close()
                    }
                }
                #expect(names.blocked == NameResolver.places.most)
                names.end()
            }
        }
    }

    @Test func `where there is no way to one of a name's addresses, the next is tried, and kept to`() async throws {
        let places = Mutex<[InternetAddress]>([])
        let two = try ["192.0.2.1", "192.0.2.2"].map { try #require(InternetAddress($0)) }
        let clients = PinnedClients(EgressClients(trusting: [], silence: .seconds(60)))
        for _ in 0..<3 {
            try await clients.send(to: "two.example", at: two, until: .now.advanced(by: .seconds(600))) { _, address in
                places.withLock { $0.append(address) }
                if address == two[0] { throw IOError(errnoCode: ECONNREFUSED, reason: "connect") }
            }
        }
        #expect(places.withLock { $0 } == [two[0], two[1], two[1], two[1]])
        // Who was reached, and answers badly, isn't asked elsewhere.
        await #expect(throws: EgressFailure.lateAnswer) {
            try await clients.send(to: "two.example", at: two, until: .now.advanced(by: .seconds(600))) { _, address in
                places.withLock { $0.append(address) }
                throw EgressFailure.lateAnswer
            }
        }
        #expect(places.withLock { $0 }.count == 5)
    }

    @Test func `one name is looked up, and another never connected to`() throws {
        for url in ["https://API.Provider.example/push?a=b", "HTTPS://api.provider.example:443/push?a=b"] {
            let destination = try #require(OriginMap().destination(of: url))
            #expect(destination.url == "https://api.provider.example/push?a=b")
            #expect(destination.target.host == "api.provider.example")
        }
    }

    private func resolver() -> NameResolver {
        NameResolver(timeLimit: .seconds(600), lookUp: { [names] in names.lookUp($0) })
    }
}

private struct Plain: UnroutedHandler {
    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse { APIResponse(status: 200) }
}
