import Logging
import ServiceLifecycle
import Testing

@testable import CarillonHost

/// Serves on a free port of this machine for as long as `body` runs, and ends as `carillond` does.
///
/// Cancelled, NIO would trap on a connection that is just being taken (apple/swift-nio issue 3481).
func withHTTPService<Result: Sendable>(
    _ handler: any RequestHandler,
    times: ConnectionTimes = ConnectionTimes(),
    connections: ConnectionQuota? = nil,
    turns: PipelineLimiter = PipelineLimiter(),
    onSlowReader: @escaping @Sendable () -> Void = {},
    _ body: (_ port: Int) async throws -> Result
) async throws -> Result {
    let (ports, isListening) = AsyncStream<Int>.makeStream()
    // Answers over a socket are held to their specification, too.
    let handler = (handler as? API).map { SpecifiedAPI(api: $0) } ?? handler
    var service = HTTPService(handler, host: "127.0.0.1", port: 0, logger: .quiet) { isListening.yield($0) }
    service.times = times
    service.connections = connections
    service.turns = turns
    service.onSlowReader = onSlowReader
    let services = ServiceGroup(services: [service], logger: .quiet)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await services.run() }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(try #require(await ports.first { _ in true })))
        } catch {
            result = .failure(error)
        }
        await services.triggerGracefulShutdown()
        try await group.waitForAll()
        return try result.get()
    }
}

extension Logger {
    static var quiet: Logger { Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() } }
}
