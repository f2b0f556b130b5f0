import CarillonModel
import CarillonProfiles

/// Calls of the host by a tenant's app, in Swift, on top of `CarillonClient`.
struct SwiftEndpoints {
    let endpoints: TenantEndpoints
    let access: Access

    var text: String {
        var lines = CodeLines(indentation: 4)
        lines.add("\(access.prefix)import CarillonClient")
        lines.add("\(access.prefix)import CarillonModel")
        lines.add()
        let product = CommentText.line(endpoints.profile.name)
        lines.add("/// What the app of \(product) asks the host; `EndpointSender` sends it.")
        lines.block("\(access.prefix)enum \(endpoints.name) {") { lines in
            addCodes(to: &lines)
            for call in endpoints.calls {
                lines.add()
                add(call, to: &lines)
                addTypes(of: call, to: &lines)
            }
        }
        return lines.text
    }

    func literal(_ text: String) -> String { TargetLanguage.swift.literal(text) }
    func escaped(_ name: String) -> String { TargetLanguage.swift.escaped(name) }
    private func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }

    private func addCodes(to lines: inout CodeLines) {
        lines.add("/// What goes wrong, by the names that the host has for it.")
        lines.block("\(access.prefix)enum ErrorCode: EndpointCode {") { lines in
            for (name, _) in endpoints.codes { lines.add("case \(escaped(name))") }
            lines.add("/// One that is newer than the app, or none.")
            lines.add("case unknown(String)")
            lines.add()
            lines.block("\(access.prefix)init(_ text: String) {") { lines in
                lines.add("switch text {")
                for (name, texts) in endpoints.codes {
                    lines.add("case \(texts.map(literal).joined(separator: ", ")): self = .\(escaped(name))")
                }
                lines.add("default: self = .unknown(text)")
                lines.add("}")
            }
        }
    }

    private func add(_ call: TenantEndpoints.Call, to lines: inout CodeLines) {
        for line in call.summary { lines.add(line.isEmpty ? "///" : "/// \(line)") }
        let described = call.inputs.filter { !$0.summary.isEmpty }
        if !described.isEmpty {
            lines.add("///")
            lines.add("/// - Parameters:")
            for input in described { lines.add("///   - \(input.name): \(CommentText.line(input.summary))") }
        }
        let parameters = call.inputs.map { "\(escaped($0.name)): \(parameter($0.type, $0.presence, in: call.type))" }
        let answer = call.answer.map { type(of: $0, in: call.type) } ?? "Void"
        let head = "\(access.prefix)static func \(escaped(call.name))(\(parameters.joined(separator: ", ")))"
        lines.block("\(head) -> EndpointRequest<\(answer), ErrorCode> {") { lines in
            lines.block("EndpointRequest(", ")") { lines in
                lines.add("\(literal(call.route.operation.rawValue)),")
                lines.add(".\(call.route.method.rawValue.lowercased()),")
                lines.add("[\(call.route.path.segments.map { segment($0, of: call) }.joined(separator: ", "))],")
                lines.add("prefix: \(literal(call.route.prefix)),")
                lines.add("access: .\(call.route.access.rawValue),")
                addParameters("query", call.query, to: &lines)
                addParameters("headers", call.headers, to: &lines)
                addParameters("body", call.body ?? [], to: &lines)
                addErrors(call.errors, to: &lines)
                let read = call.answer.map { reading("$0", as: $0, in: call.type + ".") }
                lines.add("answer: { \(read ?? "_ in") }")
            }
        }
    }

    private func addParameters(_ name: String, _ inputs: [TenantEndpoints.Input], to lines: inout CodeLines) {
        guard !inputs.isEmpty else { return }
        lines.block("\(name): [", "],") { lines in
            for input in inputs {
                let value = written(escaped(input.name), as: input.type, input.presence)
                lines.add("\(parameter(input, value)),")
            }
        }
    }

    private func addErrors(_ errors: EndpointErrorForm, to lines: inout CodeLines) {
        func place(_ steps: [String]?) -> String { steps.map(list) ?? "nil" }
        let places =
            "code: \(place(errors.code)), message: \(place(errors.message)), retryAfter: \(place(errors.retryAfter))"
        guard !errors.known.isEmpty else {
            lines.add("errors: EndpointErrors(\(places)),")
            return
        }
        lines.block("errors: EndpointErrors(", "),") { lines in
            lines.add("\(places),")
            lines.block("known: [", "]") { lines in
                for known in errors.known {
                    let message = known.message.map { ", message: \(literal($0))" } ?? ""
                    lines.add(".init(\(known.status), \(literal(known.code))\(message)),")
                }
            }
        }
    }

    private func segment(_ segment: PathTemplate.Segment, of call: TenantEndpoints.Call) -> String {
        switch segment {
        case .literal(let text): return literal(text)
        case .parameter(let name):
            guard let input = call.inputs.first(where: { $0.place == .path(name) }) else { return literal("") }
            return parameter(input, written(escaped(input.name), as: input.type))
        }
    }

    private func parameter(_ input: TenantEndpoints.Input, _ value: String) -> String {
        let steps = input.place.steps.map { literal($0) + ", " }.joined()
        let separator = input.separator.map { ", separator: \(literal($0))" } ?? ""
        let limit = input.limit.map { ", limit: \(expression($0))" } ?? ""
        return ".init(\(steps)value: \(value)\(separator)\(limit))"
    }

    private func expression(_ limit: EndpointLimit) -> String {
        func bounds(_ least: Int?, _ most: Int?) -> [String] {
            [least.map { "least: \($0)" }, most.map { "most: \($0)" }].compactMap(\.self)
        }
        switch limit {
        case .text(let most): return ".text(most: \(most))"
        case .number(let least, let most): return ".number(\(bounds(least, most).joined(separator: ", ")))"
        case .list(let least, let most, let each):
            let all = bounds(least, most) + (each.map { ["each: \(expression($0))"] } ?? [])
            return ".list(\(all.joined(separator: ", ")))"
        case .object(let members):
            let list = members.map { "\(literal($0.name)): \(expression($0.limit))" }
            return ".object([\(list.joined(separator: ", "))])"
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
        case .optional: "\(type)? = nil"
        case .nullable: "\(type)?"
        case .optionalOrNull: "OrNull<\(type)>? = nil"
        }
    }

    private func type(of type: TenantEndpoints.InputType, in call: String) -> String {
        switch type {
        case .text: "String"
        case .integer: "Int64"
        case .number: "Double"
        case .boolean: "Bool"
        case .json: "JSONValue"
        case .instant: "Instant"
        case .choice(let choice): "\(call).\(choice.type)"
        case .list(let element): "[\(self.type(of: element, in: call))]"
        case .object(let type, _): "\(call).\(type)"
        case .asText(let inner): self.type(of: inner, in: call)
        }
    }

    private func written(_ name: String, as type: TenantEndpoints.InputType, _ presence: EndpointPresence) -> String {
        switch presence {
        case .required: written(name, as: type)
        case .optional: "\(name).map { \(written("$0", as: type)) }"
        case .nullable: "\(name).map { \(written("$0", as: type)) } ?? .null"
        case .optionalOrNull: "\(name)?.json { \(written("$0", as: type)) }"
        }
    }

    private func written(_ name: String, as type: TenantEndpoints.InputType) -> String {
        switch type {
        case .text: "JSONValue.string(\(name))"
        case .integer: "JSONValue(\(name))"
        case .number: "JSONValue.number(\"\\(\(name))\")"
        case .boolean: "JSONValue.boolean(\(name))"
        case .json: name
        case .instant(let form): "InstantForm.\(form).json(\(name))"
        case .choice: "JSONValue.string(\(name).rawValue)"
        case .list(let element): "JSONValue.array(\(name).map { \(written("$0", as: element)) })"
        case .object: "\(name)._json"
        case .asText(let inner): "EndpointParameter.asText(\(written(name, as: inner)))"
        }
    }

    // MARK: values that come back

    private func type(of shape: TenantEndpoints.NamedShape, in call: String) -> String {
        switch shape {
        case .text: "String"
        case .integer: "Int64"
        case .boolean: "Bool"
        case .json: "JSONValue"
        case .instant: "Instant"
        case .choice(let choice): "\(call).\(choice.type)"
        case .list(let element): "[\(type(of: element, in: call))]"
        case .object(let type, _): "\(call).\(type)"
        }
    }

    /// - Parameter scope: what stands before names of types.
    private func reading(_ value: String, as shape: TenantEndpoints.NamedShape, in scope: String) -> String {
        switch shape {
        case .text: "try \(value).text()"
        case .integer: "try \(value).integer()"
        case .boolean: "try \(value).boolean()"
        case .json: "\(value).json"
        case .instant(let form): "try \(value).instant(.\(form))"
        case .choice(let choice): "\(scope)\(choice.type)(try \(value).text())"
        case .list(let element): "try \(value).list().map { \(reading("$0", as: element, in: scope)) }"
        case .object(let type, _): "try \(scope)\(type)(\(value))"
        }
    }
}

