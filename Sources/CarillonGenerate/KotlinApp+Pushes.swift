import CarillonModel
import CarillonProfiles

/// Pushes, texts and the profile, in Kotlin.
extension KotlinApp {
    /// A function for each element of a list: one method of Java's can't be long.
    func addProfile(to lines: inout CodeLines) {
        lines.add("/**")
        lines.add(
            " * The client profile as it was when this was generated: for the first start. What the host serves goes first as"
        )
        lines.add(" * soon as the app has it.")
        lines.add(" */")
        var parts: [(name: String, value: JSONValue)] = []
        lines.block("val profile: Map<String, Any?> = objectOf(", ")") { lines in
            for (index, member) in app.client.members.enumerated() {
                let end = index == app.client.members.count - 1 ? "" : ","
                let name = literal(member.name)
                guard let elements = member.value.array, !elements.isEmpty else {
                    lines.add("\(name), \(expression(member.value))\(end)")
                    continue
                }
                lines.block("\(name), listOf<Any?>(", ")\(end)") { lines in
                    for (place, element) in elements.enumerated() {
                        let part = "profile\(Identifier.type(member.name))\(place)"
                        parts.append((part, element))
                        lines.add("\(part)()\(place == elements.count - 1 ? "" : ",")")
                    }
                }
            }
        }
        for part in parts {
            lines.add()
            lines.add("private fun \(part.name)(): Any? =")
            lines.add("    \(expression(part.value))")
        }
    }

    private func expression(_ json: JSONValue) -> String {
        switch json {
        case .null: "null"
        case .boolean(let value): String(value)
        case .number(let text): json.integer == nil ? text : "\(text)L"
        case .string(let text): literal(text)
        case .array(let elements): "listOf<Any?>(\(elements.map(expression).joined(separator: ", ")))"
        case .object(let object):
            // No generic call: inferring the types of thousands of them takes a compiler minutes.
            "objectOf("
                + object.members.map { "\(literal($0.name)), \(expression($0.value))" }.joined(separator: ", ") + ")"
        }
    }

    func addPushes(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** By what pushes are recognized. */")
        lines.add("val catalogue = EventCatalogue(profile[\"events\"])")
        lines.add()
        lines.add("/** What a push tells. */")
        lines.block("sealed class Push {") { lines in
            for push in app.pushes { add(push, to: &lines) }
            lines.add()
            lines.add("/** Of none of these, newer than the app, or without what its event needs. */")
            guard app.hidesPushes else {
                lines.add("data class Unknown(val data: Map<String, String>) : Push()")
                return addReading(to: &lines)
            }
            lines.block("data class Unknown(val data: Map<String, String>) : Push() {") { lines in
                lines.add("/** Without the data: some may be sensitive. */")
                lines.add("override fun toString(): String = \(literal("Unknown(\(TargetLanguage.placeholder))"))")
            }
            addReading(to: &lines)
        }
    }

    private func addReading(to lines: inout CodeLines) {
        lines.add()
        lines.add("/** Without data: one message that stands for several, or a silent one. */")
        lines.add("object Collected : Push()")
        lines.add()
        lines.block("companion object {") { lines in
            lines.add("/** Never throws; [ReceivedPush] reads what the platform hands over. */")
            lines.block("fun of(push: ReceivedPush): Push {") { lines in
                lines.add("val data = push.data")
                lines.add("val found = catalogue.recognize(push)")
                lines.add("if (found is Recognition.Collected) return Collected")
                lines.add("val event = found as? Recognition.Event ?: return Unknown(data)")
                lines.block("return when (event.id) {") { lines in
                    for push in app.pushes { addReading(of: push, to: &lines) }
                    lines.add("else -> Unknown(data)")
                }
            }
        }
    }

    private func add(_ push: TenantApp.NamedPush, to lines: inout CodeLines) {
        lines.add()
        lines.addBlockComment(push.summary)
        let choices = push.fields.compactMap(\.choice)
        lines.add("data class \(push.type)(")
        for field in push.fields {
            for line in field.summary { lines.add("    /** \(CommentText.inBlock(line)) */") }
            lines.add("    val \(escaped(field.name)): \(type(of: field))\(field.isOptional ? "?" : ""),")
        }
        lines.add("    /** What all pushes have: what it is by, and what else it may be. */")
        lines.add("    val event: Recognition.Event")
        guard !choices.isEmpty || push.isSensitive else {
            lines.add(") : Push()")
            return
        }
        lines.block(") : Push() {") { lines in
            for (index, choice) in choices.enumerated() {
                if index > 0 { lines.add() }
                add(choice, to: &lines)
            }
            guard push.isSensitive else { return }
            if !choices.isEmpty { lines.add() }
            addDescription(of: push, to: &lines)
        }
    }

