import CarillonModel
import Testing

/// The one decoder of percent-encoded texts.
struct PercentEncodingTests {
    @Test(arguments: ["a b", "é/%?", "100%", "😀", ""])
    func `what was encoded is read again`(text: String) {
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
    }

    @Test(
        arguments: [
            ("100%", "100%"), ("%zz", "%zz"), ("%4", "%4"), ("%+5", "%+5"), ("50% %C3%A9", "50% é"), ("%25", "%"),
            ("%%41", "%A"),
        ]
    )
    func `a percent sign without two digits is refused, or stands for itself where that is asked for`(
        text: String,
        kept: String
    ) {
        #expect(PercentEncoding.decode(text, keepsStray: true) == kept)
        #expect(text == "%25" || PercentEncoding.decode(text) == nil)
    }

    @Test func `bytes that are no UTF-8 are refused either way`() {
        #expect(PercentEncoding.decode("%FF") == nil && PercentEncoding.decode("%FF", keepsStray: true) == nil)
    }

    @Test func `a plus is a space in forms alone`() {
        #expect(PercentEncoding.decode("a+b") == "a+b" && PercentEncoding.decode("a+b", plusIsSpace: true) == "a b")
    }
}
