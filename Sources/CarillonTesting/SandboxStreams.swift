public import CarillonPluginKit
public import CarillonSandbox
import Synchronization

/// Byte streams that end in a sandbox's mail relay in the same process; TLS is only pretended.
public struct SandboxStreams: ByteStreams {
    private let sandbox: Sandbox

    public init(_ sandbox: Sandbox) {
        self.sandbox = sandbox
    }

    public func open(host: String, port: Int, security: StreamSecurity) async throws(EgressFailure) -> any ByteStream {
        SandboxStream(SandboxMailSession(sandbox, isSecure: security == .tls))
    }
}

/// A class with a lock, because reading and writing both change the conversation.
private final class SandboxStream: ByteStream {
    private struct State {
        var session: SandboxMailSession
        var output: [UInt8] = []
        var isClosed = false
    }

    private let state: Mutex<State>

    init(_ session: SandboxMailSession) {
        state = Mutex(State(session: session))
        perform { $0.begin() }
    }

    func read() async throws(EgressFailure) -> [UInt8] {
        state.withLock { state in
            defer { state.output = [] }
            return state.output
        }
    }

    func write(_ bytes: [UInt8]) async throws(EgressFailure) {
        guard !state.withLock({ $0.isClosed }) else { throw .noAnswer("the sandbox closed the connection") }
        perform { $0.receive(bytes) }
    }

    func upgradeToTLS(host: String) async throws(EgressFailure) {
        state.withLock { $0.session.didStartTLS() }
    }

    func close() async {
        state.withLock { $0.isClosed = true }
    }

    private func perform(_ turn: (inout SandboxMailSession) -> [SandboxMailSession.Action]) {
        state.withLock { state in
            for action in turn(&state.session) {
                switch action {
                case .write(let bytes): state.output += bytes
                case .startTLS, .wait: break
                case .close: state.isClosed = true
                }
            }
        }
    }
}
