// Sends events to a host.

#if canImport(Foundation)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends events; what may succeed later is tried again with the same id.
public struct CarillonSender: Sendable {
    /// What the host answered.
    public struct Answer: Sendable {
        /// 202 where it took the event, also when it had it already.
        public let status: Int
        /// As it came: JSON.
        public let body: Data
    }

    /// The host won't take the event, however often it is sent.
    public struct Refused: Error {
        public let answer: Answer
    }

    private let host: URL
    private let tenant: CarillonTenant
    private let key: String
    private let session: URLSession
    private let attempts: Int
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - tenant: whose events it sends.
    ///   - host: the host's origin, such as `https://notify.example`.
    ///   - key: the tenant's service key.
    ///   - attempts: how often an event is sent at most.
    ///   - pause: waits between attempts.
    public init(
        _ tenant: CarillonTenant,
        host: URL,
        key: String,
        session: URLSession = .shared,
        attempts: Int = 4,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.tenant = tenant
        self.host = host
        self.key = key
        self.session = session
        self.attempts = attempts
        self.pause = pause
    }

    /// - Throws: ``Refused`` for what sending again can't help, else the last failure of the network.
    @discardableResult
    public func send(_ event: CarillonEvent) async throws -> Answer {
        var request = URLRequest(url: host.appendingPathComponent("v1/\(event.tenant)/events"))
        request.httpMethod = "POST"
        request.httpBody = Data(event.json.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(tenant.scheme.map { "\($0) \(key)" } ?? key, forHTTPHeaderField: tenant.header)
        var attempt = 1
        while true {
            let wait = Duration.seconds(min(1 << min(attempt - 1, 6), 60))
            let answered: (Data, URLResponse)
            do {
                answered = try await session.data(for: request)
            } catch {
                guard attempt < attempts, !(error is CancellationError), !Task.isCancelled else { throw error }
                try await pause(wait)
                attempt += 1
                continue
            }
            let (body, response) = answered
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            let answer = Answer(status: status, body: body)
            if (200..<300).contains(status) { return answer }
            guard status == 429 || status >= 500, attempt < attempts else { throw Refused(answer: answer) }
            let asked = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
            try await pause(asked.map { .seconds(min(max($0, 1), 60)) } ?? wait)
            attempt += 1
        }
    }
}

extension CarillonInstant {
    /// A point in time, to the millisecond.
    public init(_ date: Date) {
        self.init(stringLiteral: date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}

extension CarillonUUID {
    public init(_ uuid: UUID) {
        self.init(stringLiteral: uuid.uuidString.lowercased())
    }
}

extension CarillonURL {
    /// The URL as it is written; the event's check finds one that the host would refuse.
    public init(_ url: URL) {
        self.init(stringLiteral: url.absoluteString)
    }
}
#endif
