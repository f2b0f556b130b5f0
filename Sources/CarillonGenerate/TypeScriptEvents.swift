import CarillonModel
import CarillonProfiles

/// A tenant's events in TypeScript: an interface for each payload, and a value that makes events of it.
struct TypeScriptEvents {
    let tenant: TenantEvents

    var text: String {
        var lines = CodeLines(indentation: 2)
        lines.add("import * as carillon from \"./carillon-events.js\";")
        lines.add()
        addTenant(to: &lines)
        if tenant.hasLocalizedTexts { addLocalizedText(to: &lines) }
        for event in tenant.events {
            lines.add()
            add(event, to: &lines)
        }
        return lines.text
    }

    private func literal(_ text: String) -> String { TargetLanguage.typescript.literal(text) }

    private func addTenant(to lines: inout CodeLines) {
        let key = tenant.key
        lines.addBlockComment(["What the events of \(CommentText.line(tenant.profile.name)) have in common."])
        lines.block("export const tenant: carillon.TenantSpecification = {", "};") { lines in
            lines.add("id: \(literal(tenant.profile.id.rawValue)),")
            lines.add("stripsTags: \(tenant.profile.policies.stripsTags),")
            lines.add("header: \(literal(key.header)),")
            if let scheme = key.scheme { lines.add("scheme: \(literal(scheme)),") }
        }
    }

    private func addLocalizedText(to lines: inout CodeLines) {
        lines.add()
        lines.addBlockComment(["A text in the tenant's languages."])
        lines.block("export interface LocalizedText {") { lines in
            for (index, language) in tenant.languages.enumerated() {
                lines.add("readonly \(literal(language.tag))\(index == 0 ? "" : "?"): string;")
            }
        }
    }

    private func add(_ event: TenantEvents.Event, to lines: inout CodeLines) {
        lines.addBlockComment(event.summary)
        lines.block("export interface \(event.type) {") { lines in
            for field in event.fields {
                lines.addBlockComment(field.summary)
                let plain = type(of: field.field.type)
                let type = field.field.isSensitive ? "carillon.Sensitive<\(plain)>" : plain
                lines.add("readonly \(field.name)\(field.field.isRequired ? "" : "?"): \(type);")
            }
        }
        lines.add()
        lines.addBlockComment(["Makes events `\(event.event.id)`."])
        let id = literal(event.event.id.rawValue)
        let head = "export const \(event.value) = new carillon.EventType<\(event.type)>(tenant, \(id), ["
        guard !event.fields.isEmpty else {
            lines.add(head + "]);")
            return
        }
        lines.block(head, "]);") { lines in
            for field in event.fields {
                let parts = [
                    literal(field.name), literal(field.field.name), specification(of: field.field.type),
                    String(!field.field.isRequired),
                ]
                lines.add("[\(parts.joined(separator: ", "))],")
            }
        }
    }

    private func type(of type: PayloadType) -> String {
        switch type {
        case .text: "string"
        case .integer(let range): Self.isExact(range) ? "number" : "bigint"
        case .decimal: "carillon.Decimal"
        case .money: "carillon.Money"
        case .boolean: "boolean"
        case .choice(let values): values.map(literal).joined(separator: " | ")
        case .uuid: "carillon.Uuid"
        case .slug: "carillon.Slug"
        case .path: "carillon.Path"
        case .url: "carillon.WebUrl"
        case .email: "carillon.Email"
        case .instant: "carillon.Instant"
        case .date: "carillon.CalendarDate"
        case .list(let element, _):
            element.choices == nil ? "readonly \(self.type(of: element))[]" : "readonly (\(self.type(of: element)))[]"
        case .map: "{ readonly [name: string]: string }"
        case .localizedText: "LocalizedText"
        }
    }

    private func specification(of type: PayloadType) -> String {
        let kind = "kind: \(literal(type.name))"
        switch type {
        case .text(let most), .url(let most): return "{ \(kind), most: \(most) }"
        case .integer(let range): return "{ \(kind), least: \(range.lowerBound)n, most: \(range.upperBound)n }"
        case .choice(let values): return "{ \(kind), values: [\(values.map(literal).joined(separator: ", "))] }"
        case .list(let element, let most): return "{ \(kind), most: \(most), of: \(specification(of: element)) }"
        case .map(let length, let most): return "{ \(kind), most: \(most), textMost: \(length) }"
        case .localizedText(let most):
            let tags = tenant.languages.map { literal($0.tag) }.joined(separator: ", ")
            return "{ \(kind), most: \(most), locales: [\(tags)] }"
        default: return "{ \(kind) }"
        }
    }

    /// Whether JavaScript's numbers hold every value exactly.
    private static func isExact(_ range: ClosedRange<Int64>) -> Bool {
        let most: Int64 = 1 << 53 - 1
        return range.lowerBound >= -most && range.upperBound <= most
    }
}
