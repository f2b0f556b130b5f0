import CarillonPluginKit
import NIOCore
import NIOPosix
import NIOSSL

/// Requests a server's certificate once more after it wasn't trusted: the HTTP client reports that, and not why.
///
/// Nothing but the handshake is ever sent over this connection.
struct CertificateProbe: Sendable {
    private static let timeLimit = TimeAmount.seconds(5)

    /// The roots that the client trusts.
    let tls: TLSConfiguration

    /// - Parameters:
    ///   - url: whose server didn't pass.
    ///   - address: the address at which the host was reached.
    /// - Returns: `unknown` where this time it ends otherwise.
    func certificateFailure(of url: String, at address: InternetAddress) async -> CertificateFailure {
        guard let origin = WebOrigin(url: url), let context = try? NIOSSLContext(configuration: tls) else {
            return .unknown
        }
        let host = origin.host.withoutBrackets
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(Self.timeLimit)
                .connect(to: SocketAddress(ipAddress: address.description, port: origin.port))
                .get()
            let end = await Result { try await TLSHandshake(context: context, host: host).perform(on: channel) }
            // Closing what is closed already is fine.
            try? await channel.close()
            try end.get()
        } catch let certificateFailure as CertificateFailure {
            return certificateFailure
        } catch {
            return .unknown
        }
        return .unknown
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
