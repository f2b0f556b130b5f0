import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonSandbox

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func bytes(_ hex: String) -> [UInt8] {
    var digits = hex.compactMap(\.hexDigitValue)[...]
    var bytes: [UInt8] = []
    while let high = digits.popFirst(), let low = digits.popFirst() { bytes.append(UInt8(high << 4 | low)) }
    return bytes
}

/// FIPS 180-4's examples.
@Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
])
func `SHA-256 is the standard's`(text: String, digest: String) {
    #expect(hex(SoftwareSHA256.hash(Array(text.utf8))) == digest)
}

/// RFC 4231, test cases 2 and 6.
@Test func `HMAC is the standard's`() {
    let short = SoftwareSHA256.hmac(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(hex(short) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let message = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    let long = SoftwareSHA256.hmac(message, key: [UInt8](repeating: 0xAA, count: 131))
    #expect(hex(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
}

/// The GCM specification's test cases 2 and 3.
@Test func `AES-128-GCM is the standard's`() {
    let zeros = AES128(key: [UInt8](repeating: 0, count: 16))
    let sealed = zeros.sealed([UInt8](repeating: 0, count: 16), nonce: [UInt8](repeating: 0, count: 12))
    #expect(hex(sealed) == "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf")
    let cipher = AES128(key: bytes("feffe9928665731c6d6a8f9467308308"))
    let message = bytes(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
    )
    let nonce = bytes("cafebabefacedbaddecaf888")
    let both = cipher.sealed(message, nonce: nonce)
    #expect(hex(Array(both.suffix(16))) == "4d5c2af327cd64a62cf35abd2ba6fab4")
    #expect(cipher.opened(both, nonce: nonce) == message)
    var changed = both
    changed[3] ^= 1
    #expect(cipher.opened(changed, nonce: nonce) == nil)
}

/// RFC 8292's example, and what changes it.
@Test func `an ES256 signature made elsewhere is right, and wrong once anything changes`() throws {
    let token = try #require(
        SignedToken(
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        )
    )
    let encoded = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    let key = PublicKey.p256(try #require(Base64.decode(encoded).flatMap(P256.point)))
    #expect(token.isSigned(by: key))
    #expect(token.claims["aud"] == "https://push.example.net")
    var signature = token.signature
    signature[63] ^= 1
    #expect(!key.isValid(signature, of: token.signed))
    #expect(!key.isValid(token.signature, of: token.signed + [0]))
    #expect(!key.isValid([UInt8](repeating: 0, count: 64), of: token.signed))
}

@Test func `what is signed with a private key is right under its public key`() throws {
    let message = Array("a message".utf8)
    let software = SoftwareCryptography()
    let rsa = try #require(PublicKey(pem: TestKeys.rsaPublic))
    let p256 = try #require(PublicKey(pem: TestKeys.p256Public))
    let rs256 = try software.rs256(message, key: Secret(TestKeys.rsaPrivate))
    let es256 = try software.es256(message, key: Secret(TestKeys.p256Private))
    #expect(rsa.isValid(rs256, of: message) && !rsa.isValid(rs256, of: message + [1]))
    #expect(p256.isValid(es256, of: message) && !p256.isValid(es256, of: message + [1]))
    #expect(!rsa.isValid(es256, of: message))
}

@Test func `a point off the curve is no key`() {
    var point = P256.bytes(P256.generator)
    #expect(P256.point(point) != nil)
    point[64] ^= 1
    #expect(P256.point(point) == nil)
    #expect(P256.point(Array(point.dropLast())) == nil)
    #expect(PublicKey(pem: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----") == nil)
}
