import Logging

/// A line for each request, for who looks into a host that misbehaves: method, route, status, time, sizes.
///
/// Never the path itself, a header, a body or who asked: tokens and users' ids stand there.
struct AccessLog: Sendable {
    let logger: Logger

    func log(_ request: APIRequest, _ answer: APIResponse, since start: ContinuousClock.Instant) {
        guard logger.logLevel <= .debug else { return }
        let milliseconds = start.duration(to: .now).components
        let time = Double(milliseconds.seconds) * 1000 + Double(milliseconds.attoseconds) / 1e15
        logger.debug(
            "answered",
            metadata: [
                "method": "\(Self.methods.contains(request.method) ? request.method : "other")",
                "route": "\(answer.route ?? "none")", "status": "\(answer.status)",
                "milliseconds": "\((time * 10).rounded() / 10)", "received": "\(request.body.count)",
                "sent": "\(answer.bytes.count)",
            ]
        )
    }

    /// What a client calls a method of its own making isn't ours to write down.
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}
