import CarillonHost
import NIOCore

/// Which port to listen on.
enum ListeningPort: Sendable {
    /// This port, or fail; 0 lets the system choose.
    case exactly(Int)
    /// This port where it is free, else any other.
    case preferably(Int)

    /// - Parameter option: the option that an operator changes when the port is taken, such as `--apns-port`.
    /// - Throws: ``ListenFailure`` when the port can't be had.
    func open<Server>(host: String, option: String, _ bind: (Int) async throws -> Server) async throws -> Server {
        switch self {
        case .exactly(let port):
            do {
                return try await bind(port)
            } catch let error as IOError {
                throw ListenFailure(host: host, port: port, option: option, errno: error.errnoCode)
            }
        case .preferably(let port):
            do {
                return try await bind(port)
            } catch is IOError {
                return try await Self.exactly(0).open(host: host, option: option, bind)
            }
        }
    }
}
