import CarillonModel
import CarillonPluginKit
import Synchronization

/// What was sent, in order.
///
/// A class with a lock: a plugin may send from several tasks at once.
final class DryRecord: Sendable {
    private struct State {
        var utterances: [Transmission] = []
        /// What was encrypted last, and not sent yet.
        var sealed: [UInt8]?
    }

    private let state = Mutex(State())

    var utterances: [Transmission] { state.withLock { $0.utterances.map(\.withPlaceholders) } }

    func add(_ utterance: Transmission) { state.withLock { $0.utterances.append(utterance) } }
    func seal(_ bytes: [UInt8]) { state.withLock { $0.sealed = bytes } }
    func takeSealed() -> [UInt8]? { state.withLock { $0.sealed.take() } }
}

struct DryEgress: Egress {
    let record: DryRecord

    /// Accepts everything; answers a request for an access token with one (RFC 6749, section 5.1), and doesn't record
    /// that.
    func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        let isLogin = request.body.starts(with: Array("grant_type=".utf8))
        if !isLogin { record.add(.request(request, sealed: record.takeSealed())) }
        let answer: JSONValue = ["access_token": "<access-token>", "expires_in": 3600, "token_type": "Bearer"]
        return EgressResponse(status: 200, body: answer.utf8)
    }
}

struct DryClock: WallClock {
    let now: Instant
}

struct DryInbox: Inbox {
    let record: DryRecord

    func put(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        messages.map { message in
            record.add(.entry(FeedContent(message), category: message.categoryID, message.priority))
            return .accepted(nil)
        }
    }
}

struct DryJournal: Journal {
    let record: DryRecord

    func write(_ line: String) { record.add(.line(line)) }
}

struct DryStreams: ByteStreams {
    let record: DryRecord

    func open(host: String, port: Int, security: StreamSecurity) async throws(EgressFailure) -> any ByteStream {
        DryStream(server: "\(host):\(port)", record: record)
    }
}

/// A relay that accepts everything: what RFC 5321 allows a server to answer, and the extensions that matter to a
/// client.
private final class DryStream: ByteStream {
    private struct State {
        var said: [UInt8] = []
        var answer = Array("220 ready\r\n".utf8)
        var isText = false
        /// Where the text of a mail begins.
        var textStart = 0
    }

    private static let offers =
        "250-ready\r\n250-SIZE 52428800\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n"

    private let server: String
    private let record: DryRecord
    private let state = Mutex(State())

    init(server: String, record: DryRecord) {
        self.server = server
        self.record = record
    }

    func read() async throws(EgressFailure) -> [UInt8] {
        state.withLock { state in
            defer { state.answer = [] }
            return state.answer
        }
    }

    func write(_ bytes: [UInt8]) async throws(EgressFailure) {
        state.withLock { state in
            if state.isText {
                state.said += bytes
                guard state.said[state.textStart...].suffix(5).elementsEqual("\r\n.\r\n".utf8) else { return }
                state.isText = false
                state.answer = Array("250 taken\r\n".utf8)
                return
            }
            let command = String(decoding: bytes, as: UTF8.self)
            let verb = command.prefix { $0 > " " }.uppercased()
            state.said += verb == "AUTH" ? Array("AUTH PLAIN <password>\r\n".utf8) : bytes
            switch verb {
            case "EHLO": state.answer = Array(Self.offers.utf8)
            case "STARTTLS": state.answer = Array("220 go on\r\n".utf8)
            case "AUTH": state.answer = Array("235 welcome\r\n".utf8)
            case "DATA":
                state.answer = Array("354 go on\r\n".utf8)
                state.isText = true
                state.textStart = state.said.count
            case "QUIT": state.answer = Array("221 good-bye\r\n".utf8)
            default: state.answer = Array("250 fine\r\n".utf8)
            }
        }
    }

    func upgradeToTLS(host: String) async throws(EgressFailure) {}

    func close() async {
        record.add(.conversation(server: server, said: state.withLock(\.said)))
    }
}
