import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Crypto
import Testing
import WebPush

@testable import CarillonHost

/// Keys that are made fit what they are made for.
struct KeyMakingTests {
    @Test func `a VAPID pair is what the web push channel wants`() throws {
        let pair = KeyMaking.vapidPair()
        let settings = ChannelSettings(
            values: ["publicKey": .string(pair.publicKey), "subject": "mailto:push@acme.example"],
            secrets: ["privateKey": pair.privateKey]
        )
        let host = ChannelHost.testing(egress: ScriptedEgress([]), cryptography: SwiftCryptography())
        #expect(throws: Never.self) { try WebPushChannel(settings: settings, host: host) }
        #expect(pair.privateKey != KeyMaking.vapidPair().privateKey)
    }

    @Test(arguments: [UserAuthentication.Algorithm.hs256, .hs384, .hs512])
    func `an HMAC key is long enough for every algorithm`(algorithm: UserAuthentication.Algorithm) throws {
        #expect(throws: Never.self) { try TrustedKeys(KeyMaking.hmacKey(), called: "jwt", for: algorithm) }
    }

    @Test func `an ES256 pair signs what its other half believes`() throws {
        let pair = KeyMaking.es256Pair()
        let signature = try SwiftCryptography().es256([1, 2, 3], key: pair.privateKey)
        let keys = try TrustedKeys(Secret(pair.publicKey), called: "jwt", for: .es256)
        #expect(keys.candidates(named: nil).first?.isValid(signature, of: [1, 2, 3]) == true)
    }

    @Test func `no key begins like an option`() {
        // One of 64 would, so that of 2000 all but surely one did.
        for _ in 0..<2000 {
            for key in [KeyMaking.serviceKey(), KeyMaking.hmacKey(), KeyMaking.vapidPair().privateKey] {
                #expect(!key.reveal().hasPrefix("-"))
            }
        }
        let codes = SealedText(key: [1, 2, 3], purpose: "codes", tenant: "shop")
        for _ in 0..<2000 {
            let code = codes.seal(["a": 1])
            #expect(code?.hasPrefix("-") == false)
            #expect(code.flatMap(codes.open) == ["a": 1])
        }
    }

    @Test func `what begins like an option is made again`() {
        var left = ["-a", "-b", "c", "d"]
        #expect(KeyMaking.argument { ((), text: left.removeFirst()) }.text == "c")
        #expect(left == ["d"])
    }

    @Test func `a service key has more bytes than it must`() {
        #expect(KeyMaking.serviceKey().reveal().utf8.count >= HostConfiguration.keyBytes)
    }
}
