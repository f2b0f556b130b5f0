import ArgumentParser
import CarillonModel
import CarillonPluginKit
import Testing

@testable import carillond

/// `carillond keys`: what it prints can be used as it stands.
struct KeysTests {
    @Test func `a VAPID pair is a point of the curve and its private number, in base64url`() throws {
        let key = NewKey(.vapid)
        let json = key.json(tenant: nil)
        let publicKey = try #require(json["profile"]?["value"]?["publicKey"]?.string.flatMap { Base64.decode($0) })
        #expect(publicKey.count == 65 && publicKey.first == 4)
        let privateKey = json["secrets"]?["web-push-private-key"]?.string.flatMap { Base64.decode($0) }
        #expect(privateKey?.count == 32)
        #expect(json["profile"]?["at"] == "channels.web-push.settings")
        #expect(json["profile"]?["value"]?["privateKey"] == ["$secret": "web-push-private-key"])
    }

    @Test func `the half of an ES256 pair that signs is for nobody's secrets file`() throws {
        let key = NewKey(.es256, name: "user-key")
        let json = key.json(tenant: "shop")
        let secret = try #require(json["secrets"]?["shop"]?["user-key"]?.string)
        #expect(secret.hasPrefix("-----BEGIN PUBLIC KEY-----"))
        #expect(json["privateKey"]?.string?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
        #expect(json["profile"]?["value"] == ["algorithm": "ES256", "key": ["$secret": "user-key"]])
    }

    @Test(arguments: NewKey.Kind.allCases)
    func `what stands in the text can be pasted, and no two keys are alike`(kind: NewKey.Kind) throws {
        let (first, second) = (NewKey(kind), NewKey(kind))
        #expect(first.secret != second.secret)
        let text = first.text(tenant: "shop")
        let line = try #require(text.split(separator: "\n").first { $0.contains("\"shop\"") })
        let pasted = try JSONValue(parsing: line.utf8)
        #expect(pasted["shop"]?[first.name]?.string == first.secret.reveal())
        #expect(text.contains("profile.json, in \(first.place):"))
    }

    @Test func `keys for users and services are long enough for what they are for`() {
        #expect(NewKey(.hmac).secret.reveal().utf8.count >= 64)
        #expect(NewKey(.service).secret.reveal().utf8.count >= 40)
        #expect(NewKey(.webhook).secret.reveal().hasPrefix("whsec_"))
    }

    @Test(arguments: [["rsa"], ["hmac", "--tenant", "Shop!"], ["hmac", "--name", "A B"], []])
    func `wrong usage is refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try KeysCommand.parse(arguments) }
    }
}
