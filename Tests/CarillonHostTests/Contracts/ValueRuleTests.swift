import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// What a contract's clients are told of a value that can't be taken.
struct ValueRuleTests {
    private static func rule(_ type: RequestType?, _ format: ValueFormat? = nil) -> ValueRule {
        var rule = ValueRule()
        rule.type = type
        rule.format = format
        return rule
    }

    private static func message(_ value: JSONValue, _ rule: ValueRule, isText: Bool = false) -> String? {
        var report = ValueReport(error: .validation, at: Instant(epochMilliseconds: 1_772_020_800_000))
        _ = rule.checked(value, isText: isText, at: "at", &report)
        return report.faults.first?.fault.message
    }

    @Test func `values of a field that is a number are numbers, and text only where all is text`() {
        var rule = Self.rule(.integer)
        rule.values = [.init(1, meaning: "ios"), .init(2, meaning: "android")]
        #expect(Self.message(1, rule) == nil)
        #expect(Self.message(.number("1.0"), rule) == nil)
        #expect(Self.message("1", rule) == "must be one of 1, 2, and not a string")
        #expect(Self.message("1", rule, isText: true) == nil)
        #expect(Self.message(3, rule) == "must be one of 1, 2")
    }

    @Test func `without a type, a key of values is the text and the number`() {
        var rule = Self.rule(nil)
        rule.values = [.init("1", meaning: "ios", isName: true)]
        #expect(Self.message(1, rule) == nil)
        #expect(Self.message("1", rule) == nil)
    }

    @Test(arguments: [("1.5", "1.5"), ("1e300", "1e300"), ("-0.25", "-0.25")])
    func `a number that isn't whole is named`(number: String, expected: String) {
        #expect(Self.message(.number(number), Self.rule(.integer)) == "must be a whole number, not \(expected)")
    }

    @Test func `what is no number at all is reported by its kind, and a very long one in short`() {
        #expect(Self.message(true, Self.rule(.integer)) == "must be a whole number, not a boolean")
        let long = "0." + String(repeating: "1", count: 1000)
        #expect(Self.message(.number(long), Self.rule(.integer))?.utf8.count ?? 0 < 80)
    }

    @Test(
        arguments: [
            (.epochSeconds, 1_772_020_800_000, "milliseconds given where seconds"),
            (.epochMillis, 1_772_020_800, "seconds given where milliseconds"), (.epochSeconds, 12, nil),
            (.epochMillis, 1_772_020_800_000_000, nil),
        ] as [(ValueFormat, Int64, String?)]
    )
    func `a time in another unit is reported as that`(format: ValueFormat, number: Int64, unit: String?) throws {
        let found = try #require(Self.message(JSONValue(number), Self.rule(.instant, format)))
        #expect(found.hasPrefix("must be between 2001 and a hundred years from now"))
        #expect(unit.map { found.hasSuffix("; were \($0) are counted?") } ?? !found.contains("given"), "\(found)")
    }

    @Test func `each place is reported in one form`() {
        let faults = ["/payload/items/2/name", "/platform", "/data/a~1b", "Idempotency-Key", ""].map {
            Fault(pointer: $0, code: .missing, message: "is required")
        }
        let problem = Problem(.validation, "", faults: faults).relocated(["payload": "msg.content"], as: .path)
        #expect(
            problem.faults.map(\.pointer) == [
                "msg.content.items[2].name", "platform", "data.a/b", "Idempotency-Key", "",
            ]
        )
        #expect(problem.detail.hasPrefix("msg.content.items[2].name is required; platform is required"))
        let own = Problem(.validation, "", faults: faults).relocated([:], as: .pointer)
        #expect(own.faults == faults)
    }
}
