import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension OperationCall {
    /// `notifications.stream`: the caller's own feed, as it changes.
    ///
    /// - Parameter lastEventID: of the header `Last-Event-ID`, where the client goes on.
    /// - Throws: where there are as many streams as there may be.
    func stream(_ fields: FieldReading, after lastEventID: String?) async throws(Problem) -> APIResponse {
        try fields.finish()
        let id = lastEventID.flatMap { $0.isEmpty ? nil : $0 }
        let token = try user()
        let place = try host.streamQuota.take(.init(tenant: profile.id, user: token.user))
        let follower = FeedFollower(of: token, in: tenant, host: host, after: id, place: place)
        let stream = FeedStream(
            follower,
            FeedEvents(of: tenant, tenant.inboxItems(fields, for: token, at: host), at: host)
        )
        return APIResponse(status: 200, headers: ServerSentEvent.headers, body: .live(stream))
    }
}