/// The types of a call.
extension SwiftEndpoints {
    private func addTypes(of call: TenantEndpoints.Call, to lines: inout CodeLines) {
        var types = CodeLines(indentation: 4)
        for input in call.inputs { addTypes(of: input.type, in: call.type, to: &types) }
        if let answer = call.answer { addTypes(of: answer, in: call.type, to: &types) }
        guard !types.lines.isEmpty else { return }
        lines.add()
        lines.add("/// What ``\(call.name)`` takes and gives.")
        lines.block("\(access.prefix)enum \(call.type) {") { lines in
            for line in types.lines.dropFirst() { lines.add(line) }
        }
    }

    private func addTypes(of type: TenantEndpoints.InputType, in call: String, to lines: inout CodeLines) {
        let prefix = access.prefix
        switch type {
        case .text, .integer, .number, .boolean, .json, .instant: break
        case .list(let element): addTypes(of: element, in: call, to: &lines)
        case .asText(let inner): addTypes(of: inner, in: call, to: &lines)
        case .choice(let choice):
            lines.add()
            lines.block("\(prefix)enum \(choice.type): String, Sendable, Hashable, CaseIterable {") { lines in
                for (name, value) in choice.cases { lines.add("case \(escaped(name)) = \(literal(value))") }
            }
        case .object(let type, let members):
            lines.add()
            lines.block("\(prefix)struct \(type): Sendable, Hashable {") { lines in
                let parameters = members.map { ($0, parameter($0.type, $0.presence, in: call)) }
                for (member, parameter) in parameters {
                    lines.add("\(prefix)var \(escaped(member.name)): \(parameter.replacing(" = nil", with: ""))")
                }
                lines.add()
                let list = parameters.map { "\(escaped($0.name)): \($1)" }.joined(separator: ", ")
                lines.block("\(prefix)init(\(list)) {") { lines in
                    for member in members { lines.add("self.\(escaped(member.name)) = \(escaped(member.name))") }
                }
                lines.add()
                // No member is named so: names lose what they begin with.
                lines.block("fileprivate var _json: JSONValue {") { lines in
                    lines.block(".endpointObject([", "])") { lines in
                        for member in members {
                            let value = written("self.\(escaped(member.name))", as: member.type, member.presence)
                            lines.add("(\(literal(member.wire)), \(value)),")
                        }
                    }
                }
            }
            for member in members { addTypes(of: member.type, in: call, to: &lines) }
        }
    }

