import CarillonModel
import CarillonProfiles

/// Pushes, texts and the profile, in Swift.
extension SwiftApp {
    func addProfile(to lines: inout CodeLines) {
        lines.add(
            "/// The client profile as it was when this was generated: for the first start, and for a notification service"
        )
        lines.add("/// extension. What the host serves goes first as soon as the app has it.")
        lines.add("\(access.prefix)static let profile: JSONValue =")
        lines.add("    (try? JSONValue(parsing: #\"\"\"")
        for line in ProfileText(json: app.client).lines { lines.add("    " + line) }
        lines.add("    \"\"\"#.utf8)) ?? .null")
    }

    func addPushes(to lines: inout CodeLines) {
        lines.add()
        lines.add("/// By what pushes are recognized.")
        lines.add("\(access.prefix)static let catalogue = EventCatalogue(profile[\"events\"] ?? .null)")
        lines.add()
        lines.add("/// What a push tells.")
        let mirrors = app.hidesPushes ? ", CustomReflectable" : ""
        lines.block("\(access.prefix)enum Push: Sendable, Hashable\(mirrors) {") { lines in
            for push in app.pushes {
                add(push.summary, to: &lines)
                lines.add("case \(escaped(push.value))(\(push.type))")
            }
            lines.add("/// Of none of these, newer than the app, or without what its event needs: its data.")
            lines.add("case unknown([String: String])")
            lines.add("/// Without data: one message that stands for several, or a silent one.")
            lines.add("case collected")
            lines.add()
            lines.block("\(access.prefix)init(_ push: ReceivedPush) {") { lines in
                lines.add("switch \(app.name).catalogue.recognize(push) {")
                lines.add("case .collected: self = .collected")
                lines.add("case .unknown(let data): self = .unknown(data)")
                lines.add("case .event(let event):")
                lines.add("    switch event.id {")
                for push in app.pushes {
                    lines.add("    case \(push.events.map { literal($0.id.rawValue) }.joined(separator: ", ")):")
                    let made = "\(push.type)(push.data, event).map { .\(escaped(push.value))($0) }"
                    lines.add("        self = \(made) ?? .unknown(push.data)")
                }
                lines.add("    default: self = .unknown(push.data)")
                lines.add("    }")
                lines.add("}")
            }
            lines.add()
            lines.add("/// - Parameter payload: what the platform handed over, as JSON.")
            lines.block("\(access.prefix)init(_ payload: JSONValue, shape: PushShape) {") { lines in
                lines.add("self.init(ReceivedPush(payload, shape: shape))")
            }
            if app.hidesPushes { addMirror(to: &lines) }
            for push in app.pushes { add(push, to: &lines) }
        }
    }

    /// Of the whole: who knows nothing of a push can't say what in it is sensitive.
    private func addMirror(to lines: inout CodeLines) {
        lines.add()
        lines.add("/// Without what is sensitive.")
        lines.block("\(access.prefix)var customMirror: Mirror {") { lines in
            lines.add("switch self {")
            for push in app.pushes {
                lines.add("case .\(escaped(push.value))(let it):")
                lines.add("    Mirror(self, children: [\(literal(push.value)): it], displayStyle: .enum)")
            }
            let hidden = literal(TargetLanguage.placeholder)
            lines.add("case .unknown: Mirror(self, children: [\"unknown\": \(hidden)], displayStyle: .enum)")
            lines.add("case .collected: Mirror(self, children: [:], displayStyle: .enum)")
            lines.add("}")
        }
    }

    private func addMirror(of push: TenantApp.NamedPush, to lines: inout CodeLines) {
        lines.add()
        lines.add("/// Without what is sensitive.")
        lines.block("\(access.prefix)var customMirror: Mirror {") { lines in
            lines.block("Mirror(", ")") { lines in
                lines.add("self,")
                lines.block("children: [", "],") { lines in
                    for field in push.fields {
                        let value =
                            field.isSensitive
                            ? literal(TargetLanguage.placeholder) : "self.\(escaped(field.name)) as Any"
                        lines.add("\(literal(field.name)): \(value),")
                    }
                    lines.add("\"event\": event,")
                }
                lines.add("displayStyle: .struct")
            }
        }
    }

    private func add(_ summary: [String], to lines: inout CodeLines) {
        for line in summary { lines.add(line.isEmpty ? "///" : "/// \(line)") }
    }

    private func add(_ push: TenantApp.NamedPush, to lines: inout CodeLines) {
        lines.add()
        add(push.summary, to: &lines)
        let mirrors = push.isSensitive ? ", CustomReflectable" : ""
        lines.block("\(access.prefix)struct \(push.type): Sendable, Hashable\(mirrors) {") { lines in
            for field in push.fields {
                add(field.summary, to: &lines)
                let type = type(of: field) + (field.isOptional ? "?" : "")
                lines.add("\(access.prefix)let \(escaped(field.name)): \(type)")
            }
            lines.add("/// What all pushes have: what it is by, and what else it may be.")
            lines.add("\(access.prefix)let event: RecognizedEvent")
            lines.add()
            let isRead = !push.fields.isEmpty
            lines.block("fileprivate init?(_ \(isRead ? "data" : "_"): [String: String], _ event: RecognizedEvent) {") {
                lines in
                let required = push.fields.enumerated().filter { !$1.isOptional }
                if !required.isEmpty {
                    let values = required.map { "let value\($0) = \(reading(of: $1))" }
                    lines.add("guard \(values.joined(separator: ", ")) else { return nil }")
                }
                for (index, field) in push.fields.enumerated() {
                    lines.add(
                        "self.\(escaped(field.name)) = \(field.isOptional ? reading(of: field) : "value\(index)")"
                    )
                }
                lines.add("self.event = event")
            }
            if push.isSensitive { addMirror(of: push, to: &lines) }
            for case let choice? in push.fields.map(\.choice) { add(choice, to: &lines) }
        }
    }

