import CarillonModel
import CarillonProfiles

/// Calls of the host by a tenant's app, in TypeScript, on top of `carillon-endpoints.ts`.
struct TypeScriptEndpoints {
    let endpoints: TenantEndpoints

    var text: String {
        var lines = CodeLines(indentation: 2)
        lines.add("import * as carillon from \"./carillon-endpoints\";")
        lines.add()
        lines.addBlockComment([
            "What goes wrong for the app of \(CommentText.line(endpoints.profile.name)), by the names that the host has for it."
        ])
        lines.add("export type ErrorCode =")
        for text in endpoints.codes.flatMap(\.texts).sorted() { lines.add("  | \(literal(text))") }
        lines.add("  | (string & {});")
        for call in endpoints.calls {
            addTypes(of: call, to: &lines)
            lines.add()
            add(call, to: &lines)
        }
        return lines.text
    }

    private func literal(_ text: String) -> String { TargetLanguage.typescript.literal(text) }
    private func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }

    private func addTypes(of call: TenantEndpoints.Call, to lines: inout CodeLines) {
        if !call.inputs.isEmpty {
            lines.add()
            lines.block("export type \(call.type)Input = {", "};") { lines in
                for input in call.inputs {
                    if !input.summary.isEmpty { lines.addBlockComment([CommentText.line(input.summary)]) }
                    addMember(input.name, type(of: input.type), input.presence, to: &lines)
                }
            }
        }
        guard let answer = call.answer else { return }
        lines.add()
        addType("export type \(call.type)Answer = ", answer, end: ";", to: &lines)
    }

    private func addMember(
        _ name: String,
        _ type: String,
        _ presence: EndpointPresence,
        to lines: inout CodeLines
    ) {
        switch presence {
        case .required: lines.add("readonly \(name): \(type);")
        case .optional: lines.add("readonly \(name)?: \(type);")
        case .nullable: lines.add("readonly \(name): \(type) | null;")
        case .optionalOrNull: lines.add("readonly \(name)?: \(type) | null;")
        }
    }

    private func add(_ call: TenantEndpoints.Call, to lines: inout CodeLines) {
        lines.addBlockComment(call.summary)
        let isFree = call.inputs.allSatisfy { $0.presence == .optional || $0.presence == .optionalOrNull }
        let input = call.inputs.isEmpty ? "" : "input: \(call.type)Input\(isFree ? " = {}" : "")"
        let type = "carillon.EndpointRequest<\(call.answer == nil ? "undefined" : "\(call.type)Answer"), ErrorCode>"
        lines.block("export function \(call.name)(\(input)): \(type) {") { lines in
            lines.block("return new \(type)(", ");") { lines in
                lines.add("\(literal(call.route.operation.rawValue)),")
                lines.add("\(literal(call.route.method.rawValue)),")
                lines.add("[\(call.route.path.segments.map { segment($0, of: call) }.joined(separator: ", "))],")
                lines.block("{", "},") { lines in
                    lines.add("prefix: \(literal(call.route.prefix)),")
                    lines.add("access: \(literal(call.route.access.rawValue)),")
                    addParameters("query", call.query, to: &lines)
                    addParameters("headers", call.headers, to: &lines)
                    addParameters("body", call.body ?? [], to: &lines)
                    addErrors(call.errors, to: &lines)
                    guard let answer = call.answer else {
                        lines.add("answer: { is: \"nothing\" },")
                        return
                    }
                    addShape("answer: ", answer, end: ",", to: &lines)
                }
            }
        }
    }

    private func segment(_ segment: PathTemplate.Segment, of call: TenantEndpoints.Call) -> String {
        switch segment {
        case .literal(let text): return literal(text)
        case .parameter(let name):
            guard let input = call.inputs.first(where: { $0.place == .path(name) }) else { return literal("") }
            return parameter(input, written("input.\(input.name)", as: input.type))
        }
    }

    private func parameter(_ input: TenantEndpoints.Input, _ value: String) -> String {
        var parts = [list(input.place.steps), value]
        if input.separator != nil || input.limit != nil { parts.append(input.separator.map(literal) ?? "undefined") }
        if let limit = input.limit { parts.append(expression(limit)) }
        return "[\(parts.joined(separator: ", "))]"
    }

    private func expression(_ limit: EndpointLimit) -> String {
        func bounds(_ least: Int?, _ most: Int?) -> [String] {
            [least.map { "least: \($0)" }, most.map { "most: \($0)" }].compactMap(\.self)
        }
        let parts: [String] =
            switch limit {
            case .text(let most): ["is: \"text\"", "most: \(most)"]
            case .number(let least, let most): ["is: \"number\""] + bounds(least, most)
            case .list(let least, let most, let each):
                ["is: \"list\""] + bounds(least, most) + (each.map { ["each: \(expression($0))"] } ?? [])
            case .object(let members):
                ["is: \"object\"", "members: [\(expressions(members))]"]
            }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    private func expressions(_ members: [EndpointLimit.Member]) -> String {
        members.map { "[\(literal($0.name)), \(expression($0.limit))]" }.joined(separator: ", ")
    }

    private func addParameters(_ name: String, _ inputs: [TenantEndpoints.Input], to lines: inout CodeLines) {
        guard !inputs.isEmpty else { return }
        lines.block("\(name): [", "],") { lines in
            for input in inputs {
                let value = written("input.\(input.name)", as: input.type, input.presence)
                lines.add("\(parameter(input, value)),")
            }
        }
    }

    private func addErrors(_ errors: EndpointErrorForm, to lines: inout CodeLines) {
        let all = [("code", errors.code), ("message", errors.message), ("retryAfter", errors.retryAfter)]
        let places = all.compactMap { name, steps in steps.map { "\(name): \(list($0))" } }
        guard !errors.known.isEmpty else {
            lines.add("errors: { \(places.joined(separator: ", ")) },")
            return
        }
        lines.block("errors: {", "},") { lines in
            for place in places { lines.add("\(place),") }
            lines.block("known: [", "],") { lines in
                for known in errors.known {
                    let message = known.message.map { ", message: \(literal($0))" } ?? ""
                    lines.add("{ status: \(known.status), code: \(literal(known.code))\(message) },")
                }
            }
        }
    }

    // MARK: values that go out

    private func type(of type: TenantEndpoints.InputType) -> String {
        switch type {
        case .text: return "string"
        case .integer, .number: return "number"
        case .boolean: return "boolean"
        case .json: return "carillon.Json"
        case .instant: return "string | Date"
        case .choice(let choice): return choice.cases.map { literal($0.value) }.joined(separator: " | ")
        case .list(let element): return "readonly (\(self.type(of: element)))[]"
        case .asText(let inner): return self.type(of: inner)
        case .object(_, let members):
            let list = members.map { member in
                let isOptional = member.presence == .optional || member.presence == .optionalOrNull
                let isNullable = member.presence == .nullable || member.presence == .optionalOrNull
                let type = self.type(of: member.type) + (isNullable ? " | null" : "")
                return "readonly \(member.name)\(isOptional ? "?" : ""): \(type)"
            }
            return "{ \(list.joined(separator: "; ")) }"
        }
    }

    /// Whether the value is JSON as it is.
    private func isPlain(_ type: TenantEndpoints.InputType) -> Bool {
        switch type {
        case .text, .integer, .number, .boolean, .json, .choice: true
        case .instant, .object, .asText: false
        case .list(let element): isPlain(element)
        }
    }

    private func written(_ name: String, as type: TenantEndpoints.InputType, _ presence: EndpointPresence) -> String {
        guard !isPlain(type), presence != .required else { return written(name, as: type) }
        let given = presence == .optional ? "given" : "givenOrNull"
        return "carillon.\(given)(\(name), (value) => \(written("value", as: type)))"
    }

    private func written(_ name: String, as type: TenantEndpoints.InputType) -> String {
        guard !isPlain(type) else { return name }
        switch type {
        case .text, .integer, .number, .boolean, .json, .choice: return name
        case .instant(let form): return "carillon.time(\(name), \(literal("\(form)")))"
        case .asText(let inner): return "carillon.asText(\(written(name, as: inner)))"
        case .list(let element): return "\(name).map((element) => \(written("element", as: element)))"
        case .object(_, let members):
            let list = members.map { member in
                "[\(literal(member.wire)), \(written("\(name).\(member.name)", as: member.type, member.presence))]"
            }
            return "carillon.objectOf([\(list.joined(separator: ", "))])"
        }
    }

    // MARK: values that come back

    private func plainType(of shape: TenantEndpoints.NamedShape) -> String? {
        switch shape {
        case .text: "string"
        case .integer: "number"
        case .boolean: "boolean"
        case .json: "carillon.Json"
        case .instant(let form): form == .rfc3339 ? "string" : "number"
        case .choice(let choice): (choice.cases.map { literal($0.value) } + ["(string & {})"]).joined(separator: " | ")
        case .list(let element): plainType(of: element).map { "readonly (\($0))[]" }
        case .object: nil
        }
    }

    private func addType(
        _ head: String,
        _ shape: TenantEndpoints.NamedShape,
        end: String,
        to lines: inout CodeLines
    ) {
        if let plain = plainType(of: shape) { return lines.add(head + plain + end) }
        switch shape {
        case .list(let element): addType(head + "readonly (", element, end: ")[]" + end, to: &lines)
        case .object(_, let members):
            guard !members.isEmpty else { return lines.add(head + "{ readonly [name: string]: never }" + end) }
            lines.block(head + "{", "}" + end) { lines in
                for member in members {
                    if !member.summary.isEmpty { lines.addBlockComment([CommentText.line(member.summary)]) }
                    let name = "readonly \(member.name)\(member.isOptional ? "?" : ""): "
                    addType(name, member.shape, end: ";", to: &lines)
                }
            }
        default: break
        }
    }

    private func addShape(
        _ head: String,
        _ shape: TenantEndpoints.NamedShape,
        end: String,
        to lines: inout CodeLines
    ) {
        switch shape {
        case .text, .choice: lines.add("\(head){ is: \"text\" }\(end)")
        case .integer: lines.add("\(head){ is: \"integer\" }\(end)")
        case .boolean: lines.add("\(head){ is: \"boolean\" }\(end)")
        case .json: lines.add("\(head){ is: \"json\" }\(end)")
        case .instant(let form): lines.add("\(head){ is: \"instant\", form: \(literal("\(form)")) }\(end)")
        case .list(let element): addShape("\(head){ is: \"list\", of: ", element, end: " }\(end)", to: &lines)
        case .object(_, let members):
            lines.block("\(head){", "}\(end)") { lines in
                lines.add("is: \"object\",")
                lines.block("members: [", "],") { lines in
                    for member in members {
                        let names = "[\(literal(member.name)), \(literal(member.wire)), "
                        addShape(names, member.shape, end: ", \(member.isOptional)],", to: &lines)
                    }
                }
            }
        }
    }
}
