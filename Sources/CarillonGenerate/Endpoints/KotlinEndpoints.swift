import CarillonModel
import CarillonProfiles

/// Calls of the host by a tenant's app, in Kotlin, on top of `CarillonEndpoints.kt`.
struct KotlinEndpoints {
    let endpoints: TenantEndpoints
    let access: Access
    let package: String

    var text: String {
        var lines = CodeLines(indentation: 4)
        lines.add("package \(package)")
        lines.add()
        let product = CommentText.line(endpoints.profile.name)
        lines.addBlockComment(["What the app of \(product) asks the host; [EndpointSender] sends it."])
        lines.block("\(access == .internal ? "internal " : "")object \(endpoints.name) {") { lines in
            lines.addBlockComment(["What goes wrong, by the names that the host has for it."])
            addOpen("ErrorCode", endpoints.codes, to: &lines)
            for call in endpoints.calls {
                lines.add()
                add(call, to: &lines)
                addTypes(of: call, to: &lines)
            }
        }
        return lines.text
    }

    private func literal(_ text: String) -> String { TargetLanguage.kotlin.literal(text) }
    private func escaped(_ name: String) -> String { TargetLanguage.kotlin.escaped(name) }

    private func list(_ elements: [String], of type: String = "String") -> String {
        elements.isEmpty ? "emptyList<\(type)>()" : "listOf(\(elements.joined(separator: ", ")))"
    }

    private func names(_ texts: [String]) -> String { list(texts.map(literal)) }

    private func addOpen(_ type: String, _ cases: [(name: String, texts: [String])], to lines: inout CodeLines) {
        lines.block("sealed class \(type)(val text: String) {") { lines in
            for (name, texts) in cases { lines.add("object \(escaped(name)) : \(type)(\(literal(texts[0])))") }
            lines.add("/** One that is newer than the app. */")
            lines.add("class Unknown(text: String) : \(type)(text)")
            lines.add()
            lines.add("override fun equals(other: Any?) = other is \(type) && other.text == text")
            lines.add("override fun hashCode() = text.hashCode()")
            lines.add("override fun toString() = text")
            lines.add()
            lines.block("companion object {") { lines in
                lines.block("fun of(text: String): \(type) = when (text) {") { lines in
                    for (name, texts) in cases {
                        lines.add("\(texts.map(literal).joined(separator: ", ")) -> \(escaped(name))")
                    }
                    lines.add("else -> Unknown(text)")
                }
            }
        }
    }

    private func add(_ call: TenantEndpoints.Call, to lines: inout CodeLines) {
        let described = call.inputs.filter { !$0.summary.isEmpty }
        let parameters = described.map { "@param \($0.name) \(CommentText.line($0.summary))" }
        lines.addBlockComment(call.summary + (parameters.isEmpty ? [] : [""] + parameters))
        let inputs = call.inputs.map { "\(escaped($0.name)): \(parameter($0.type, $0.presence, in: call.type))" }
        let answer = call.answer.map { type(of: $0, in: call.type) } ?? "Unit"
        let head = "fun \(escaped(call.name))(\(inputs.joined(separator: ", ")))"
        lines.add("\(head): EndpointRequest<\(answer), ErrorCode> =")
        lines.block("    EndpointRequest(", "    )") { lines in
            lines.add("    \(literal(call.route.operation.rawValue)),")
            lines.add("    \(literal(call.route.method.rawValue)),")
            let path = call.route.path.segments.map { segment($0, of: call) }
            lines.add("    listOf<Any>(\(path.joined(separator: ", "))),")
            lines.add("    \(literal(call.route.prefix)),")
            lines.add("    EndpointAccess.\(access(call.route.access)),")
            lines.add("    \(self.parameters(call.query)),")
            lines.add("    \(self.parameters(call.headers)),")
            lines.add("    \(call.body.map(self.parameters) ?? "null"),")
            lines.add("    \(errors(call.errors)),")
            lines.add("    { ErrorCode.of(it) },")
            lines.add("    \(call.answer.map { "{ \(reading("it", as: $0, in: call.type + ".")) }" } ?? "{ }")")
        }
    }

    private func access(_ access: ContractRoute.Access) -> String {
        switch access {
        case .user, .service: "USER"
        case .optionalUser: "OPTIONAL_USER"
        case .none: "NONE"
        }
    }

    private func parameters(_ inputs: [TenantEndpoints.Input]) -> String {
        let all = inputs.map { input -> String in
            parameter(
                input.place.steps,
                escaped(input.name),
                input.type,
                input.presence,
                separator: input.separator,
                limit: input.limit
            )
        }
        return list(all, of: "EndpointParameter")
    }

