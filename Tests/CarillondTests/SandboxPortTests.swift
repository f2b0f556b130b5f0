import AsyncHTTPClient
import CarillonHost
import CarillonModel
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

/// What `carillond sandbox` listens on, over real sockets.
struct SandboxPortTests {
    @Test func `APNs is served over HTTP 2 with a certificate that the printed authority vouches for`() async throws {
        let sandbox = try await SandboxProcess()
        let answer = try await push(to: sandbox, version: .automatic)
        #expect(answer?.version == .http2)
        #expect(answer?.status == 400)
        #expect(answer?.reason == "MissingTopic")
        await sandbox.stop()
        // What was written for the run is gone with it.
        #expect(!FileManager.default.fileExists(atPath: sandbox.authority))
    }

    @Test func `who speaks HTTP 1 to APNs gets no answer`() async throws {
        let sandbox = try await SandboxProcess()
        let answer = try await push(to: sandbox, version: .http1Only)
        #expect(answer == nil)
        await sandbox.stop()
    }

    @Test func `who doesn't know the authority doesn't believe the certificate`() async throws {
        let sandbox = try await SandboxProcess()
        var request = HTTPClientRequest(url: "https://localhost:\(sandbox.apns)/3/device/00")
        request.method = .POST
        await #expect(throws: (any Error).self) {
            try await HTTPClient.shared.execute(request, timeout: .seconds(5))
        }
        await sandbox.stop()
    }

    @Test func `the authority is written where the operator wants it, and a certificate needs its key`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let other = try await SandboxProcess(["--ca-file", folder.appending(path: "ca.pem").path])
        await other.stop()
        // A certificate without its key is no certificate to show.
        let broken = try Carillond(["sandbox", "--tls-cert", folder.appending(path: "ca.pem").path])
        #expect(await broken.status() == 64)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "ca.pem").path))
    }

    private struct Answer: Equatable {
        let version: HTTPVersion
        let status: UInt
        let reason: String?
    }

    private func push(
        to sandbox: SandboxProcess,
        version: HTTPClient.Configuration.HTTPVersion
    ) async throws -> Answer? {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(sandbox.authority))]
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.httpVersion = version
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(url: "https://localhost:\(sandbox.apns)/3/device/00")
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: "{}"))
        let answer = try? await client.execute(request, timeout: .seconds(10))
        let body = try await answer?.body.collect(upTo: 1024)
        try await client.shutdown()
        guard let answer else { return nil }
        let reason = body.flatMap { try? JSONValue(parsing: Array(buffer: $0)) }?["reason"]?.string
        return Answer(version: answer.version, status: answer.status.code, reason: reason)
    }
}
