import CarillonModel

/// Everything a diagnostic holds, for programs.
///
/// Columns count characters; `bytes` are offsets into the file.
public struct JSONRenderer: DiagnosticRenderer {
    public init() {}

    public func render(_ report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        var list: [JSONValue] = []
        for diagnostic in report.diagnostics {
            list.append(.object(json(diagnostic, in: report.sources, tables: &tables)))
        }
        var document = Self.head(of: report)
        document["diagnostics"] = .array(list)
        if !report.suppressed.isEmpty {
            var hidden: [JSONValue] = []
            for suppressed in report.suppressed {
                var object = json(suppressed.diagnostic, in: report.sources, tables: &tables)
                switch suppressed.reason {
                case .baseline: object["suppressed"] = ["by": "baseline"]
                case .allowed(let reason): object["suppressed"] = ["by": "allow", "reason": .string(reason)]
                }
                hidden.append(.object(object))
            }
            document["suppressed"] = .array(hidden)
        }
        return JSONValue.object(document).prettyText + "\n"
    }

    /// What was looked at, and how much was found.
    static func head(of report: DiagnosticReport) -> JSONObject {
        var document = JSONObject([
            .init("version", 1),
            .init("tenants", .array(report.subjects.map { .string($0) })),
        ])
        if !report.passedOver.isEmpty { document["passedOver"] = .array(report.passedOver.map { .string($0) }) }
        var summary: JSONObject = [
            "errors": JSONValue(report.count(.error)), "warnings": JSONValue(report.count(.warning)),
        ]
        if !report.suppressed.isEmpty { summary["suppressed"] = JSONValue(report.suppressed.count) }
        document["summary"] = .object(summary)
        return document
    }

    private func json(_ diagnostic: Diagnostic, in sources: SourceSet, tables: inout LineTables) -> JSONObject {
        var object = place(diagnostic.primary, in: sources, tables: &tables)
        object["code"] = .string(diagnostic.code.number)
        object["name"] = .string(diagnostic.code.slug)
        object["severity"] = .string(diagnostic.severity.rawValue)
        object["message"] = .string(diagnostic.message)
        if let identity = diagnostic.identity {
            object["tenant"] = identity.tenant.isEmpty ? nil : .string(identity.tenant)
            object["at"] = .string(identity.place)
            object["fingerprint"] = .string(identity.fingerprint)
        }
        object["notes"] = .array(diagnostic.notes.map { .string($0) })
        object["help"] = diagnostic.help.map { .string($0) }
        var related: [JSONValue] = []
        for label in diagnostic.related { related.append(.object(place(label, in: sources, tables: &tables))) }
        object["related"] = .array(related)
        var fixes: [JSONValue] = []
        for fix in diagnostic.fixes {
            var change = place(Diagnostic.Label(fix.span, ""), in: sources, tables: &tables)
            change["label"] = nil
            change["title"] = .string(fix.title)
            change["replacement"] = .string(fix.replacement)
            fixes.append(.object(change))
        }
        object["fixes"] = .array(fixes)
        return object
    }

    private func place(_ label: Diagnostic.Label, in sources: SourceSet, tables: inout LineTables) -> JSONObject {
        let table = tables[label.span.source]
        let start = table.position(of: label.span.range.lowerBound)
        let end = table.position(of: label.span.range.upperBound)
        return JSONObject([
            .init("file", .string(sources[label.span.source].path)),
            .init("line", JSONValue(start.line)), .init("column", JSONValue(start.column)),
            .init("endLine", JSONValue(end.line)), .init("endColumn", JSONValue(end.column)),
            .init("bytes", [JSONValue(label.span.range.lowerBound), JSONValue(label.span.range.upperBound)]),
            .init("label", .string(label.text)),
        ])
    }
}
