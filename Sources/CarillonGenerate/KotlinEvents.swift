import CarillonModel
import CarillonProfiles

/// A tenant's events in Kotlin: an object that holds a class for each payload.
///
/// For Kotlin 1.3, which later ones take, too.
struct KotlinEvents {
    let tenant: TenantEvents
    let access: Access
    let package: String

    var text: String {
        var lines = CodeLines(indentation: 4)
        lines.add("package \(package)")
        lines.add()
        let imports = imports
        for name in imports { lines.add("import \(name)") }
        if !imports.isEmpty { lines.add() }
        lines.addBlockComment(["The events of \(CommentText.line(tenant.profile.name))."])
        lines.block("\(access == .internal ? "internal " : "")object \(tenant.name) {") { lines in
            addTenant(to: &lines)
            if tenant.hasLocalizedTexts { addLocalizedText(to: &lines) }
            for event in tenant.events {
                lines.add()
                add(event, to: &lines)
            }
        }
        return lines.text
    }

    private func literal(_ text: String) -> String { TargetLanguage.kotlin.literal(text) }
    private func escaped(_ name: String) -> String { TargetLanguage.kotlin.escaped(name) }

    private var imports: [String] {
        var names: Set<String> = []
        for field in tenant.events.flatMap(\.fields) {
            switch field.field.type.element {
            case .decimal: names.insert("java.math.BigDecimal")
            case .instant: names.insert("java.time.Instant")
            case .date: names.insert("java.time.LocalDate")
            default: break
            }
        }
        return names.sorted()
    }

    private func addTenant(to lines: inout CodeLines) {
        let key = tenant.key
        let arguments = [
            literal(tenant.profile.id.rawValue), String(tenant.profile.policies.stripsTags), literal(key.header),
            key.scheme.map(literal) ?? "null",
        ]
        lines.addBlockComment(["What its events have in common."])
        lines.add("val tenant = CarillonTenant(\(arguments.joined(separator: ", ")))")
    }

    private func addLocalizedText(to lines: inout CodeLines) {
        lines.add()
        lines.addBlockComment(["A text in the tenant's languages."])
        lines.block("data class LocalizedText(", ") {") { lines in
            for (index, language) in tenant.languages.enumerated() {
                let end = index == tenant.languages.count - 1 ? "" : ","
                lines.add("val \(escaped(language.name)): String\(index == 0 ? "" : "? = null")\(end)")
            }
        }
        let texts = tenant.languages.map { "\(literal($0.tag)) to \(escaped($0.name))" }
        let list = texts.joined(separator: ", ")
        lines.add("    internal fun carillonTexts(): List<Pair<String, String?>> = listOf(\(list))")
        lines.add("}")
    }

    private func add(_ event: TenantEvents.Event, to lines: inout CodeLines) {
        lines.addBlockComment(event.summary)
        if event.fields.isEmpty {
            lines.add("class \(event.type) : CarillonPayload() {")
        } else {
            lines.block("data class \(event.type)(", ") : CarillonPayload() {") { lines in
                for (index, field) in event.fields.enumerated() {
                    lines.addBlockComment(field.summary)
                    let end = index == event.fields.count - 1 ? "" : ","
                    let kind = type(field.field.type, choice: field.choice) + (field.field.isRequired ? "" : "? = null")
                    lines.add("val \(escaped(field.name)): \(kind)\(end)")
                }
            }
        }
        var body = CodeLines(indentation: 4)
        for choice in event.fields.compactMap(\.choice) {
            body.addEnum(choice)
            body.add()
        }
        body.add("override val carillonTenant: CarillonTenant get() = \(tenant.name).tenant")
        body.add("override val carillonType: String get() = \(literal(event.event.id.rawValue))")
        body.add()
        addMembers(of: event, to: &body)
        if event.fields.contains(where: \.field.isSensitive) {
            body.add()
            addDescription(of: event, to: &body)
        }
        for line in body.lines { lines.add(line.isEmpty ? "" : "    \(line)") }
        lines.add("}")
    }

    private func addMembers(of event: TenantEvents.Event, to lines: inout CodeLines) {
        guard !event.fields.isEmpty else {
            lines.add("override fun carillonMembers(): List<CarillonMember> = emptyList()")
            return
        }
        lines.block("override fun carillonMembers(): List<CarillonMember> = listOf(", ")") { lines in
            for (index, field) in event.fields.enumerated() {
                let name = escaped(field.name)
                let type = field.field.type
                let value =
                    field.field.isRequired
                    ? self.value(name, of: type) : "\(name)?.let { \(self.value("it", of: type)) }"
                let end = index == event.fields.count - 1 ? "" : ","
                lines.add("CarillonMember(\(literal(field.field.name)), \(value))\(end)")
            }
        }
    }

    private func addDescription(of event: TenantEvents.Event, to lines: inout CodeLines) {
        let parts = event.fields.map { field in
            field.field.isSensitive
                ? literal("\(field.name)=\(TargetLanguage.placeholder)")
                : "\(literal("\(field.name)=")) + \(escaped(field.name))"
        }
        lines.add("/** Without what is sensitive. */")
        lines.add("override fun toString(): String =")
        let inner = parts.joined(separator: " + \", \" + ")
        lines.add("    \(literal("\(event.type)(")) + \(inner) + \")\"")
    }

    private func type(_ type: PayloadType, choice: TenantEvents.Choice?) -> String {
        switch type {
        case .text, .uuid, .slug, .path, .url, .email: "String"
        case .integer: "Long"
        case .decimal: "BigDecimal"
        case .money: "CarillonMoney"
        case .boolean: "Boolean"
        case .choice: choice?.type ?? "String"
        case .instant: "Instant"
        case .date: "LocalDate"
        case .list(let element, _): "List<\(self.type(element, choice: choice))>"
        case .map: "Map<String, String>"
        case .localizedText: "LocalizedText"
        }
    }

    private func value(_ name: String, of type: PayloadType) -> String {
        switch type {
        case .text(let most): "CarillonValue.text(\(name), \(most))"
        case .integer(let range):
            "CarillonValue.integer(\(name), \(Self.literal(range.lowerBound)), \(Self.literal(range.upperBound)))"
        case .decimal: "CarillonValue.decimal(\(name))"
        case .money: "CarillonValue.money(\(name))"
        case .boolean: "CarillonValue.boolean(\(name))"
        case .choice: "CarillonValue.choice(\(name).wire)"
        case .uuid: "CarillonValue.uuid(\(name))"
        case .slug: "CarillonValue.slug(\(name))"
        case .path: "CarillonValue.path(\(name))"
        case .url(let most): "CarillonValue.url(\(name), \(most))"
        case .email: "CarillonValue.email(\(name))"
        case .instant: "CarillonValue.instant(\(name))"
        case .date: "CarillonValue.date(\(name))"
        case .list(let element, let most):
            "CarillonValue.list(\(name).map { element -> \(value("element", of: element)) }, \(most))"
        case .map(let length, let most): "CarillonValue.map(\(name), \(most), \(length))"
        case .localizedText(let most): "CarillonValue.localized(\(name).carillonTexts(), \(most))"
        }
    }

    private static func literal(_ number: Int64) -> String {
        number == .min ? "Long.MIN_VALUE" : "\(number)L"
    }
}

extension PayloadType {
    /// What a list holds, or what it is itself.
    fileprivate var element: PayloadType {
        if case .list(let element, _) = self { element.element } else { self }
    }
}