    private func type(of field: TenantApp.NamedPush.Field) -> String {
        switch field.form {
        case .text, .decimal: "String"
        case .integer: "Int64"
        case .boolean: "Bool"
        case .choice: field.choice?.type ?? "String"
        }
    }

    private func reading(of field: TenantApp.NamedPush.Field) -> String {
        let member = "data[\(literal(field.member))]"
        switch field.form {
        case .text: return member
        case .decimal: return "\(member).flatMap(PushValue.decimal)"
        case .integer: return "\(member).flatMap(PushValue.integer)"
        case .boolean: return "\(member).flatMap(PushValue.boolean)"
        case .choice: return "\(member).map(\(type(of: field)).init)"
        }
    }

    private func add(_ choice: TenantEvents.Choice, to lines: inout CodeLines) {
        lines.add()
        lines.block("\(access.prefix)enum \(choice.type): Sendable, Hashable {") { lines in
            for (name, _) in choice.cases { lines.add("case \(escaped(name))") }
            lines.add("/// One that is newer than the app.")
            lines.add("case unknown(String)")
            lines.add()
            lines.block("\(access.prefix)init(_ text: String) {") { lines in
                lines.add("switch text {")
                for (name, value) in choice.cases { lines.add("case \(literal(value)): self = .\(escaped(name))") }
                lines.add("default: self = .unknown(text)")
                lines.add("}")
            }
            lines.add()
            lines.add("/// As it was sent.")
            lines.block("\(access.prefix)var text: String {") { lines in
                lines.add("switch self {")
                for (name, value) in choice.cases { lines.add("case .\(escaped(name)): \(literal(value))") }
                lines.add("case .unknown(let text): text")
                lines.add("}")
            }
        }
    }

    func addTexts(to lines: inout CodeLines) {
        lines.add()
        lines.add("/// What the app shows by itself, in the reader's language: by the profile that the host served,")
        lines.add("/// or as it was when this was generated.")
        lines.block("\(access.prefix)enum Texts {") { lines in
            lines.add("\(access.prefix)static let all = AppTexts(profile)")
            for text in app.texts {
                lines.add()
                add(text.summary, to: &lines)
                let given = text.arguments.map { "\($0.name): \(type(of: $0))" }
                let clock = text.showsTime ? ["clock: AppTexts.Clock"] : []
                let parameters = (given + ["in locale: String"] + clock + ["from served: AppTexts = all"])
                    .joined(separator: ", ")
                lines.block("\(access.prefix)static func \(escaped(text.name))(\(parameters)) -> String {") { lines in
                    let values = text.arguments.map { argument in
                        let name = escaped(argument.name)
                        let value =
                            argument.field.isOptional
                            ? "\(name).map { AppTexts.Value\(value(of: argument.field.type, "$0")) }"
                            : value(of: argument.field.type, name)
                        return "\(literal(argument.field.name)): \(value)"
                    }
                    let list = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
                    let clock = text.showsTime ? ", clock: clock" : ""
                    let call =
                        "\(literal(text.text.id.rawValue)), slot: \(literal(text.slot)), in: locale\(list)\(clock)"
                    lines.add("served.text(\(call))")
                }
            }
            for text in app.texts where text.slot == app.texts.first(where: { $0.text.id == text.text.id })?.slot {
                for case let choice? in text.arguments.map(\.choice) {
                    lines.add()
                    lines.block("\(access.prefix)enum \(choice.type): String, Sendable, Hashable, CaseIterable {") {
                        lines in
                        for (name, value) in choice.cases { lines.add("case \(escaped(name)) = \(literal(value))") }
                    }
                }
            }
        }
    }

    private func type(of argument: TenantApp.NamedText.Argument) -> String {
        type(of: argument.field.type, argument.choice?.type ?? "String") + (argument.field.isOptional ? "?" : "")
    }

    private func type(of type: PayloadType, _ choice: String) -> String {
        switch type {
        case .text, .uuid, .slug, .path, .url, .email, .decimal, .date, .map, .localizedText: "String"
        case .integer, .instant: "Int64"
        case .boolean: "Bool"
        case .money: "(value: String, currency: String)"
        case .choice: choice
        case .list(let element, _): "[\(self.type(of: element, choice))]"
        }
    }

    private func value(of type: PayloadType, _ name: String) -> String {
        switch type {
        case .text, .uuid, .slug, .path, .url, .email, .map, .localizedText: ".text(\(name))"
        case .integer: ".integer(\(name))"
        case .decimal: ".decimal(\(name))"
        case .money: ".money(\(name).value, currency: \(name).currency)"
        case .boolean: ".boolean(\(name))"
        case .choice: ".text(\(name).rawValue)"
        case .instant: ".instant(\(name))"
        case .date: ".date(\(name))"
        case .list(let element, _): ".list(\(name).map { element in \(value(of: element, "element")) })"
        }
    }
}