    private func parameter(
        _ steps: [String],
        _ name: String,
        _ type: TenantEndpoints.InputType,
        _ presence: EndpointPresence,
        separator: String? = nil,
        limit: EndpointLimit? = nil
    ) -> String {
        var arguments = [names(steps)]
        switch presence {
        case .required: arguments.append(written(name, as: type))
        case .optional: arguments.append(optional(name, as: type))
        case .nullable: arguments += [optional(name, as: type), "true"]
        case .optionalOrNull: arguments += [optional("\(name)?.value", as: type), "\(name) != null"]
        }
        if let separator { arguments.append("separator = \(literal(separator))") }
        if let limit { arguments.append("limit = \(expression(limit))") }
        return "EndpointParameter(\(arguments.joined(separator: ", ")))"
    }

    private func errors(_ errors: EndpointErrorForm) -> String {
        func place(_ steps: [String]?) -> String { steps.map(names) ?? "null" }
        let places = "\(place(errors.code)), \(place(errors.message)), \(place(errors.retryAfter))"
        let known = errors.known.map { known in
            "KnownError(\(known.status), \(literal(known.code))\(known.message.map { ", \(literal($0))" } ?? ""))"
        }
        return "EndpointErrors(\(places)\(known.isEmpty ? "" : ", \(list(known))"))"
    }

    private func segment(_ segment: PathTemplate.Segment, of call: TenantEndpoints.Call) -> String {
        switch segment {
        case .literal(let text): return literal(text)
        case .parameter(let name):
            guard let input = call.inputs.first(where: { $0.place == .path(name) }) else { return literal("") }
            return parameter([name], escaped(input.name), input.type, .required, limit: input.limit)
        }
    }

    private func expression(_ limit: EndpointLimit) -> String {
        func number(_ bound: Int?) -> String { bound.map { "\($0)" } ?? "null" }
        switch limit {
        case .text(let most): return "EndpointLimit.Text(\(most))"
        case .number(let least, let most): return "EndpointLimit.Number(\(number(least)), \(number(most)))"
        case .list(let least, let most, let each):
            let bounds = "\(number(least)), \(number(most))"
            return "EndpointLimit.Items(\(bounds)\(each.map { ", \(expression($0))" } ?? ""))"
        case .object(let members):
            let list = members.map { "\(literal($0.name)) to \(expression($0.limit))" }.joined(separator: ", ")
            return "EndpointLimit.Members(mapOf(\(list)))"
        }
    }

    // MARK: values that go out

    private func parameter(
        _ type: TenantEndpoints.InputType,
        _ presence: EndpointPresence,
        in call: String
    ) -> String {
        let type = self.type(of: type, in: call)
        return switch presence {
        case .required: type
        case .optional: "\(type)? = null"
        case .nullable: "\(type)?"
        case .optionalOrNull: "OrNull<\(type)>? = null"
        }
    }

    private func type(of type: TenantEndpoints.InputType, in call: String) -> String {
        switch type {
        case .text: "String"
        case .integer: "Long"
        case .number: "Double"
        case .boolean: "Boolean"
        case .json: "Any"
        case .instant: "java.time.Instant"
        case .choice(let choice): "\(call).\(choice.type)"
        case .list(let element): "List<\(self.type(of: element, in: call))>"
        case .object(let type, _): "\(call).\(type)"
        case .asText(let inner): self.type(of: inner, in: call)
        }
    }

    /// Whether the value is JSON as it is.
    private func isPlain(_ type: TenantEndpoints.InputType) -> Bool {
        switch type {
        case .text, .integer, .number, .boolean, .json: true
        case .instant, .choice, .object, .asText: false
        case .list(let element): isPlain(element)
        }
    }

    private func optional(_ name: String, as type: TenantEndpoints.InputType) -> String {
        isPlain(type) ? name : "\(name)?.let { \(written("it", as: type)) }"
    }

    private func written(_ name: String, as type: TenantEndpoints.InputType) -> String {
        guard !isPlain(type) else { return name }
        switch type {
        case .text, .integer, .number, .boolean, .json: return name
        case .instant(let form): return "InstantForm.\(constant(form)).json(\(name))"
        case .choice: return "\(name).wire"
        case .list(let element): return "\(name).map { element -> \(written("element", as: element)) }"
        case .object: return "\(name).json()"
        case .asText(let inner): return "EndpointParameter.asText(\(written(name, as: inner)))"
        }
    }

    private func constant(_ form: WrittenInstant) -> String {
        switch form {
        case .rfc3339: "RFC3339"
        case .epochMilliseconds: "EPOCH_MILLISECONDS"
        case .epochSeconds: "EPOCH_SECONDS"
        }
    }

    // MARK: values that come back

    private func type(of shape: TenantEndpoints.NamedShape, in call: String) -> String {
        switch shape {
        case .text: "String"
        case .integer: "Long"
        case .boolean: "Boolean"
        case .json: "Any?"
        case .instant: "java.time.Instant"
        case .choice(let choice): "\(call).\(choice.type)"
        case .list(let element): "List<\(type(of: element, in: call))>"
        case .object(let type, _): "\(call).\(type)"
        }
    }

