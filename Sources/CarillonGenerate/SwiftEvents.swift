import CarillonModel
import CarillonProfiles

/// A tenant's events in Swift: an enum that holds a struct for each payload.
struct SwiftEvents {
    let tenant: TenantEvents
    let access: Access

    var text: String {
        var lines = CodeLines(indentation: 4)
        let prefix = access.prefix
        lines.add("/// The events of \(CommentText.line(tenant.profile.name)).")
        lines.block("\(prefix)enum \(tenant.name) {") { lines in
            addTenant(to: &lines)
            if tenant.hasLocalizedTexts { addLocalizedText(to: &lines) }
            for event in tenant.events {
                lines.add()
                add(event, to: &lines)
            }
        }
        for event in tenant.events where event.fields.contains(where: \.field.isSensitive) {
            lines.add()
            addMirror(of: event, to: &lines)
        }
        return lines.text
    }

    private func literal(_ text: String) -> String { TargetLanguage.swift.literal(text) }
    private func escaped(_ name: String) -> String { TargetLanguage.swift.escaped(name) }

    private func addTenant(to lines: inout CodeLines) {
        let key = tenant.key
        let arguments = [
            "id: \(literal(tenant.profile.id.rawValue))", "stripsTags: \(tenant.profile.policies.stripsTags)",
            "header: \(literal(key.header))", "scheme: \(key.scheme.map(literal) ?? "nil")",
        ]
        lines.add("/// What its events have in common.")
        lines.add("\(access.prefix)static let tenant = CarillonTenant(\(arguments.joined(separator: ", ")))")
    }

    private func addLocalizedText(to lines: inout CodeLines) {
        let prefix = access.prefix
        lines.add()
        lines.add("/// A text in the tenant's languages.")
        lines.block("\(prefix)struct LocalizedText: Sendable, Hashable {") { lines in
            for (index, language) in tenant.languages.enumerated() {
                lines.add("\(prefix)var \(escaped(language.name)): String\(index == 0 ? "" : "?")")
            }
            lines.add()
            let parameters = tenant.languages.enumerated().map { index, language in
                "\(escaped(language.name)): String\(index == 0 ? "" : "? = nil")"
            }
            lines.block("\(prefix)init(\(parameters.joined(separator: ", "))) {") { lines in
                for language in tenant.languages { lines.add("self.\(language.name) = \(escaped(language.name))") }
            }
            lines.add()
            let texts = tenant.languages.map { "(\(literal($0.tag)), \(escaped($0.name)))" }
            lines.add("fileprivate var carillonTexts: [(String, String?)] { [\(texts.joined(separator: ", "))] }")
        }
    }

    private func add(_ event: TenantEvents.Event, to lines: inout CodeLines) {
        let prefix = access.prefix
        for line in event.summary { lines.add(line.isEmpty ? "///" : "/// \(line)") }
        lines.block("\(prefix)struct \(event.type): CarillonPayload {") { lines in
            lines.add("\(prefix)static var carillonTenant: CarillonTenant { \(tenant.name).tenant }")
            lines.add("\(prefix)static var carillonType: String { \(literal(event.event.id.rawValue)) }")
            for choice in event.fields.compactMap(\.choice) {
                lines.add()
                lines.block("\(prefix)enum \(choice.type): String, Sendable, Hashable, CaseIterable {") { lines in
                    for (name, value) in choice.cases { lines.add("case \(escaped(name)) = \(literal(value))") }
                }
            }
            if !event.fields.isEmpty { lines.add() }
            for field in event.fields {
                for line in field.summary { lines.add("/// \(line)") }
                lines.add("\(prefix)var \(escaped(field.name)): \(type(of: field))\(field.field.isRequired ? "" : "?")")
            }
            lines.add()
            addInitializer(of: event, to: &lines)
            lines.add()
            addMembers(of: event, to: &lines)
        }
    }

