import CarillonModel
import Testing

@testable import CarillonProfiles

/// The forms in which contracts read and write values.
struct ValueFormatTests {
    private static let noon = Instant("2026-02-05T09:03:07.045Z")

    @Test(arguments: [
        ("yyyy-MM-dd HH:mm:ss", "2026-02-05 09:03:07"), ("d.M.yyyy H:mm", "5.2.2026 9:03"),
        ("EEE, dd MMM yyyy HH:mm:ss 'GMT'", "Thu, 05 Feb 2026 09:03:07 GMT"),
        ("yyyyMMdd'T'HHmmss.SSSXXX", "20260205T090307.045Z"), ("HH:mm xxx 'o''clock'", "09:03 +00:00 o'clock"),
        ("''yyyy''", "'2026'"),
    ])
    func `a time is written as its pattern says`(pattern: String, text: String) throws {
        #expect(try #require(TimePattern(pattern)).text(of: #require(Self.noon)) == text)
    }

    @Test(arguments: [
        ("dd.MM.yyyy HH:mm", "05.02.2026 09:03", "2026-02-05T09:03:00Z"),
        ("d/M/yyyy", "5/2/2026", "2026-02-05T00:00:00Z"), ("d/M/yyyy", "15/12/2026", "2026-12-15T00:00:00Z"),
        ("yyyy-MM-dd HH:mm:ssXXX", "2026-02-05 09:03:07+05:30", "2026-02-05T03:33:07Z"),
        ("yyyy-MM-dd HH:mm:ssXXX", "2026-02-05 09:03:07Z", "2026-02-05T09:03:07Z"),
        ("EEE, dd MMM yyyy HH:mm:ss 'GMT'", "Thu, 05 Feb 2026 09:03:07 GMT", "2026-02-05T09:03:07Z"),
        ("yyyyMMddHHmmssSSS", "20260205090307045", "2026-02-05T09:03:07.045Z"),
    ])
    func `a time is read as its pattern says`(pattern: String, text: String, time: String) throws {
        #expect(try #require(TimePattern(pattern)).instant(of: text) == Instant(time))
    }

    @Test(arguments: [
        ("dd.MM.yyyy", "31.02.2026"), ("dd.MM.yyyy", "5.2.2026"), ("dd.MM.yyyy", "05.02.2026 "), ("dd.MM.yyyy", ""),
        ("dd.MM.yyyy", "05-02-2026"), ("dd.MM.yyyy HH:mm", "05.02.2026 24:00"), ("d MMM yyyy", "5 Foo 2026"),
        ("dd.MM.yyyy", "05.13.2026"), ("dd.MM.yyyy", "٠٥.٠٢.٢٠٢٦"), ("yyyy-MM-ddXXX", "2026-02-05+25:00"),
    ])
    func `what is no such time isn't read`(pattern: String, text: String) throws {
        #expect(try #require(TimePattern(pattern)).instant(of: text) == nil)
    }

    @Test(arguments: ["DD/MM/YYYY", "yyyy-MM-ddTHH:mm", "", "--", "'yyyy", "yyyyy", "epoch", "hh:mm a"])
    func `an unknown letter, or none, makes no pattern`(pattern: String) {
        #expect(ValueFormat(pattern) == nil)
    }

    @Test func `every year that there is can be written and read`() throws {
        let pattern = try #require(TimePattern("yyyy-MM-dd HH:mm:ss.SSS"))
        for text in [
            "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "2024-02-29T12:00:00Z", "9999-12-31T23:59:59Z",
        ] {
            let time = try #require(Instant(text))
            #expect(pattern.instant(of: pattern.text(of: time)) == time)
        }
    }

    @Test func `a placeholder names the form of its value`() throws {
        let root: [JSONObject.Member] = [
            .init("at", "1969-12-31T23:59:59.500Z"), .init("count", 20), .init("on", true), .init("list", [1]),
        ]
        let scope = TemplateScope(JSONObject(root))
        for (path, value) in [
            ("at.epochSeconds", -1), ("at.epochMillis", -500), ("count.text", "20"), ("on.text", "true"),
            ("list.text", nil), ("count.epochSeconds", nil), ("at.iso", "1969-12-31T23:59:59.500Z"),
        ] as [(String, JSONValue?)] {
            #expect(scope.value(at: try #require(FieldPath(path))) == value, "\(path)")
        }
    }

    @Test func `what is absent has something in its place, and null is a value`() throws {
        let text = try PlaceholderText("{at}")
        let shown = JSONTemplate.object([
            .init("null", .value(ShownValue(text, format: .epochSeconds, otherwise: .constant(.null)))),
            .init("none", .value(ShownValue(text, format: .epochSeconds))),
        ])
        let resolve = { shown.resolved(in: TemplateScope($0), wholeValues: .asJSON) }
        #expect(resolve(JSONObject()) == ["null": .null])
        #expect(resolve(JSONObject([.init("at", "1970-01-01T00:00:02Z")])) == ["null": 2, "none": 2])
    }
}