    /// - Parameter scope: what stands before names of types.
    private func reading(_ value: String, as shape: TenantEndpoints.NamedShape, in scope: String) -> String {
        switch shape {
        case .text: "\(value).text()"
        case .integer: "\(value).integer()"
        case .boolean: "\(value).boolean()"
        case .json: "\(value).json"
        case .instant(let form): "\(value).instant(InstantForm.\(constant(form)))"
        case .choice(let choice): "\(scope)\(choice.type).of(\(value).text())"
        case .list(let element):
            "\(value).list().map { element -> \(reading("element", as: element, in: scope)) }"
        case .object(let type, _): "\(scope)\(type).of(\(value))"
        }
    }
}

/// The types of a call.
extension KotlinEndpoints {
    private func addTypes(of call: TenantEndpoints.Call, to lines: inout CodeLines) {
        var types = CodeLines(indentation: 4)
        for input in call.inputs { addTypes(of: input.type, in: call.type, to: &types) }
        if let answer = call.answer { addTypes(of: answer, in: call.type, to: &types) }
        guard !types.lines.isEmpty else { return }
        lines.add()
        lines.addBlockComment(["What [\(call.name)] takes and gives."])
        lines.block("object \(call.type) {") { lines in
            for line in types.lines.dropFirst() { lines.add(line) }
        }
    }

    private func addTypes(of type: TenantEndpoints.InputType, in call: String, to lines: inout CodeLines) {
        switch type {
        case .text, .integer, .number, .boolean, .json, .instant: break
        case .list(let element): addTypes(of: element, in: call, to: &lines)
        case .asText(let inner): addTypes(of: inner, in: call, to: &lines)
        case .choice(let choice):
            lines.add()
            lines.addEnum(choice)
        case .object(let type, let members):
            lines.add()
            lines.block("data class \(type)(", ") {") { lines in
                for (index, member) in members.enumerated() {
                    let end = index == members.count - 1 ? "" : ","
                    lines.add("val \(escaped(member.name)): \(parameter(member.type, member.presence, in: call))\(end)")
                }
            }
            lines.block("    internal fun json(): Any? = EndpointParameter.body(listOf(", "    ))") { lines in
                for (index, member) in members.enumerated() {
                    let value = parameter([member.wire], escaped(member.name), member.type, member.presence)
                    lines.add("    \(value)\(index == members.count - 1 ? "" : ",")")
                }
            }
            lines.add("}")
            for member in members { addTypes(of: member.type, in: call, to: &lines) }
        }
    }

    private func addTypes(of shape: TenantEndpoints.NamedShape, in call: String, to lines: inout CodeLines) {
        switch shape {
        case .text, .integer, .boolean, .json, .instant: break
        case .list(let element): addTypes(of: element, in: call, to: &lines)
        case .choice(let choice):
            lines.add()
            addOpen(choice.type, choice.cases.map { ($0.name, [$0.value]) }, to: &lines)
        case .object(let type, let members):
            lines.add()
            add(type, members, in: call, to: &lines)
            for member in members { addTypes(of: member.shape, in: call, to: &lines) }
        }
    }

    private func add(
        _ type: String,
        _ members: [TenantEndpoints.NamedShape.Member],
        in call: String,
        to lines: inout CodeLines
    ) {
        guard !members.isEmpty else {
            lines.block("class \(type) {") { lines in
                lines.add("companion object { internal fun of(value: EndpointValue) = value.let { \(type)() } }")
            }
            return
        }
        lines.block("data class \(type)(", ") {") { lines in
            for (index, member) in members.enumerated() {
                if !member.summary.isEmpty { lines.addBlockComment([CommentText.line(member.summary)]) }
                let kind = self.type(of: member.shape, in: call)
                let isOptional = member.isOptional && !kind.hasSuffix("?")
                let end = index == members.count - 1 ? "" : ","
                lines.add("val \(escaped(member.name)): \(kind)\(isOptional ? "?" : "")\(end)")
            }
        }
        lines.block("    companion object {", "    }") { lines in
            lines.block("    internal fun of(value: EndpointValue): \(type) = \(type)(", "    )") { lines in
                for (index, member) in members.enumerated() {
                    let end = index == members.count - 1 ? "" : ","
                    let place = "value.\(member.isOptional ? "optional" : "member")(\(literal(member.wire)))"
                    let read =
                        member.isOptional
                        ? "\(place)?.let { \(reading("it", as: member.shape, in: call + ".")) }"
                        : reading(place, as: member.shape, in: call + ".")
                    lines.add("    \(read)\(end)")
                }
            }
        }
        lines.add("}")
    }
}
