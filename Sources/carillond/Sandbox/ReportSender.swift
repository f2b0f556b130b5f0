import AsyncHTTPClient
import CarillonHost
import CarillonPluginKit
import CarillonSandbox
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Synchronization

/// Sends what simulated providers report to the host, whatever host name they were told.
///
/// A class with a lock: requests are answered concurrently, and where the host is may be known later than they come.
final class ReportSender: Service, Sendable {
    private let sandbox: Sandbox
    private let origin: Mutex<String?>
    private let waiting: AsyncStream<SandboxReport>
    private let newReport: AsyncStream<SandboxReport>.Continuation

    /// Providers repeat what isn't taken.
    private static let tries = 5
    private static let pause = Duration.seconds(1)

    /// - Parameter origin: of the host, such as `http://127.0.0.1:8080`; without one nothing is sent.
    init(_ sandbox: Sandbox, to origin: String? = nil) {
        self.sandbox = sandbox
        self.origin = Mutex(origin)
        (waiting, newReport) = AsyncStream.makeStream()
    }

    func lead(to origin: String) {
        self.origin.withLock { $0 = origin }
    }

    /// Takes reports whose message has just been answered.
    func take(_ reports: [SandboxReport]) {
        guard !reports.isEmpty, origin.withLock({ $0 }) != nil else { return }
        for report in reports { newReport.yield(report) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for await report in self.waiting {
                    group.addTask {
                        // Ends early, when the program is asked to end.
                        try? await Task.sleep(for: report.delay)
                        guard !Task.isCancelled else { return }
                        await self.send(report)
                    }
                }
            }
        }
    }

    private func send(_ report: SandboxReport) async {
        guard let origin = origin.withLock({ $0 }) else { return }
        let path = report.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
        var status: Int?
        var problem: String?
        for attempt in 1...Self.tries {
            var request = HTTPClientRequest(url: origin + path)
            request.method = .POST
            let now = SystemClock().now
            for header in report.headers(at: now) { request.headers.add(name: header.name, value: header.value) }
            request.body = .bytes(ByteBuffer(bytes: report.body(at: now)))
            do {
                let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
                status = Int(answer.status.code)
                problem = nil
            } catch {
                problem = "\(error)"
            }
            let isTaken = status.map { $0 < 500 && $0 != 429 } ?? false
            guard !isTaken, attempt < Self.tries, !Task.isCancelled else { break }
            try? await Task.sleep(for: Self.pause)
        }
        sandbox.record(report, status: status, problem: problem)
    }
}
