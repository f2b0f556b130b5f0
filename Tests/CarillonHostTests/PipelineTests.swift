import CarillonModel
import CarillonTesting
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import CarillonHost

/// Clients that send many requests at once, on many connections.
@Suite(.timeLimit(.minutes(1)))
struct PipelineTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `of requests that lie there only some are under way, and who else asks is answered before them`()
        async throws
    {
        let host = Patient()
        try await withHTTPService(host, turns: PipelineLimiter(4)) { port in
            try await withThrowingTaskGroup(of: String.self) { group in
                let ends = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                for _ in 0..<6 {
                    group.addTask {
                        let all = Self.get + String(repeating: Self.later, count: 8) + ends
                        return try await RawClient(port: port).exchange([all])
                    }
                }
                try await waitUntil { host.underWay("first") == 6 }
                host.finish(6)
                // One client alone has half of the turns.
                try await waitUntil { host.underWay("later") == 2 }
                for _ in 0..<3 {
                    let other = "GET /other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    #expect(try await RawClient(port: port).exchange([other]).hasPrefix("HTTP/1.1 200 "))
                    #expect(host.underWay("later") == 2)
                }
                host.finishAll()
                for try await answers in group {
                    let bodies = answers.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix(5) }
                    #expect(bodies == ["first"] + Array(repeating: "later", count: 8) + ["later"])
                }
            }
        }
        #expect(host.most("later") == 2)
    }

    private static let later = "GET /later HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `the parser gets one head at a time`() {
        let three = ByteBuffer(string: String(repeating: Self.get, count: 3))
        #expect(ByteGate.length(ofPieceOf: three, 0) == Self.get.utf8.count)
        #expect(ByteGate.length(ofPieceOf: ByteBuffer(string: "GET / HTTP/1.1\n\nGET"), 0) == 16)
        let begun = ByteBuffer(string: "GET / HTTP/1.1\r\nHost:")
        #expect(ByteGate.length(ofPieceOf: begun, 0) == begun.readableBytes)
        // The last line of a head may have come in a piece of its own.
        let rest = ByteBuffer(string: "\r\n" + Self.get)
        #expect(ByteGate.length(ofPieceOf: rest, 0, hasLineEnded: true) == 2)
        #expect(ByteGate.length(ofPieceOf: rest, 0) == rest.readableBytes)
    }

    @Test func `the parser gets a body to its end, whether it is told before or not`() {
        let bytes = ByteBuffer(repeating: 0x61, count: 100_000)
        #expect(ByteGate.length(ofPieceOf: bytes, 7) == 7)
        #expect(ByteGate.length(ofPieceOf: bytes, 200_000) == ByteGate.pieceSize)
        #expect(ByteGate.length(ofPieceOf: bytes, nil) == ByteGate.pieceSize)
        let chunked = ByteBuffer(string: "2\r\n{}\r\n0\r\n\r\n" + Self.get)
        #expect(ByteGate.length(ofPieceOf: chunked, nil) == 12)
    }

    @Test func `a turn that isn't taken goes to the next`() {
        let turns = PipelineLimiter(2)
        let held = Mutex<[PipelineLimiter.Turn]>([])
        let count = Mutex(0)
        turns.wait([1]) { turn in held.withLock { $0.append(turn) } }
        for _ in 0..<100 { turns.wait([1]) { _ in count.withLock { $0 += 1 } } }
        #expect(count.withLock { $0 } == 0)
        // Another client's, at once.
        turns.wait([2]) { _ in count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
        held.withLock { $0 = [] }
        #expect(count.withLock { $0 } == 101)
    }
}

/// Answers `/other` at once, everything else with its kind when it is told to.
private final class Patient: UnroutedHandler {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var underWay: [String: Int] = [:]
        var most: [String: Int] = [:]
        var mayAllGo = false
    }

    private let state = Mutex(State())

    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func underWay(_ kind: String) -> Int { state.withLock { $0.underWay[kind] ?? 0 } }

    func most(_ kind: String) -> Int { state.withLock { $0.most[kind] ?? 0 } }

    func answer(_ request: APIRequest) async -> APIResponse {
        guard request.path != ["other"] else { return APIResponse(text: "other") }
        let kind = request.path.isEmpty ? "first" : "later"
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                state.underWay[kind, default: 0] += 1
                state.most[kind] = max(state.most[kind] ?? 0, state.underWay[kind] ?? 0)
                if !state.mayAllGo { state.waiting.append(continuation) }
                return state.mayAllGo
            }
            if mayGo { continuation.resume() }
        }
        state.withLock { $0.underWay[kind, default: 0] -= 1 }
        return APIResponse(text: kind)
    }

    func finish(_ count: Int) {
        let first = state.withLock { state in
            defer { state.waiting.removeFirst(count) }
            return state.waiting.prefix(count)
        }
        for continuation in first { continuation.resume() }
    }

    func finishAll() {
        let all = state.withLock { state in
            defer { state.waiting = [] }
            state.mayAllGo = true
            return state.waiting
        }
        for continuation in all { continuation.resume() }
    }
}
