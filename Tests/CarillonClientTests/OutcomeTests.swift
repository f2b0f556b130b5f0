import CarillonClient
import CarillonModel
import Testing

/// What calls came to, and what kept texts hold: both are read the same in every language.
struct OutcomeTests {
    private struct Code: EndpointCode {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private struct Unreached: Error {}

    /// A call with a path, a limit and an answer that can each go wrong.
    private static func request(_ vector: JSONValue) -> EndpointRequest<Bool, Code> {
        let id = EndpointParameter("id", value: vector["id"] ?? "a")
        let title = EndpointParameter("title", value: vector["title"] ?? "abc", limit: .text(most: 3))
        return EndpointRequest(
            "things.rename",
            .post,
            ["things", id],
            prefix: "",
            access: .none,
            body: [title],
            errors: EndpointErrors(code: ["error", "code"], message: nil, retryAfter: ["error", "retry_after"]),
            answer: { try $0.member("ok").boolean() }
        )
    }

    @Test(arguments: try VectorFile.outcomes.vectors())
    func `a call comes to what the vectors say`(_ vector: Vector) async throws {
        let vector = vector.json
        let sender = EndpointSender(
            host: "https://api.example",
            token: { nil },
            transport: { _ in
                guard let reply = vector["reply"] else { throw Unreached() }
                let header = reply["retryAfter"]?.string.map { ["retry-after": $0] }
                return EndpointReply(
                    status: Int(try reply.time("status")),
                    headers: header ?? [:],
                    body: Array(try reply.text("body").utf8)
                )
            }
        )
        var outcome = RequestOutcome(status: 200)
        do throws(EndpointFailure<Code>) {
            _ = try await sender.send(Self.request(vector))
        } catch {
            outcome = RequestOutcome(error)
        }
        #expect(outcome == (try RequestOutcome(try vector.required("outcome"))))
    }

    @Test(arguments: try VectorFile.json.vectors())
    func `a kept text holds what the vectors say`(_ vector: Vector) throws {
        let text = vector.json["text"]?.string ?? "null"
        let value = (try? JSONValue(parsing: text.utf8)) ?? .null
        #expect(value.sorted == (try vector.json.required("value").sorted))
    }

    @Test func `a refusal of one's own making is what the host's would be`() {
        let refusal = EndpointRefusal<Code>(status: 429, written: "slow", retryAfter: 7)
        #expect(refusal.code == Code("slow") && refusal.written == "slow" && refusal.message == nil)
        #expect(RequestOutcome(EndpointFailure.refused(refusal)) == RequestOutcome(status: 429, retryAfter: 7000))
    }
}