    private func addTypes(of shape: TenantEndpoints.NamedShape, in call: String, to lines: inout CodeLines) {
        let prefix = access.prefix
        switch shape {
        case .text, .integer, .boolean, .json, .instant: break
        case .list(let element): addTypes(of: element, in: call, to: &lines)
        case .choice(let choice):
            lines.add()
            addOpen(choice, to: &lines)
        case .object(let type, let members):
            lines.add()
            lines.block("\(prefix)struct \(type): Sendable, Hashable {") { lines in
                for member in members {
                    if !member.summary.isEmpty { lines.add("/// \(CommentText.line(member.summary))") }
                    let kind = self.type(of: member.shape, in: call) + (member.isOptional ? "?" : "")
                    lines.add("\(prefix)let \(escaped(member.name)): \(kind)")
                }
                if !members.isEmpty { lines.add() }
                lines.block("fileprivate init(_ value: EndpointValue) throws {") { lines in
                    for member in members {
                        let place = "value.\(member.isOptional ? "optional" : "member")(\(literal(member.wire)))"
                        let read: String =
                            switch (member.shape, member.isOptional) {
                            case (.json, true): "\(place)?.json"
                            case (let shape, true): "try \(place).map { \(reading("$0", as: shape, in: call + ".")) }"
                            case (let shape, false): reading("(try \(place))", as: shape, in: call + ".")
                            }
                        lines.add("self.\(escaped(member.name)) = \(read)")
                    }
                }
            }
            for member in members { addTypes(of: member.shape, in: call, to: &lines) }
        }
    }

    private func addOpen(_ choice: TenantEvents.Choice, to lines: inout CodeLines) {
        lines.block("\(access.prefix)enum \(choice.type): Sendable, Hashable {") { lines in
            for (name, _) in choice.cases { lines.add("case \(escaped(name))") }
            lines.add("/// One that is newer than the app.")
            lines.add("case unknown(String)")
            lines.add()
            lines.block("fileprivate init(_ text: String) {") { lines in
                lines.add("switch text {")
                for (name, value) in choice.cases { lines.add("case \(literal(value)): self = .\(escaped(name))") }
                lines.add("default: self = .unknown(text)")
                lines.add("}")
            }
        }
    }
}