    private func addDescription(of push: TenantApp.NamedPush, to lines: inout CodeLines) {
        let fields = push.fields.map { field in
            field.isSensitive
                ? literal("\(field.name)=\(TargetLanguage.placeholder)")
                : "\(literal("\(field.name)=")) + \(escaped(field.name))"
        }
        let parts = (fields + ["\"event=\" + event"]).joined(separator: " + \", \" + ")
        lines.add("/** Without what is sensitive. */")
        lines.add("override fun toString(): String =")
        lines.add("    \(literal("\(push.type)(")) + \(parts) + \")\"")
    }

    private func add(_ choice: TenantEvents.Choice, to lines: inout CodeLines) {
        lines.add("/** [Unknown] is one that is newer than the app; [text] is as it was sent. */")
        lines.block("sealed class \(choice.type)(val text: String) {") { lines in
            for (name, value) in choice.cases { lines.add("object \(name) : \(choice.type)(\(literal(value)))") }
            lines.add("class Unknown(text: String) : \(choice.type)(text)")
            lines.add()
            lines.add("override fun equals(other: Any?) = other is \(choice.type) && other.text == text")
            lines.add("override fun hashCode() = text.hashCode()")
            lines.add("override fun toString() = text")
            lines.add()
            lines.block("companion object {") { lines in
                lines.block("fun of(text: String): \(choice.type) = when (text) {") { lines in
                    for (name, value) in choice.cases { lines.add("\(literal(value)) -> \(name)") }
                    lines.add("else -> Unknown(text)")
                }
            }
        }
    }

    private func type(of field: TenantApp.NamedPush.Field) -> String {
        switch field.form {
        case .text: "String"
        case .decimal: "java.math.BigDecimal"
        case .integer: "Long"
        case .boolean: "Boolean"
        case .choice: field.choice?.type ?? "String"
        }
    }

    private func addReading(of push: TenantApp.NamedPush, to lines: inout CodeLines) {
        let ids = push.events.map { literal($0.id.rawValue) }.joined(separator: ", ")
        lines.block("\(ids) -> \(push.type)(", ")") { lines in
            for field in push.fields {
                let member = "data[\(literal(field.member))]"
                let read =
                    switch field.form {
                    case .text: member
                    case .decimal: "decimalOf(\(member))"
                    case .integer: "integerOf(\(member))"
                    case .boolean: "booleanOf(\(member))"
                    case .choice: "\(member)?.let { \(push.type).\(type(of: field)).of(it) }"
                    }
                lines.add(field.isOptional ? "\(read)," : "\(read) ?: return Unknown(data),")
            }
            lines.add("event")
        }
    }

    func addTexts(to lines: inout CodeLines) {
        lines.add()
        lines.addBlockComment([
            "What the app shows by itself, in the reader's language: by the profile that the host `served`, or as it was when this was",
            "generated. Those with values need a [MessageFormatter].",
        ])
        lines.block("object Texts {") { lines in
            for text in app.texts {
                lines.addBlockComment(text.summary)
                let place = "served, \(literal(text.text.id.rawValue)), \(literal(text.slot)), locale"
                guard !text.text.payload.isEmpty else {
                    let given = "locale: String, served: Any? = profile"
                    lines.add("fun \(escaped(text.name))(\(given)): String = appText(\(place))")
                    continue
                }
                let parameters = text.arguments.map { argument in
                    let mark = argument.field.isOptional ? "?" : ""
                    return "\(escaped(argument.name)): \(type(of: argument.field.type, argument.choice))\(mark)"
                }
                let values = text.arguments.map { "\(literal($0.field.name)) to \(value(of: $0))" }
                let given = (parameters + ["locale: String", "served: Any? = profile", "format: MessageFormatter"])
                    .joined(separator: ", ")
                lines.add("fun \(escaped(text.name))(\(given)): String =")
                lines.add("    appText(\(place), mapOf<String, Any?>(\(values.joined(separator: ", "))), format)")
            }
            // The parts of one text share their arguments.
            for text in app.texts where text.slot == app.texts.first(where: { $0.text.id == text.text.id })?.slot {
                for case let choice? in text.arguments.map(\.choice) {
                    lines.add()
                    lines.addEnum(choice)
                }
            }
        }
    }

    /// The expression of an argument as formatters get it.
    private func value(of argument: TenantApp.NamedText.Argument) -> String {
        let name = escaped(argument.name)
        guard argument.choice != nil else { return name }
        let mark = argument.field.isOptional ? "?" : ""
        if case .list = argument.field.type { return "\(name)\(mark).map { element -> element.wire }" }
        return "\(name)\(mark).wire"
    }

    private func type(of type: PayloadType, _ choice: TenantEvents.Choice?) -> String {
        switch type {
        case .text, .uuid, .slug, .path, .url, .email, .map, .localizedText: "String"
        case .choice: choice?.type ?? "String"
        case .integer: "Long"
        case .decimal: "java.math.BigDecimal"
        case .boolean: "Boolean"
        case .money: "Pair<java.math.BigDecimal, String>"
        case .instant: "java.time.Instant"
        case .date: "java.time.LocalDate"
        case .list(let element, _): "List<\(self.type(of: element, choice))>"
        }
    }
}
