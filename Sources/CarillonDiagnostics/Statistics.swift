import CarillonModel

/// How often each kind of finding is there, most frequent first.
public struct Statistics: Sendable {
    public let rows: [Row]

    public struct Row: Sendable, Hashable {
        public let code: DiagnosticCode
        public let shown: Int
        public let inBaseline: Int
        public let allowed: Int

        fileprivate var all: Int { shown + inBaseline + allowed }
    }

    public init(_ report: DiagnosticReport) {
        let shown = Dictionary(grouping: report.diagnostics, by: \.code).mapValues(\.count)
        let hidden = Dictionary(grouping: report.suppressed, by: \.diagnostic.code)
        let codes = Set(shown.keys).union(hidden.keys)
        rows = codes.map { code in
            let allowed = (hidden[code] ?? []).count(where: \.isAllowed)
            return Row(
                code: code,
                shown: shown[code] ?? 0,
                inBaseline: (hidden[code]?.count ?? 0) - allowed,
                allowed: allowed
            )
        }
        .sorted { ($1.all, $0.code.number) < ($0.all, $1.code.number) }
    }
}

/// A report's numbers instead of its findings.
public struct StatisticsRenderer: DiagnosticRenderer {
    private let isJSON: Bool

    public init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    public func render(_ report: DiagnosticReport) -> String {
        let rows = Statistics(report).rows
        guard isJSON else { return table(rows) + report.summary + "\n" }
        var document = JSONRenderer.head(of: report)
        document["statistics"] = .array(
            rows.map { row in
                [
                    "code": .string(row.code.number), "name": .string(row.code.slug),
                    "severity": .string(row.code.severity.rawValue), "shown": JSONValue(row.shown),
                    "baseline": JSONValue(row.inBaseline), "allowed": JSONValue(row.allowed),
                ]
            }
        )
        return JSONValue.object(document).prettyText + "\n"
    }

    private func table(_ rows: [Statistics.Row]) -> String {
        guard !rows.isEmpty else { return "" }
        let lines = rows.map { row in
            Self.right(row.shown, 5) + Self.right(row.inBaseline, 10) + Self.right(row.allowed, 9)
                + "  \(row.code.number) \(row.code.slug) (\(row.code.severity.rawValue))\n"
        }
        return "shown  baseline  allowed\n" + lines.joined() + "\n"
    }

    private static func right(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
