import CarillonTesting
import Testing

@testable import SMTPChannel

/// RFC 3492, section 7.1, as far as its samples are in lower case.
@Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("パフィーdeルンバ", "de-jg4avhby1noc0d"),
    ("bücher", "bcher-kva"), ("münchen", "mnchen-3ya"), ("ü", "tda"),
])
func `Punycode is what the RFC prints`(text: String, code: String) {
    #expect(Punycode.encode(Array(text.unicodeScalars)) == code)
}

@Test(arguments: [
    ("Bücher.example", "xn--bcher-kva.example"), ("例子.广告", "xn--fsqu00a.xn--4rr70v"), ("acme.example", "acme.example"),
    ("straße.example", "xn--strae-oqa.example"), ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
])
func `a domain is written as DNS has it`(name: String, written: String) {
    #expect(DomainName.ascii(name) == written)
}

@Test(arguments: [
    "bu\u{308}cher.example", "ｂüch.example", "\u{1100}\u{1161}.example", String(repeating: "ü例", count: 31),
])
func `a domain whose spelling isn't certain is left as it is`(name: String) {
    #expect(DomainName.ascii(name) == nil)
    #expect(Mailbox("a@\(name)")?.address == "a@\(name)")
}
