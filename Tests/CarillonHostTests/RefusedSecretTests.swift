import CarillonModel
import CarillonProfiles
import Foundation
import Testing

@testable import CarillonHost

/// Secrets that let anyone in, or that can be guessed.
struct RefusedSecretTests {
    /// HMAC fills keys up with zeros: a key of nothing else is the empty one.
    @Test(arguments: ["", " \n\t", String(repeating: "\0", count: 32), String(repeating: "\u{200B}", count: 40)])
    func `an empty secret lets nobody in as anybody`(secret: String) async throws {
        let host = await TestHost.start(withWorkers: false, secrets: ["jwt": secret])
        for user in ["ada", "root"] {
            let forged = TestHost.token(user, secret: secret)
            #expect(await host.send("GET", "/v1/shop/notifications", bearer: forged).status == 404)
        }
        let shop = host.directory.json.array?.first { $0["id"] == "shop" }
        #expect(shop?["status"] == "failed")
        let reason = try #require(shop?["reason"]?.string)
        #expect(reason.contains("the secret “jwt” is empty") && reason.contains("the secrets file under “shop”"))
        let ready = await host.send("GET", "/health/ready").json
        #expect(ready["failed"] == ["shop"] && ready["tenants"] == 1)
        #expect(ready["reasons"]?["shop"]?.string?.hasPrefix("a secret of it is refused") == true)
        // The neighbour goes on.
        let other = TestHost.token(secret: TestHost.otherUserSecret)
        #expect(await host.send("GET", "/v1/other/notifications", bearer: other).status == 200)
    }

    @Test func `zeros at its end make a short secret no longer`() async throws {
        let secret = "secret" + String(repeating: "\0", count: 26)
        let host = await TestHost.start(withWorkers: false, secrets: ["jwt": secret])
        #expect(
            await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token(secret: "secret")).status == 404
        )
        #expect(host.directory.rejection(of: "shop")?.report.contains("has 6 bytes, and HS256 wants 32") == true)
    }

    /// RFC 7518, section 3.2, and 16 bytes for a service's key.
    @Test(
        arguments: [
            (.hs256, "jwt", 31, "has 31 bytes, and HS256 wants 32"), (.hs256, "jwt", 32, nil),
            (.hs384, "jwt", 47, "has 47 bytes, and HS384 wants 48"), (.hs384, "jwt", 48, nil),
            (.hs512, "jwt", 63, "has 63 bytes, and HS512 wants 64"), (.hs512, "jwt", 64, nil),
            (.hs256, "service", 0, "is empty"), (.hs256, "service", 15, "has 15 bytes, and a service key wants 16"),
            (.hs256, "service", 16, nil), (.hs256, "expo", 0, "is empty"), (.hs256, "expo", 1, nil),
        ] as [(UserAuthentication.Algorithm, String, Int, String?)]
    )
    func `a secret has as many bytes as what it is for wants`(
        algorithm: UserAuthentication.Algorithm,
        name: String,
        bytes: Int,
        fault: String?
    ) async throws {
        var secrets = ["jwt": String(repeating: "u", count: 64)]
        secrets[name] = String(repeating: "k", count: bytes)
        let host = await TestHost.start(withWorkers: false, secrets: secrets) { profile in
            profile.authentication.users?.algorithm = algorithm
            profile.channels[0].secrets["accessToken"] = "expo"
        }
        let report = host.directory.rejection(of: "shop")?.report
        guard let fault else {
            #expect(report == nil && host.directory.tenant("shop") != nil)
            return
        }
        #expect(host.directory.tenant("shop") == nil)
        #expect(report?.contains("the secret “\(name)” \(fault)") == true)
        #expect(report?.contains("kkk") == false)
    }

    @Test func `a variable that is set and empty is named, and wins over the file`() throws {
        let book = SecretBook(
            file: ["shop": ["jwt": Secret(TestHost.userSecret), "service": Secret(TestHost.serviceKey)]],
            environment: ["CARILLON_SECRET_SHOP_JWT": ""]
        )
        let refused = RefusedSecret.all(of: .shop("shop"), in: book)
        #expect(refused.map(\.name) == ["jwt"] && refused.map(\.place) == ["CARILLON_SECRET_SHOP_JWT"])
        let missing = RefusedSecret.all(of: .shop("shop"), in: SecretBook())
        #expect(missing.isEmpty)
    }
}
