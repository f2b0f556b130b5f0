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
            list.append(json(diagnostic, in: report.sources, tables: &tables))
        }
        var document = JSONObject([
            .init("version", 1),
            .init("tenants", .array(report.subjects.map { .string($0) })),
        ])
        if !report.passedOver.isEmpty { document["passedOver"] = .array(report.passedOver.map { .string($0) }) }
        document["summary"] = [
            "errors": JSONValue(report.count(.error)), "warnings": JSONValue(report.count(.warning)),
        ]
        document["diagnostics"] = .array(list)
        return JSONValue.object(document).prettyText + "\n"
    }

    private func json(_ diagnostic: Diagnostic, in sources: SourceSet, tables: inout LineTables) -> JSONValue {
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
        return .object(object)
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
