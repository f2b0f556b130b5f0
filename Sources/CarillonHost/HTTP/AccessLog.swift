import Logging

/// Writes a line for each request, for investigating a host's behaviour: method, route, status, time, sizes.
///
/// Never the path itself, a header, a body or the client: they contain tokens and users' ids.
struct AccessLog: Sendable {
    let logger: Logger

    /// - Parameter template: that of the request's route; nil where none takes it.
    func log(_ request: APIRequest, of template: String?, _ answer: APIResponse, since start: ContinuousClock.Instant) {
        guard logger.logLevel <= .debug else { return }
        let milliseconds = start.duration(to: .now).components
        let time = Double(milliseconds.seconds) * 1000 + Double(milliseconds.attoseconds) / 1e15
        logger.debug(
            "answered",
            metadata: [
                "method": "\(AllowedMethods.label(of: request.method))", "route": "\(template ?? "none")",
                "status": "\(answer.status)", "milliseconds": "\((time * 10).rounded() / 10)",
                "received": "\(request.body.count)", "sent": "\(answer.bytes.count)",
            ]
        )
    }
}
