import CarillonDiagnostics

/// Two files with what is hard to print: characters beyond ASCII, a related place, a fix, XML and workflow characters.
enum SampleReport {
    static let missing = DiagnosticCode("T9001", "missing-thing", page: "Something is missing. It matters.\n\nAdd it.")
    static let odd = DiagnosticCode("T9002", "odd-thing", .warning, page: "Something is odd.\n\nLook at it.")

    static var report: DiagnosticReport {
        var sources = SourceSet()
        let first = sources.add(
            SourceFile(
                path: "tenants/my shop/events.json",
                content: Array("{\n  \"é🚀\": [1, 2],\n  \"b\": 3\n}\n".utf8)
            )
        )
        let second = sources.add(SourceFile(path: "tenants/my shop/profile.json", content: []))
        let start = 4
        var fault = Diagnostic(
            missing,
            "a <thing> & \"more\" is 100% missing: here, there",
            at: Span(first, start..<start + 8),
            label: "did you mean `e`?",
            related: [Diagnostic.Label(Span(first, 24..<27), "first time")],
            notes: ["because"],
            help: "add it",
            fixes: [Diagnostic.Fix("write e", replace: Span(first, start..<start + 8), with: "\"e\"")]
        )
        fault.notes.append("twice")
        let advice = Diagnostic(odd, "this file is odd", at: Span(second, 0..<0))
        return DiagnosticReport(sources: sources, diagnostics: [advice, fault, fault], subjects: ["tenants/my shop"])
    }
}
