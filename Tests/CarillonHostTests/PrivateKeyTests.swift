import CarillonModel
import CarillonPluginKit
import CarillonStandard
import CarillonTesting
import Crypto
import Foundation
import Testing
import _CryptoExtras

@testable import CarillonHost

/// Keys in the forms people have them in, with the cryptography that ships.
struct PrivateKeyTests {
    /// How a VAPID key may be written, by the tool that writes it so.
    enum Form: String, CaseIterable {
        case bare, barePadded, bareStandard, bareWithLineEnd, pkcs8, pkcs8InOneLine, pkcs8WithCRLF, sec1
        case sec1WithParameters

        func text(_ key: P256.Signing.PrivateKey) -> String {
            let scalar = Array(key.rawRepresentation)
            let pem = key.pemRepresentation
            switch self {
            case .bare: return Base64.encode(scalar, .url)
            case .barePadded: return Base64.encode(scalar, .url) + "="
            case .bareStandard: return Base64.encode(scalar)
            case .bareWithLineEnd: return Base64.encode(scalar, .url) + "\n"
            case .pkcs8: return pem
            case .pkcs8InOneLine:
                let lines = pem.split(separator: "\n")
                return "\(lines[0])\n\(lines.dropFirst().dropLast().joined())\n\(lines[lines.count - 1])\n"
            case .pkcs8WithCRLF: return pem.replacing("\n", with: "\r\n") + "\r\n"
            case .sec1: return sec1(key)
            case .sec1WithParameters:
                return "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n\(sec1(key))"
            }
        }

        /// As `openssl ecparam -genkey -name prime256v1` writes it.
        ///
        /// Source: RFC 5915.
        private func sec1(_ key: P256.Signing.PrivateKey) -> String {
            let curve: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
            let point = [0xA1, 0x44, 0x03, 0x42, 0x00] + Array(key.publicKey.x963Representation)
            let der = [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20] + Array(key.rawRepresentation) + curve + point
            let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN EC PRIVATE KEY-----\n\(body)\n-----END EC PRIVATE KEY-----\n"
        }
    }

    @Test(arguments: Form.allCases) func `a VAPID public key that isn't the private key's is refused`(form: Form) throws
    {
        let plugin = try #require(ChannelRegistry.standard["web-push"])
        let other = Base64.encode(Array(P256.Signing.PrivateKey().publicKey.x963Representation), .url)
        let problem = #expect(throws: SettingProblem.self) {
            _ = try plugin.make(
                settings: ChannelSettings(
                    values: ["publicKey": .string(other), "subject": "mailto:push@acme.example"],
                    secrets: ["privateKey": Secret(form.text(P256.Signing.PrivateKey()))]
                ),
                host: .testing(egress: ScriptedEgress([]), cryptography: SwiftCryptography())
            )
        }
        #expect(problem?.field == "publicKey")
    }

    @Test(arguments: Form.allCases) func `a VAPID key signs in every form its tools write`(form: Form) async throws {
        let key = P256.Signing.PrivateKey()
        let egress = ScriptedEgress([.answer(201)])
        let plugin = try #require(ChannelRegistry.standard["web-push"])
        let publicKey = Base64.encode(Array(key.publicKey.x963Representation), .url)
        let channel = try plugin.make(
            settings: ChannelSettings(
                values: ["publicKey": .string(publicKey), "subject": "mailto:push@acme.example"],
                secrets: ["privateKey": Secret(form.text(key))]
            ),
            host: .testing(egress: egress, cryptography: SwiftCryptography())
        )
        let subscriber = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
        let keys = "\"p256dh\":\"\(Base64.encode(Array(subscriber), .url))\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\""
        let address = "{\"endpoint\":\"https://push.example.net/send/1\",\"keys\":{\(keys)}}"
        #expect(await channel.deliver([.testing(to: address)]) == [.accepted(nil)])
        let header = try #require(egress.requests.first?.headers.first { $0.name == "Authorization" }?.value)
        let parts = header.dropFirst("vapid t=".count).prefix { $0 != "," }.split(separator: ".")
        let signature = try #require(parts.last.flatMap { Base64.decode($0) })
        let signed = Data(parts.dropLast().joined(separator: ".").utf8)
        #expect(
            key.publicKey.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: signed)
        )
    }

    @Test func `an RSA key signs too when its text is one long line`() throws {
        let lines = TestKeys.rsaPrivate.split(separator: "\n")
        let text = "\(lines[0])\n\(lines.dropFirst().dropLast().joined())\n\(lines[lines.count - 1])"
        let expected = try SwiftCryptography().rs256([1], key: Secret(TestKeys.rsaPrivate))
        #expect(try SwiftCryptography().rs256([1], key: Secret(text)) == expected)
    }

    @Test func `what is no key is refused in words, whatever frame it has`() {
        for text in ["", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"]
        {
            #expect(throws: CryptographyFailure.self) { try SwiftCryptography().es256([], key: Secret(text)) }
        }
    }
}
