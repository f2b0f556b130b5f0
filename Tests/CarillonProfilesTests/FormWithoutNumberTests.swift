import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Words for a plural form that is several numbers, and that don't show the number.
struct FormWithoutNumberTests {
    @Test(
        arguments: [
            // 1, 21, 31 and 0, 1.
            ("ru", #""one": "одна", "few": "{$n}", "*": "{$n}""#, ["T0982"]),
            ("fr", #""one": "une", "many": "{$n}", "*": "{$n}""#, ["T0982"]),
            ("ru", #""one": "{$n} одна", "few": "несколько", "*": "{$n}""#, ["T0982"]),
            ("ru", #""one": "одна", "few": "две", "*": "{$n}""#, ["T0982", "T0982"]),
            // With the number, a row of its own, or one number alone.
            ("ru", #""1": "одна", "one": "{$n} одна", "few": "{$n}", "*": "{$n}""#, []),
            ("fr", #""0": "aucune", "one": "une", "many": "{$n}", "*": "{$n}""#, []),
            ("fr", #""1": "une", "one": "aucune", "many": "{$n}", "*": "{$n}""#, []),
            ("en", #""one": "one", "*": "{$n}""#, []), ("de", #""one": "eine", "*": "{$n}""#, []),
            ("nb", #""one": "ett", "*": "{$n}""#, []), ("pl", #""one": "jedna", "few": "{$n}", "*": "{$n}""#, []),
            ("ar", #""zero": "a", "one": "b", "two": "c", "few": "{$n}", "many": "{$n}", "*": "{$n}""#, []),
            // No row shows it: it isn't what the text is about.
            ("ru", #""one": "скоро", "few": "скоро", "*": "нескоро""#, []),
        ] as [(String, String, [String])]
    )
    func `a form of several numbers without the number is reported`(tag: String, rows: String, codes: [String]) {
        #expect(found(tag, rows) == codes)
    }

    @Test func `what a field can be decides`() {
        let rows = #""one": "одна", "few": "{$n}", "*": "{$n}""#
        #expect(found("ru", rows, type: #""integer", "minimum": 1, "maximum": 20"#) == [])
        #expect(found("ru", rows, type: #""integer", "minimum": 1, "maximum": 21"#) == ["T0982"])
        #expect(found("en", #""one": "one", "*": "{$n}""#, type: #""integer", "minimum": -5, "maximum": 5"#) == [])
        // Numbers with a fraction have no form of their own in English; in Danish, half an hour has that of one.
        let plain = #""one": "one", "*": "{$n}""#
        #expect(found("en", plain, type: #""decimal""#) == [])
        #expect(found("da", plain, type: #""integer""#) == [])
        #expect(found("da", plain, type: #""decimal""#) == ["T0982"])
    }

    @Test func `rows of several selectors are compared with those that differ in the number alone`() {
        let rows = #""one true": "une", "many true": "{$n}", "* true": "{$n}", "* *": "{$n}""#
        #expect(found("fr", rows, selectors: #""n", "is_late""#) == ["T0982"])
        let silent = #""one true": "une", "many true": "plus", "* true": "plus", "* *": "plus""#
        #expect(found("fr", silent, selectors: #""n", "is_late""#) == [])
    }

    @Test func `it says which numbers have the form, and what to write`() throws {
        let fault = try #require(diagnostics("ru", #""one": "одна", "few": "{$n}", "*": "{$n}""#).first)
        #expect(fault.severity == .warning)
        #expect(fault.message == "the words for `one` don't show `$n`, and `one` is several numbers in `ru`")
        #expect(fault.notes == ["`one`: 1, 21, 31, 41 …"])
        #expect(fault.help == "give 1 a row of its own, with the key `1`, and show the number in `one`: `{$n}`")
    }

    private func found(
        _ tag: String,
        _ rows: String,
        type: String = #""integer""#,
        selectors: String = #""n""#
    ) -> [String] {
        diagnostics(tag, rows, type: type, selectors: selectors).map(\.code.number)
    }

    private func diagnostics(
        _ tag: String,
        _ rows: String,
        type: String = #""integer""#,
        selectors: String = #""n""#
    ) -> [Diagnostic] {
        let files = [
            (
                "profile.json",
                #"""
                {"tenant": "shop", "name": "Shop", "locales": {"default": "\#(tag)", "supported": ["\#(tag)"]},
                 "channels": {"in-app": {"use": "test-feed"}}}
                """#
            ),
            (
                "events.json",
                #"""
                {"events": {"soon": {"channels": ["in-app"],
                  "payload": {"n": {"type": \#(type)}, "is_late": {"type": "boolean"}}}}}
                """#
            ),
            (
                "templates/\(tag).json",
                #"""
                {"locale": "\#(tag)", "messages": {"soon": {"title": {
                  "match": [\#(selectors)], "when": {\#(rows)}}}}}
                """#
            ),
            ("samples/soon.json", #"{"n": 3, "is_late": true}"#),
        ]
        var sources = SourceSet()
        let folder = TenantFolder(
            name: "shop",
            path: "shop",
            files: files.map { TenantFolder.File($0.0, Array($0.1.utf8)) }
        )
        return ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources).diagnostics
    }
}
