import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Users' keys change, and nobody is logged out.
struct KeyRotationTests {
    private static let old = TestHost.userSecret
    private static let new = "the-secret-that-new-tokens-are-signed-with"

    @Test func `tokens of the old key and of the new one are taken, and no others`() async {
        let host = await Self.host(secrets: ["jwt-new": Self.new])
        for secret in [Self.old, Self.new] {
            let token = TestHost.token(secret: secret)
            #expect(await host.send("GET", "/v1/shop/notifications", bearer: token).status == 200)
        }
        let other = TestHost.token(secret: TestHost.otherUserSecret)
        #expect(await host.send("GET", "/v1/shop/notifications", bearer: other).status == 401)
    }

    @Test func `a key that isn't there yet keeps nobody out whom another lets in`() async {
        let host = await Self.host(secrets: [:])
        let token = TestHost.token(secret: Self.old)
        #expect(await host.send("GET", "/v1/shop/notifications", bearer: token).status == 200)
    }

    @Test func `each key of the list has as many bytes as its algorithm wants`() async {
        let host = await Self.host(secrets: ["jwt-new": "k"])
        #expect(
            host.directory.rejection(of: "shop")?.report.contains("“jwt-new” has 1 byte, and HS256 wants 32") == true
        )
    }

    private static func host(secrets: [String: String]) async -> TestHost {
        await TestHost.start(withWorkers: false, secrets: secrets) { profile in
            profile.authentication.users?.otherKeySecrets = ["jwt-new"]
        }
    }
}
