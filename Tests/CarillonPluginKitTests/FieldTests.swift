import CarillonModel
import CarillonPluginKit
import Testing

private func named(_ secret: JSONValue) -> JSONValue { ["$secret": secret] }

@Test(arguments: [
    (Field.Kind.text, JSONValue.string("a"), true), (.text, "", false), (.text, 1, false),
    (.integer(1...65535), 587, true), (.integer(1...65535), 0, false), (.integer(1...65535), "587", false),
    (.boolean, true, true), (.boolean, "true", false),
    (.choice(["starttls", "tls"]), "tls", true), (.choice(["starttls", "tls"]), "ssl", false),
    (.url, "https://a.example/x", true), (.url, "http://a.example", false), (.url, "https://a@b.example", false),
    (.email, "Dossier <no-reply@dossier.example>", true), (.email, "a@b", true), (.email, "a b@c", false),
    (.email, "a@b\r\nBcc: c@d", false), (.email, "a@b,c@d", false), (.email, "@b", false),
    (.secret, named("name"), true), (.secret, "literal", false), (.secret, named(""), false),
])
func `a field says what fits it`(kind: Field.Kind, value: JSONValue, fits: Bool) {
    let field = Field("field", kind, description: "a field", example: value)
    #expect((field.problem(in: value) == nil) == fits)
}

@Test(arguments: [
    ("https://exp.host/--/api", "https://exp.host"), ("HTTPS://Exp.Host:443", "https://exp.host"),
    ("https://a.example:8443?x", "https://a.example:8443"), ("https://[::1]:9/x", "https://[::1]:9"),
    ("https://[::1]/x", "https://[::1]"),
])
func `an origin is scheme, host and port`(url: String, origin: String) {
    #expect(WebOrigin(url: url)?.description == origin)
}

@Test(arguments: [
    "http://exp.host", "https://", "https:///x", "https://exp.host@evil.example/", "https:\\\\evil.example",
    "https://exp.host\\@evil.example", "https://exp host", "https://exp.host:0", "https://exp.host:99999",
    "https://exp.host:",
    "https://еxp.host", "https://exp.host/\n", "//exp.host",
])
func `what two readers may read differently is no origin`(url: String) {
    #expect(WebOrigin(url: url) == nil)
}

@Test(arguments: [
    ("DeviceNotRegistered", "DeviceNotRegistered"), ("TOO_MANY", "TOO_MANY"), ("ExponentPushToken[a]", "Unknown"),
    ("", "Unknown"), (String(repeating: "a", count: 65), "Unknown"), ("a b", "Unknown"),
])
func `a provider's code is kept only when it looks like one`(code: String, kept: String) {
    #expect(OutcomeReason(providerCode: code).code == kept)
}
