public import CarillonDiagnostics

/// Of `allow` in `profile.json`: what can't be allowed, and what needn't be.
extension DiagnosticCode {
    public static let notAWarning = DiagnosticCode(
        "T0139",
        "not-a-warning",
        page: """
            `allow` has the code of something that can't be allowed: of an error, because the host refuses such a tenant whatever
            its profile says; of what may show a secret; of a warning about `allow` itself; or of nothing at all.

            ```text
            "allow": [{ "code": "T0301", "at": "events.json", "reason": "later" }]
            ```

            Correct what is wrong, or the code. `carillon explain` lists all codes.
            """
    )

    public static let badDay = DiagnosticCode(
        "T0140",
        "bad-day",
        page: """
            A day is written as year, month and day, with dashes between.

            ```text
            { "until": "31.3.2027" }
            ```

            Write `2027-03-31`.
            """
    )

    public static let unusedExemption = DiagnosticCode(
        "T0990",
        "unused-exemption",
        .warning,
        page: """
            `allow` has an entry for a warning that isn't there: it was put right, or `at` leads elsewhere.

            Remove the entry, or correct `at`; `carillon validate --format json` shows the place of each warning.
            """
    )

    public static let expiredExemption = DiagnosticCode(
        "T0991",
        "expired-exemption",
        .warning,
        page: """
            An entry of `allow` held until a day that is over. What it allowed is reported again.

            Put right what the entry is about, and remove it; or decide anew until when it may stay.
            """
    )

    /// The warnings that a profile can allow: none that may show a secret, none about several tenants together, and none about
    /// `allow` itself.
    package static let allowable: Set<String> = {
        let never: [DiagnosticCode] = [.unusedExemption, .expiredExemption, .ambiguousAppKey]
        let codes = all.filter { $0.severity == .warning && !never.contains($0) && !$0.slug.contains("secret") }
        return Set(codes.map(\.number))
    }()
}
