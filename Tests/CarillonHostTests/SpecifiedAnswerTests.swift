import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// The check that every answer of a test passes through, with answers that aren't as specified.
struct SpecifiedAnswerTests {
    private static func faults(
        of answer: APIResponse,
        to method: String = "GET",
        _ path: [String],
        _ change: (inout ProfileParts) -> Void = { _ in }
    ) async throws -> [String] {
        let host = await TestHost.start(withWorkers: false, change: change)
        let request = APIRequest(method, path: path)
        let target = RequestTarget(of: request, in: host.directory)
        let specified = try #require(SpecifiedAnswer(target, registry: host.api.host.registry))
        await host.stop()
        return specified.faults(of: answer, to: request)
    }

    @Test(arguments: ["client-profile", "inbox-words", "inbox/session", "preferences"])
    func `what a route of the host's own answers has its members and no others`(path: String) async throws {
        let answer = APIResponse(json: ["surprise": true])
        let faults = try await Self.faults(of: answer, ["v1", "shop"] + path.split(separator: "/").map(String.init))
        #expect(faults.contains("/surprise isn't specified"))
    }

    @Test func `an import's report has its members`() async throws {
        let answer = APIResponse(json: ["lines": 1, "accepted": 1, "unchanged": 0, "refusals": []])
        #expect(try await Self.faults(of: answer, to: "POST", ["v1", "shop", "import"]) == ["/refused is missing"])
    }

    @Test func `errors are problem details, with a code that is specified`() async throws {
        let path = ["v1", "shop", "preferences"]
        #expect(try await Self.faults(of: APIResponse(Problem(.forbidden, "no")), path).isEmpty)
        let unexpected = try await Self.faults(of: APIResponse(Problem(.badGateway, "no")), path)
        #expect(unexpected == ["the error bad-gateway isn't specified"])
        let plain = try await Self.faults(of: APIResponse(status: 403, json: ["error": "no"]), path)
        #expect(plain == ["its error is application/json, not application/problem+json"])
    }

    @Test func `a contract's errors have its form and its statuses, and what has no body has none`() async throws {
        let route = ContractRoute(.get, try #require(PathTemplate("/own")), operation: .preferencesGet, access: .user)
        let text = try PlaceholderText("{error.message}")
        let contract = Contract(
            routes: [route],
            errors: ContractErrors(body: .object([.init("reason", .text(text))]))
        )
        func faults(_ answer: APIResponse) async throws -> [String] {
            try await Self.faults(of: answer, ["shop", "own"]) { $0.contract = contract }
        }
        #expect(try await faults(APIResponse(status: 401, json: ["reason": "who are you?"])).isEmpty)
        #expect(try await faults(APIResponse(status: 401, json: ["detail": "?"])).contains("/reason is missing"))
        let teapot = try await faults(APIResponse(status: 418, json: ["reason": "tea"]))
        #expect(teapot == ["the status 418 isn't specified of its errors"])
        #expect(try await faults(APIResponse(status: 204)).isEmpty)
        let filled = try await faults(APIResponse(status: 204, json: ["more": true]))
        #expect(filled == ["it has a body, which isn't specified"])
    }
}
