import CarillonModel
import Testing

@Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-02-25T06:13:20Z", 1_772_000_000_000),
    ("2026-02-25T07:13:20+01:00", 1_772_000_000_000),
    ("2026-02-25T06:13:20.1239Z", 1_772_000_000_123),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
])
func `an instant is read from RFC 3339`(text: String, milliseconds: Int64) {
    #expect(Instant(text)?.epochMilliseconds == milliseconds)
}

@Test(arguments: ["2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-02-25", "2026-02-25T24:00:00Z", "now", ""])
func `what is no instant is refused`(text: String) {
    #expect(Instant(text) == nil)
}

@Test func `an instant is written as it was read`() {
    let texts = [
        "2024-02-29T23:59:59Z", "2026-02-25T06:13:20.007Z", "1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z",
    ]
    for text in texts {
        #expect(Instant(text)?.rfc3339 == text)
    }
}

@Test func `an instant outside the years of RFC 3339 is written all the same`() {
    #expect(Instant(epochMilliseconds: 253_402_300_800_000).rfc3339 == "10000-01-01T00:00:00Z")
    #expect(Instant(epochMilliseconds: .max).rfc3339 == "292278994-08-17T07:12:55.807Z")
}
