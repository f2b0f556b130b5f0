import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The parser of a connection's requests, and how large their heads may be.
enum RequestParser {
    /// Bytes of one field: room for the longest token we read, and little more.
    static let fieldSize = 20 << 10
    /// Bytes of all fields.
    static let headSize = 40 << 10
    static let fieldCount = 100

    private typealias Handler = ByteToMessageHandler<HTTPRequestDecoder>

    private static var made: Handler {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = fieldSize
        limits.maxHeaderListSize = headSize
        limits.maxHeaderFieldCount = fieldCount
        return ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits))
    }

    /// Whether swift-nio's parser takes nothing after the request any more.
    ///
    /// It leaves the connection to another protocol after every request for one, whoever answers it and however
    /// (`HTTPDecoder.didFinishMessage`, llhttp's `upgrade`), and after `CONNECT`.
    static func ends(after head: HTTPRequest) -> Bool { head.method == .connect || head.headerFields[.upgrade] != nil }

    /// Puts a new parser in the place of one that has ended; nothing may lie in that, and nothing come meanwhile.
    ///
    /// - Parameters:
    ///   - gate: what sits in front of it.
    ///   - whenDone: called on the event loop, with whether there is one.
    static func renew(
        _ pipeline: ChannelPipeline.SynchronousOperations,
        behind gate: ByteGate,
        whenDone: @escaping (Bool) -> Void
    ) {
        guard let ended = try? pipeline.handler(type: Handler.self) else { return whenDone(false) }
        // It leaves on the loop's next turn.
        pipeline.removeHandler(ended).assumeIsolated().whenComplete { _ in
            do {
                try pipeline.addHandler(made, position: .after(gate))
                whenDone(true)
            } catch {
                whenDone(false)
            }
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// What sits before the ``ConnectionGuard``: `gate` in front of the parser, which reports nothing of a head that isn't whole, and
    /// ``HTTP10Compatibility`` where the version is still known.
    func addBeforeGuard(_ gate: ByteGate) {
        // Only a pipeline that is being taken down refuses.
        try? addHandler(gate, position: .first)
        guard let codec = try? handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        try? addHandler(HTTP10Compatibility(), position: .before(codec))
    }
}
