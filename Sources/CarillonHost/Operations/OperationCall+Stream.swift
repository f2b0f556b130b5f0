import CarillonModel
import CarillonPipeline

extension OperationCall {
    /// `notifications.stream`: the caller's own feed, as it changes.
    ///
    /// - Parameter lastEventID: of the header `Last-Event-ID`, where the client goes on.
    func stream(after lastEventID: String?) async throws(Problem) -> APIResponse {
        await noteClaims()
        let id = lastEventID.flatMap { $0.isEmpty ? nil : $0 }
        let stream = FeedStream(of: try user(), in: tenant.runtime, host: host, after: id)
        let headers = [
            ("content-type", "text/event-stream"), ("cache-control", "no-store"),
            // For nginx, which would gather what we write.
            ("x-accel-buffering", "no"),
        ]
        return APIResponse(status: 200, headers: headers, body: .live(stream))
    }
}
