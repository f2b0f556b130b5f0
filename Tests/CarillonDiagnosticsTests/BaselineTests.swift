import CarillonModel
import Testing

@testable import CarillonDiagnostics

/// What a baseline hides, and what it never hides.
struct BaselineTests {
    @Test func `warnings that are in it are hidden, and counted`() {
        let report = Self.report(["`a`", "`b`"])
        let hidden = Baseline(of: Self.report(["`a`"])).hiding(from: report)
        #expect(hidden.diagnostics.map(\.message) == ["`b`"])
        #expect(hidden.suppressed.map(\.diagnostic.message) == ["`a`"])
        #expect(hidden.suppressed.map(\.reason) == [.baseline])
        #expect(hidden.summary == "1 warning in 1 tenant; 1 warning is in the baseline")
    }

    @Test func `an added fault is never hidden by an old entry of the same kind`() {
        let baseline = Baseline(of: Self.report(["`a`", "`a`"]))
        #expect(baseline.entries.map(\.count) == [2])
        #expect(baseline.hiding(from: Self.report(["`a`", "`a`"])).diagnostics == [])
        // Nothing tells three equal ones apart, so all of them are shown.
        #expect(baseline.hiding(from: Self.report(["`a`", "`a`", "`a`"])).diagnostics.count == 3)
    }

    @Test func `an error is never hidden`() {
        let report = Self.report(["`a`"], code: SampleReport.missing)
        #expect(Baseline(of: report).entries == [])
        let forged = Baseline([
            .init(tenant: "shop", place: Self.place, code: "T9001", fingerprint: Self.fingerprint(report), count: 5)
        ])
        #expect(forged.hiding(from: report).diagnostics.count == 1)
    }

    @Test func `pruning takes out what is gone, adds nothing, and leaves other tenants alone`() {
        let old = Baseline(of: Self.report(["`a`", "`a`", "`b`"]))
        let now = Baseline(of: Self.report(["`a`", "`c`"]))
        let pruned = old.pruned(to: now, lookedAt: ["shop"])
        #expect(
            pruned.count == 1
                && pruned.entries.map(\.fingerprint) == Baseline(of: Self.report(["`a`"])).entries.map(\.fingerprint)
        )
        #expect(old.pruned(to: now, lookedAt: ["bakery"]) == old)
        #expect(now.adding(old, lookedAt: ["shop"]) == now)
        #expect(now.adding(old, lookedAt: []).count == 5)
    }

    @Test func `pruning, then creating anew, is the identity where nothing is new`() {
        var random = Numbers(state: 7)
        for _ in 0..<500 {
            let before = (0..<12).map { _ in "`\(random.next(below: 6))`" }
            let after = before.filter { _ in random.next(below: 3) > 0 }
            let pruned = Baseline(of: Self.report(before)).pruned(
                to: Baseline(of: Self.report(after)),
                lookedAt: ["shop"]
            )
            #expect(pruned == Baseline(of: Self.report(after)).adding(pruned, lookedAt: ["shop"]))
        }
    }

    @Test func `its file has an entry a line, sorted, without lines and words, and is read again`() throws {
        let baseline = Baseline(of: Self.report(["`b` is odd", "`a` is odd", "`a` is odd"]))
        let lines = baseline.text.split(separator: "\n")
        #expect(lines.count == 7 && !baseline.text.contains("odd") && !baseline.text.contains("line"))
        #expect(try Baseline(parsing: Array(baseline.text.utf8)) == baseline)
        #expect(Baseline(of: Self.report(["`a` is odd", "`b` is odd", "`a` is odd"])).text == baseline.text)
        #expect(try Baseline(parsing: Array(Baseline().text.utf8)) == Baseline())
    }

    @Test(arguments: [
        ("", "it is no JSON"), ("<<<<<<< ours", "it is no JSON"), ("{}", "its version isn't 1"),
        (#"{ "version": 2, "entries": [] }"#, "its version isn't 1"),
        (#"{ "version": 1 }"#, "it has no list of entries"),
        (
            #"{ "version": 1, "entries": [{ "fingerprint": "a", "code": "T0904", "at": "x", "count": 0 }] }"#,
            "entry 1 lacks fingerprint, code, at or count"
        ),
    ])
    func `what is no baseline is told`(text: String, message: String) {
        #expect(throws: Baseline.Malformed(message: message)) { try Baseline(parsing: Array(text.utf8)) }
    }

    @Test func `reports for programs list what is suppressed, with the reason`() throws {
        let report = Baseline(of: Self.report(["`a`"])).hiding(from: Self.report(["`a`", "`b`"]))
        let json = try JSONValue(parsing: JSONRenderer().render(report).utf8)
        #expect(json["summary"] == ["errors": 0, "warnings": 1, "suppressed": 1])
        #expect(json["suppressed"]?.array?.first?["suppressed"] == ["by": "baseline"])
        let sarif = SARIFRenderer(codes: [SampleReport.odd], version: "1.0.0").render(report)
        let results = try JSONValue(parsing: sarif.utf8)["runs"]?.array?.first?["results"]?.array ?? []
        #expect(results.map { $0["suppressions"]?.array?.first?["kind"] } == [nil, "external"])
        #expect(results.allSatisfy { $0["suppressions"] != nil })
        #expect(try JSONValue(parsing: GitLabRenderer().render(report).utf8).array?.count == 1)
    }

    @Test func `statistics count what is shown and what is not, most frequent first`() throws {
        let hidden = Baseline(of: Self.report(["`a`"])).hiding(from: Self.report(["`a`", "`b`"]))
        let text = StatisticsRenderer(isJSON: false).render(hidden)
        #expect(
            text == """
                shown  baseline  allowed
                    1         1        0  T9002 odd-thing (warning)

                1 warning in 1 tenant; 1 warning is in the baseline

                """
        )
        let rows = Statistics(SampleReport.report).rows.map(\.code.number)
        #expect(rows == ["T9001", "T9002"])
        let json = try JSONValue(parsing: StatisticsRenderer(isJSON: true).render(hidden).utf8)
        let expected: JSONValue = [
            ["code": "T9002", "name": "odd-thing", "severity": "warning", "shown": 1, "baseline": 1, "allowed": 0]
        ]
        #expect(json["statistics"] == expected)
    }

    private static let place = "events.json#/events"

    private static func fingerprint(_ report: DiagnosticReport) -> String {
        report.diagnostics.first?.identity?.fingerprint ?? ""
    }

    /// A finding for each message, one after another.
    private static func report(_ messages: [String], code: DiagnosticCode = SampleReport.odd) -> DiagnosticReport {
        var sources = SourceSet()
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: max(1, messages.count))
        let source = sources.add(SourceFile(path: "shop/events.json", content: content))
        let diagnostics = messages.enumerated().map { index, message in
            var diagnostic = Diagnostic(code, message, at: Span(source, index..<index + 1))
            diagnostic.identity = DiagnosticIdentity(of: diagnostic, tenant: "shop", place: place)
            return diagnostic
        }
        return DiagnosticReport(sources: sources, diagnostics: diagnostics, subjects: ["shop"])
    }

    /// Numbers that are the same in every run.
    ///
    /// Source: Knuth, "The Art of Computer Programming" 2, section 3.3.4, MMIX's multiplier.
    private struct Numbers {
        var state: UInt64

        mutating func next(below limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
    }
}
