import CarillonModel
import CarillonPipeline
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Whatever goes wrong under a contract is told in its words.
struct ContractErrorTests {
    /// Every kind of problem that the host has.
    private static let codes: [Problem.Code] =
        CanonicalError.allCases.map { .canonical($0) } + [
            .headTooLarge, .expectationFailed, .tooManyConnections, .connectionsExhausted, .tooManyStreams,
            .streamsExhausted,
        ]

    private static func answer(
        to code: Problem.Code,
        _ codes: [CanonicalError: ErrorMapping]
    ) throws -> (status: Int, code: JSONValue?) {
        let body = JSONTemplate.object([.init("errno", .text(try PlaceholderText("{error.code}")))])
        let contract = Contract(errors: ContractErrors(body: body, codes: codes))
        let answer = ContractAnswer(contract: contract, route: nil).response(Problem(code: code, "in words"))
        return (answer.status, try JSONValue(parsing: answer.bytes)["errno"])
    }

    @Test(arguments: codes) func `each problem can be given a status and a code`(code: Problem.Code) throws {
        let own = CanonicalError.allCases.enumerated().map { ($1, ErrorMapping(status: 400 + $0, code: JSONValue($0))) }
        let answer = try Self.answer(to: code, Dictionary(uniqueKeysWithValues: own))
        let expected = try #require(CanonicalError.allCases.firstIndex(of: code.canonical))
        #expect(answer.status == 400 + expected && answer.code == JSONValue(expected))
    }

    @Test(arguments: codes) func `among numbers, what has none is reported by a number`(code: Problem.Code) throws {
        #expect(try Self.answer(to: code, [.forbidden: ErrorMapping(status: 403, code: 2003)]).code?.integer != nil)
    }

    @Test(
        arguments: [
            (.canonical(.conflict), 409, 409), (.canonical(.methodNotAllowed), 405, 405),
            (.canonical(.unavailable), 500, 5000), (.streamsExhausted, 500, 5000),
            (.canonical(.unsupportedMediaType), 400, 1001), (.expectationFailed, 400, 1001),
            (.canonical(.requestTimeout), 408, 408),
        ] as [(Problem.Code, Int, Int)]
    )
    func `what has no code is reported as what is nearest, or by its status`(
        code: Problem.Code,
        status: Int,
        number: Int
    ) throws {
        let codes = [
            CanonicalError.malformed: ErrorMapping(status: 400, code: 1001),
            .internal: ErrorMapping(status: 500, code: 5000), .notFound: ErrorMapping(status: 404, code: 4004),
        ]
        let answer = try Self.answer(to: code, codes)
        #expect(answer.status == status && answer.code == JSONValue(number))
    }

    @Test func `among words, what has no code has its own name, spelled as the others`() throws {
        let codes = [CanonicalError.notFound: ErrorMapping(status: 404, code: "not_found")]
        #expect(try Self.answer(to: .canonical(.methodNotAllowed), codes).code == "method_not_allowed")
        #expect(try Self.answer(to: .canonical(.unavailable), codes).code == "unavailable")
    }

    @Test func `a contract's clients are told of methods, media types and a full disk in its numbers`() async throws {
        let host = try await OldBackends.host(of: "courier", [])
        let method = await host.call("PUT", "/courier/api/notice_list")
        #expect(method.status == 405 && method.json["errno"] == 4041 && method.headers["allow"] == "GET, HEAD, OPTIONS")
        let type = [(name: "content-type", value: "application/xml")]
        let xml = await host.call("POST", "/courier/api/token", user: "ada", headers: type, body: "<a/>")
        #expect(xml.status == 415 && xml.json["errno"] == 1045)
        let path = APIRequest.roughPath(of: "/courier/api/notice_list")
        let request = APIRequest("GET", path: path)
        let full = host.api.resolve(request).refusal(.storeFailed(.full), of: request)
        #expect(try full.status == 503 && JSONValue(parsing: full.bytes)["errno"] == 5003)
        #expect(full.headers.contains { $0.name == "retry-after" })
        await host.stop()
    }
}
