import CarillonModel
import Synchronization
import Testing

@testable import CarillonHost

/// A client of a stream, without a connection: takes piece by piece, and reads as WHATWG HTML, section 9.2, says.
final class StreamClient: Sendable {
    struct Event: Sendable, Equatable {
        var name: String
        var id: String?
        var data: JSONValue

        var reason: String? { data["reason"]?.string }
    }

    let headers: [String: String]
    private let body: any LiveBody
    private let truncations = Mutex(0)

    init(
        _ host: TestHost,
        user: String = "ada",
        after id: String? = nil,
        token: String? = nil,
        path: [String] = ["v1", "shop", "stream"],
        query: [APIRequest.QueryItem] = []
    ) async throws {
        var request = APIRequest("GET", path: path, query: query)
        request.headers = [("authorization", "Bearer \(token ?? TestHost.token(user))")]
        if let id { request.headers.append(("last-event-id", id)) }
        let answer = await host.api.respond(to: request)
        #expect(answer.status == 200)
        headers = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard case .live(let body) = answer.body else { throw NoStream(status: answer.status) }
        self.body = body
        body.begin { [weak self] in self?.truncations.withLock { $0 += 1 } }
    }

    var wasCut: Bool { truncations.withLock { $0 > 0 } }

    /// The events of the next piece; nil at the end.
    func next() async -> [Event]? {
        await body.next().map { Self.events(in: String(decoding: $0, as: UTF8.self)) }
    }

    func text() async -> String? {
        await body.next().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Takes pieces until as many events of that name came.
    func take(_ count: Int, of name: String) async -> [Event] {
        var taken: [Event] = []
        while taken.count(where: { $0.name == name }) < count, let events = await next() { taken += events }
        return taken
    }

    func leave() { body.stop() }

    static func events(in text: String) -> [Event] {
        var events: [Event] = []
        for block in text.split(separator: "\n\n") {
            var event = Event(name: "message", data: .null)
            var hasData = false
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count == 2 ? String(parts[1].dropFirst(parts[1].hasPrefix(" ") ? 1 : 0)) : ""
                switch parts[0] {
                case "event": event.name = value
                case "id": event.id = value
                case "data":
                    hasData = true
                    event.data = (try? JSONValue(parsing: Array(value.utf8))) ?? .string(value)
                default: break
                }
            }
            if hasData { events.append(event) }
        }
        return events
    }

    private struct NoStream: Error {
        let status: Int
    }
}
