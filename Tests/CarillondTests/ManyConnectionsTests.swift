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
        for _ in 0..<count { sockets.append(try connection(to: sandbox.http)) }
        let answer = try await sandbox.received()
        #expect(answer["total"] == 0)
        await sandbox.stop()
    }

    private func connection(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, status == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return descriptor
    }
}
