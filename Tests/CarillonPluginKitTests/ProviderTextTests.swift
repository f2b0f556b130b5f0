import CarillonPluginKit
import Testing

/// What of a provider's words is recorded.
struct ProviderTextTests {
    @Test(arguments: [
        ("  plain\r\n words ", "plain words"), ("", nil), ("\u{7}\u{202E}", nil), ("ExponentPushToken[x y]", nil),
        ("\"ExponentPushToken[x y]\" is none", "\"…\" is none"), ("at ExpoPushToken[x", "at …"),
        ("two ExponentPushToken[a],ExponentPushToken[b] of them", "two …,… of them"),
        ("mail to <ada@example.org> bounced", "mail to … bounced"), ("a\u{202E}b\u{0}c", "abc"),
        ("token f-1_\(String(repeating: "aB3", count: 40)):z is unknown", "token … is unknown"),
        (
            "see https://support.example.com/mail/?p=UnsolicitedMessageError",
            "see https://support.example.com/mail/?p=UnsolicitedMessageError"
        ),
    ])
    func `words are one line of plain text without tokens and addresses`(text: String, plain: String?) {
        #expect(ProviderText.plain(text) == plain)
    }

    @Test func `what was sent isn't repeated`() {
        let said = #"the "title" of "Your order 81" to 81 has a bad end, Your order"#
        let hidden = ["Your order", "Your order 81", "81"]
        #expect(ProviderText.plain(said, hiding: hidden) == #"the "title" of "…" to 81 has a bad end, …"#)
    }

    @Test func `long words end after two hundred characters`() {
        let text = String(repeating: "é ", count: 500)
        #expect(ProviderText.plain(text) == String(text.prefix(200)) + "…")
    }

    @Test func `a reason keeps its code and whom it concerns`() {
        let reason = OutcomeReason("Code", "ours").concerningAddress.quoting("theirs")
        #expect(reason.description == "Code: ours: theirs" && reason.scope == .address)
        #expect(OutcomeReason("Code").quoting("theirs").message == "theirs")
        #expect(OutcomeReason("Code", "ours").quoting(nil).message == "ours")
    }
}
