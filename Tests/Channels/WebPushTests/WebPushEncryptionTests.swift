import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import WebPush

private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text)) }

/// RFC 8291, section 5 and appendix A.
@Test func `the RFC's own example comes out byte for byte`() throws {
    let subscription = try #require(
        PushSubscription(
            """
            {"endpoint":"https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV","keys":{
            "p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth":"BTBZMqHH6r4Tts7J_aSIgg"}}
            """
        )
    )
    let salt = try bytes("DGv6ra1nlYgDCS1FRnbzlw")
    let cryptography = SoftwareCryptography(
        ephemeralKey: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        random: { _ in salt }
    )
    let body = try WebPushEncryption(subscription: subscription, cryptography: cryptography)
        .body(for: Array("When I grow up, I want to be a watermelon".utf8), padding: 0)
    let expected = """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
        yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """
    #expect(Base64.encode(body, .url) == expected)
}

@Test func `padding hides the length and never makes the body too long`() {
    #expect(WebPushEncryption.padding(for: 1) == 127)
    #expect(WebPushEncryption.padding(for: 128) == 0)
    for count in 0...WebPushEncryption.longestPlaintext {
        let total = count + WebPushEncryption.padding(for: count)
        #expect(total <= WebPushEncryption.longestPlaintext && (total % 128 == 0 || total == 3993))
    }
}
