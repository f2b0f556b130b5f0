import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Who gets in on every route of every contract: route × role × tenant.
struct ContractAccessTests {
    /// Callers, and the kinds of access that let them in.
    private static let callers: [(name: String, lets: Set<ContractRoute.Access>)] = [
        ("user", [.user, .optionalUser, .none]), ("service", [.service, .optionalUser, .none]),
        ("nobody", [.optionalUser, .none]), ("user of another tenant", [.none]),
        ("service of another tenant", [.optionalUser, .none]), ("expired user", [.none]), ("unsigned user", [.none]),
        ("user with a service's key", [.user, .service, .optionalUser, .none]),
    ]

    @Test func `a contract's route lets in the callers it is for and nobody else`() async throws {
        let host = try await ProductHost.start()
        for tenant in host.directory.runtimes {
            let profile = tenant.profile
            guard let contract = profile.contract else { continue }
            for place in try TenantRoutes(profile).underName.routes {
                guard case .contract(let route) = place.endpoint else { continue }
                for caller in Self.callers {
                    let answer = await host.api.respond(to: request(place, of: profile, by: caller.name))
                    let shut = [CanonicalError.unauthenticated, .forbidden].map { contract.mapping(of: $0, on: route) }
                    let code = (try? JSONValue(parsing: answer.bytes))?["error"]?["code"]
                    let isShut = shut.contains { $0.status == answer.status && (code == nil || $0.code == code) }
                    let context = "\(caller.name) got \(answer.status) from \(profile.id) \(route.method) \(place.path)"
                    #expect(isShut != caller.lets.contains(route.access), "\(context)")
                    #expect(answer.status != 405, "\(context)")
                }
            }
        }
        await host.stop()
    }

    private func request(
        _ route: DeclaredRoute<PublicEndpoint>,
        of profile: TenantProfile,
        by caller: String
    ) -> APIRequest {
        let path = route.path.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter: "x"
            }
        }
        var request = APIRequest(route.method.rawValue, path: [profile.id.rawValue] + path)
        request.headers.append(("content-type", "application/json"))
        request.body = Array("{}".utf8)
        let header = profile.authentication.services.first?.header.lowercased() ?? "x-service-key"
        switch caller {
        case "user": request.headers.append(("authorization", "Bearer \(TestHost.token())"))
        case "user with a service's key":
            request.headers.append(("authorization", "Bearer \(TestHost.token())"))
            request.headers.append((header, ProductHost.serviceKey))
        case "service": request.headers.append((header, ProductHost.serviceKey))
        case "user of another tenant":
            request.headers.append(
                ("authorization", "Bearer \(TestHost.token(secret: TestHost.otherUserSecret))")
            )
        case "service of another tenant": request.headers.append((header, "a-key-of-another"))
        case "expired user":
            let token = TestHost.token(claims: [("exp", 1_700_000_000)])
            request.headers.append(("authorization", "Bearer \(token)"))
        case "unsigned user":
            let token = TestHost.token(algorithm: "none").split(separator: ".").prefix(2).joined(separator: ".") + "."
            request.headers.append(("authorization", "Bearer \(token)"))
        default: break
        }
        return request
    }
}