    private func addInitializer(of event: TenantEvents.Event, to lines: inout CodeLines) {
        guard !event.fields.isEmpty else {
            lines.add("\(access.prefix)init() {}")
            return
        }
        lines.block("\(access.prefix)init(", ") {") { lines in
            for (index, field) in event.fields.enumerated() {
                let end = index == event.fields.count - 1 ? "" : ","
                let kind = type(of: field) + (field.field.isRequired ? "" : "? = nil")
                lines.add("\(escaped(field.name)): \(kind)\(end)")
            }
        }
        for field in event.fields { lines.add("    self.\(field.name) = \(escaped(field.name))") }
        lines.add("}")
    }

    private func addMembers(of event: TenantEvents.Event, to lines: inout CodeLines) {
        lines.block("\(access.prefix)func carillonMembers() -> [CarillonMember] {") { lines in
            guard !event.fields.isEmpty else {
                lines.add("[]")
                return
            }
            lines.block("[", "]") { lines in
                for field in event.fields {
                    let name = escaped(field.name)
                    let value =
                        field.field.isRequired
                        ? self.value(name, of: field.field.type)
                        : "\(name).map { \(self.value("$0", of: field.field.type)) }"
                    lines.add(".init(\(literal(field.field.name)), \(value)),")
                }
            }
        }
    }

    /// The struct as debuggers and logs show it.
    private func addMirror(of event: TenantEvents.Event, to lines: inout CodeLines) {
        lines.block("extension \(tenant.name).\(event.type): CustomReflectable {") { lines in
            lines.add("/// Without what is sensitive.")
            lines.block("\(access.prefix)var customMirror: Mirror {") { lines in
                lines.block("Mirror(", ")") { lines in
                    lines.add("self,")
                    lines.block("children: [", "],") { lines in
                        for field in event.fields {
                            let value =
                                field.field.isSensitive
                                ? literal(TargetLanguage.placeholder) : "\(escaped(field.name)) as Any"
                            lines.add("\(literal(field.name)): \(value),")
                        }
                    }
                    lines.add("displayStyle: .struct")
                }
            }
        }
    }

    private func type(of field: TenantEvents.Field) -> String { type(field.field.type, choice: field.choice) }

    private func type(_ type: PayloadType, choice: TenantEvents.Choice?) -> String {
        switch type {
        case .text: "String"
        case .integer: "Int64"
        case .decimal: "CarillonDecimal"
        case .money: "CarillonMoney"
        case .boolean: "Bool"
        case .choice: choice?.type ?? "String"
        case .uuid: "CarillonUUID"
        case .slug: "CarillonSlug"
        case .path: "CarillonPath"
        case .url: "CarillonURL"
        case .email: "CarillonEmail"
        case .instant: "CarillonInstant"
        case .date: "CarillonDate"
        case .list(let element, _): "[\(self.type(element, choice: choice))]"
        case .map: "[String: String]"
        case .localizedText: "LocalizedText"
        }
    }

    /// The expression of a `CarillonValue`.
    private func value(_ name: String, of type: PayloadType) -> String {
        switch type {
        case .text(let most): ".text(\(name), most: \(most))"
        case .integer(let range): ".integer(\(name), in: \(Self.range(range)))"
        case .decimal: ".decimal(\(name))"
        case .money: ".money(\(name))"
        case .boolean: ".boolean(\(name))"
        case .choice: ".choice(\(name).rawValue)"
        case .uuid: ".uuid(\(name))"
        case .slug: ".slug(\(name))"
        case .path: ".path(\(name))"
        case .url(let most): ".url(\(name), most: \(most))"
        case .email: ".email(\(name))"
        case .instant: ".instant(\(name))"
        case .date: ".date(\(name))"
        case .list(let element, let most): ".list(\(name).map { \(value("$0", of: element)) }, most: \(most))"
        case .map(let length, let most): ".map(\(name), most: \(most), textMost: \(length))"
        case .localizedText(let most): ".localized(\(name).carillonTexts, most: \(most))"
        }
    }

    private static func range(_ range: ClosedRange<Int64>) -> String {
        // The smallest one has no literal of its own in some contexts.
        let least = range.lowerBound == .min ? "Int64.min" : String(range.lowerBound)
        let most = range.upperBound == .max ? "Int64.max" : String(range.upperBound)
        return "\(least)...\(most)"
    }
}
