import CarillonModel

/// SARIF 2.1.0, for code scanning.
///
/// Columns count Unicode code points, and the log declares that.
public struct SARIFRenderer: DiagnosticRenderer {
    private let codes: [DiagnosticCode]
    private let version: String

    /// - Parameters:
    ///   - codes: all that the tool can report, in order.
    ///   - version: the tool's own.
    public init(codes: [DiagnosticCode], version: String) {
        self.codes = codes
        self.version = version
    }

    public func render(_ report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        let indices = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1.number, $0) })
        var counter = FingerprintCounter()
        var results: [JSONValue] = []
        let shown = report.diagnostics.map { (diagnostic: $0, suppression: JSONValue?.none) }
        let hidden = report.suppressed.map { (diagnostic: $0.diagnostic, suppression: Self.suppression($0.reason)) }
        for (diagnostic, suppression) in shown + hidden {
            let index = indices[diagnostic.code.number]
            var object = result(diagnostic, ruleIndex: index, in: report.sources, tables: &tables)
            if let fingerprint = counter.next(diagnostic) {
                object["partialFingerprints"] = [Self.fingerprintName: .string(fingerprint)]
            }
            // Where any result has it, all must, says section 3.27.23.
            if !report.suppressed.isEmpty { object["suppressions"] = .array(suppression.map { [$0] } ?? []) }
            results.append(.object(object))
        }
        let driver: JSONValue = [
            "name": "carillon", "version": .string(version), "rules": .array(codes.map(rule)),
        ]
        let run: JSONValue = [
            "tool": ["driver": driver], "automationDetails": ["id": "carillon/validate/"],
            "columnKind": "unicodeCodePoints", "results": .array(results),
        ]
        let log: JSONValue = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
        return log.prettyText + "\n"
    }

    /// Its version changes when the same fault gets another fingerprint.
    private static let fingerprintName = "carillon/v1"

    private static func suppression(_ reason: SuppressedDiagnostic.Reason) -> JSONValue? {
        switch reason {
        case .allowed(let reason): ["kind": "inSource", "justification": .string(reason)]
        case .baseline: ["kind": "external", "justification": "in the baseline"]
        }
    }

    private func rule(_ code: DiagnosticCode) -> JSONValue {
        [
            "id": .string(code.number), "name": .string(code.slug), "shortDescription": ["text": .string(code.summary)],
            "help": ["text": .string(code.markdown), "markdown": .string(code.markdown)],
            "defaultConfiguration": ["level": .string(code.severity.rawValue)],
        ]
    }

    private func result(
        _ diagnostic: Diagnostic,
        ruleIndex: Int?,
        in sources: SourceSet,
        tables: inout LineTables
    ) -> JSONObject {
        var parts = [diagnostic.message]
        if !diagnostic.primary.text.isEmpty { parts.append(diagnostic.primary.text) }
        parts += diagnostic.notes + [diagnostic.help].compactMap { $0 }
        var object = JSONObject([
            .init("ruleId", .string(diagnostic.code.number)), .init("level", .string(diagnostic.severity.rawValue)),
            .init("message", ["text": .string(parts.joined(separator: "\n"))]),
            .init("locations", [location(diagnostic.primary, in: sources, tables: &tables, hasMessage: false)]),
        ])
        object["ruleIndex"] = ruleIndex.map { JSONValue($0) }
        if !diagnostic.related.isEmpty {
            var related: [JSONValue] = []
            for label in diagnostic.related {
                related.append(location(label, in: sources, tables: &tables, hasMessage: true))
            }
            object["relatedLocations"] = .array(related)
        }
        if !diagnostic.fixes.isEmpty {
            var fixes: [JSONValue] = []
            for fix in diagnostic.fixes { fixes.append(json(fix, in: sources, tables: &tables)) }
            object["fixes"] = .array(fixes)
        }
        return object
    }

    private func location(
        _ label: Diagnostic.Label,
        in sources: SourceSet,
        tables: inout LineTables,
        hasMessage: Bool
    ) -> JSONValue {
        let physical: JSONValue = [
            "artifactLocation": ["uri": .string(uri(sources[label.span.source].path))],
            "region": region(label.span, tables: &tables),
        ]
        guard hasMessage else { return ["physicalLocation": physical] }
        return ["physicalLocation": physical, "message": ["text": .string(label.text)]]
    }

    private func json(_ fix: Diagnostic.Fix, in sources: SourceSet, tables: inout LineTables) -> JSONValue {
        let change: JSONValue = [
            "artifactLocation": ["uri": .string(uri(sources[fix.span.source].path))],
            "replacements": [
                [
                    "deletedRegion": region(fix.span, tables: &tables),
                    "insertedContent": ["text": .string(fix.replacement)],
                ]
            ],
        ]
        return ["description": ["text": .string(fix.title)], "artifactChanges": [change]]
    }

    private func region(_ span: Span, tables: inout LineTables) -> JSONValue {
        let table = tables[span.source]
        let start = table.position(of: span.range.lowerBound)
        let end = table.position(of: span.range.upperBound)
        return [
            "startLine": JSONValue(start.line), "startColumn": JSONValue(start.scalarColumn),
            "endLine": JSONValue(end.line), "endColumn": JSONValue(end.scalarColumn),
        ]
    }

    /// A relative reference, or a `file` URI for an absolute path.
    ///
    /// Source: RFC 3986, section 4.2.
    private func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = path.hasPrefix("/") ? Array("file://".utf8) : []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
