import CarillonClient
import Testing

/// What a call came to, as the reducers take it.
struct OutcomeTests {
    @Test(arguments: [
        (429, #"{"error": {"code": "rate_limit_exceeded", "retry_after": 7}}"#, 429, 7000 as Int64?),
        (422, #"{"error": {"code": "invalid_token"}}"#, 422, nil), (401, "", 401, nil), (302, "<html>", 302, nil),
        (200, "<html>Please log in</html>", 0, nil), (503, "", 503, nil),
        (429, #"{"error": {"retry_after": 9223372036854775807}}"#, 429, 86_400_000),
        (429, #"{"error": {"retry_after": -7}}"#, 429, 0),
    ])
    func `an answer is refused with its pause, and what can't be read is none`(
        status: Int,
        body: String,
        outcome: Int,
        retryAfter: Int64?
    ) async throws {
        let sender = EndpointSender(
            host: "https://api.example",
            token: { "t" },
            transport: { _ in
                EndpointReply(status: status, body: Array(body.utf8))
            }
        )
        let failure = await #expect(throws: EndpointFailure<DossierEndpoints.ErrorCode>.self) {
            _ = try await sender.send(DossierEndpoints.notificationsMark(notificationIds: ["a"]))
        }
        let found = RequestOutcome(try #require(failure))
        #expect(found == RequestOutcome(status: outcome, retryAfter: retryAfter))
    }

    @Test func `what reached nobody is none, and what can't be sent is refused`() {
        struct Broken: Error {}
        typealias Failure = EndpointFailure<DossierEndpoints.ErrorCode>
        #expect(RequestOutcome(Failure.unreached(Broken())) == RequestOutcome(status: 0))
        #expect(RequestOutcome(Failure.unsendable) == RequestOutcome(status: 422))
        #expect(RequestOutcome(Failure.invalid([])) == RequestOutcome(status: 422))
    }
}
