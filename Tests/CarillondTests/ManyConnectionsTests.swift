import AsyncHTTPClient
import CarillonHost
import CarillonModel
import Foundation
import Testing

/// As many connections as apps that were left open somewhere.
struct ManyConnectionsTests {
    @Test func `ten thousand connections that say nothing leave room for the next caller`() async throws {
        let sandbox = try await SandboxProcess()
        let count = min(10_000, FileDescriptors.raiseLimit() - 1_000)
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        for _ in 0..<count { sockets.append(try RawSocket.connect(to: sandbox.http)) }
        let answer = try await sandbox.received()
        #expect(answer["total"] == 0)
        await sandbox.stop()
    }
}
