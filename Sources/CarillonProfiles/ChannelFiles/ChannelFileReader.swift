import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Makes a channel of a file whose syntax and shape are right, and finds what is wrong with its placeholders on the way.
struct ChannelFileReader {
    let file: TenantFile
    private(set) var diagnostics: [Diagnostic] = []
    private let fields: [Field]
    private let slots: [Slot]
    private(set) var usedSlots: Set<String> = []

    init(_ file: TenantFile) {
        self.file = file
        fields = (file.root["settings"]?.members ?? []).map { Field($0) }
        slots = (file.root["slots"]?.members ?? []).map { Slot($0) }
    }

    /// The channel; nil where a placeholder, or the URL, can't be understood.
    mutating func channel() -> DeclaredChannel? {
        let root = file.root
        guard let id = root.made("channel", { PluginID($0) }), let wire = wire(), let address = address(),
            let answers = answers()
        else { return nil }
        let authentication = root["auth"].flatMap { self.authentication($0) }
        guard let request = request(wire), diagnostics.isEmpty else { return nil }
        let limits = root["limits"]
        let rate = limits?.number("rate")
        return DeclaredChannel(
            descriptor: ChannelDescriptor(
                id: id,
                summary: root.text("summary") ?? "",
                fields: fields,
                slots: slots,
                address: kind(address),
                origins: root.texts("origins"),
                batchSize: min(10, rate ?? 10),
                ratePerSecond: rate,
                sizeLimit: limits?.number("request") ?? DeclaredChannel.usualLimit,
                isPublic: root.flag("public") ?? true
            ),
            address: address,
            slotLimits: Dictionary(
                uniqueKeysWithValues: (root["slots"]?.members ?? []).compactMap { member in
                    TextLimit(member.value).map { (member.name, $0) }
                }
            ),
            settingPatterns: Dictionary(
                uniqueKeysWithValues: (root["settings"]?.members ?? []).compactMap { member in
                    member.value.made("pattern") { LinearPattern($0) }.map { (member.name, $0) }
                }
            ),
            authentication: authentication,
            request: request,
            answers: answers,
            wire: wire,
            samples: samples(),
            timeout: limits?.number("timeout") ?? 20
        )
    }

    private func kind(_ address: AddressForm) -> AddressKind {
        let node = file.root["address"]
        guard node?.text("from") == "device" else { return .email }
        return .deviceToken(shape: node?.text("shape") ?? "", pattern: "^(\(address.pattern.source))$")
    }

    private func address() -> AddressForm? {
        guard let node = file.root["address"], let pattern = node.made("pattern", { LinearPattern($0) }) else {
            return nil
        }
        return AddressForm(
            pattern: pattern,
            normalizations: node.texts("form").compactMap { AddressForm.Normalization(rawValue: $0) },
            samples: node.texts("samples"),
            wrong: node.texts("wrong")
        )
    }

    // MARK: request

    /// Headers that follow from the request itself, or are made by `auth`.
    private static let ownHeaders: Set<String> = [
        "authorization", "connection", "content-encoding", "content-length", "content-type", "cookie", "expect", "host",
        "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private mutating func request(_ wire: WireForm) -> RequestTemplate? {
        guard let node = file.root["request"], let method = node.made("method", { RequestMethod(rawValue: $0) }),
            let url = node["url"].flatMap({ text($0, .url, allowsSecret: wire.hasSecretPath) })
        else { return nil }
        let origins = file.root.texts("origins")
        if !origins.contains(where: { url.beginning.hasPrefix("\($0)/") }) {
            diagnostics.append(.urlOutsideOrigins(origins, file.span("request", "url")))
        }
        for member in node["headers"]?.members ?? [] {
            let name = member.name.lowercased()
            guard Self.ownHeaders.contains(name) || name.hasPrefix("proxy-") else { continue }
            diagnostics.append(.unfitChannelHeader(member.name, Span(file.source, member.nameRange)))
        }
        let query = parts(node["query"]) { wire.query[$0]?.isSecret ?? false }
        let headers = parts(node["headers"]) { _ in false }
        let body: RequestTemplate.Body
        if let json = node["json"] {
            guard let template = template(json, at: [], present: [], wire) else { return nil }
            body = .json(template)
        } else if let form = node["form"] {
            body = .form(parts(form) { wire.members[$0]?.isSecret ?? false })
        } else if let plain = node["text"] {
            guard let text = text(plain, .body, allowsSecret: false) else { return nil }
            body = .text(text)
        } else {
            body = .none
        }
        return RequestTemplate(method, url, query: query, headers: headers, body: body)
    }

    private mutating func parts(_ node: JSONNode?, allowsSecret: (String) -> Bool) -> [RequestTemplate.Part] {
        var parts: [RequestTemplate.Part] = []
        for member in node?.members ?? [] {
            guard let text = text(member.value, .body, allowsSecret: allowsSecret(member.name)) else { continue }
            parts.append(.init(member.name, text))
        }
        return parts
    }

    private mutating func template(
        _ node: JSONNode,
        at path: [String],
        present: Set<ChannelValue>,
        _ wire: WireForm
    ) -> ChannelTemplate? {
        switch node.content {
        case .null, .boolean, .number: return node.value.map { .constant($0) }
        case .broken: return nil
        case .string:
            let isSecret = wire.members["/" + path.joined(separator: "/")]?.isSecret ?? false
            return text(node, .body, present: present, allowsSecret: isSecret).map { .text($0) }
        case .array(let elements): return .list(templates(elements, at: path + ["*"], present: present, wire))
        case .object(let members):
            if let construct = construct(node, at: path, present: present, wire) { return construct }
            var object: [ChannelTemplate.Member] = []
            for member in members {
                guard let value = template(member.value, at: path + [member.name], present: present, wire) else {
                    continue
                }
                object.append(.init(member.name, value))
            }
            return .object(object)
        }
    }

    private mutating func templates(
        _ nodes: [JSONNode],
        at path: [String],
        present: Set<ChannelValue>,
        _ wire: WireForm
    ) -> [ChannelTemplate] {
        var templates: [ChannelTemplate] = []
        for node in nodes {
            if let template = template(node, at: path, present: present, wire) { templates.append(template) }
        }
        return templates
    }

    /// One of the four constructs, which are known by their keys; nil for any other object.
    private mutating func construct(
        _ node: JSONNode,
        at path: [String],
        present: Set<ChannelValue>,
        _ wire: WireForm
    ) -> ChannelTemplate? {
        switch Set(node.members.map(\.name)) {
        case ["from", "values"]:
            guard let from = node["from"], from.string != nil, let values = node["values"], values.isObject,
                let text = text(from, .body, present: present, allowsSecret: false)
            else { return nil }
            checkChoice(text, values)
            var members: [ChannelTemplate.Member] = []
            for member in values.members {
                guard let value = template(member.value, at: path, present: present, wire) else { continue }
                members.append(.init(member.name, value))
            }
            return .choice(text, members)
        case ["first"]:
            guard let first = node["first"], case .array(let elements) = first.content else { return nil }
            return .first(templates(elements, at: path, present: present, wire))
        case ["join", "of"]:
            guard let separator = node.text("join"), let of = node["of"], case .array(let elements) = of.content else {
                return nil
            }
            return .join(separator, templates(elements, at: path, present: present, wire))
        case ["needs", "of"]:
            guard let needs = node["needs"], case .array(let conditions) = needs.content, let of = node["of"] else {
                return nil
            }
            var texts: [ChannelText] = []
            for condition in conditions {
                guard let text = text(condition, .body, present: present, allowsSecret: false) else { continue }
                texts.append(text)
            }
            let there = present.union(texts.flatMap(\.placeholders).map(\.value))
            return template(of, at: path, present: there, wire).map { .needs(texts, $0) }
        default: return nil
        }
    }

    private mutating func authentication(_ node: JSONNode) -> RequestAuthentication? {
        if let basic = node["basic"] {
            guard let user = basic["user"].flatMap({ text($0, .authentication, allowsSecret: true) }),
                let password = basic["password"].flatMap({ text($0, .authentication, allowsSecret: true) })
            else { return nil }
            return .basic(user: user, password: password)
        }
        if let bearer = node["bearer"] {
            return text(bearer, .authentication, allowsSecret: true).map { .bearer($0) }
        }
        guard let header = node["header"], let name = header.text("name"),
            let value = header["value"].flatMap({ text($0, .authentication, allowsSecret: true) })
        else { return nil }
        return .header(name, value)
    }

    // MARK: placeholders

    private enum Place {
        case url
        case authentication
        case body
    }

    private mutating func text(
        _ node: JSONNode,
        _ place: Place,
        present: Set<ChannelValue> = [],
        allowsSecret: Bool
    ) -> ChannelText? {
        guard let written = node.string else { return nil }
        let span = Span(file.source, node.range)
        let text: ChannelText
        do {
            text = try ChannelText(written)
        } catch {
            diagnostics.append(.channelText(error, names, span))
            return nil
        }
        let before = diagnostics.count
        for placeholder in text.placeholders {
            check(placeholder, isAlone: text.segments.count == 1, present, allowsSecret: allowsSecret, span)
        }
        return diagnostics.count == before ? text : nil
    }

    private mutating func check(
        _ placeholder: ChannelText.Placeholder,
        isAlone: Bool,
        _ present: Set<ChannelValue>,
        allowsSecret: Bool,
        _ span: Span
    ) {
        guard let (kind, isOptional) = declaration(of: placeholder.value) else {
            diagnostics.append(.channelText(.unknownValue(placeholder.value.name), names, span))
            return
        }
        if case .slot(let name) = placeholder.value { usedSlots.insert(name) }
        if case .secret(let name) = placeholder.value, !allowsSecret {
            diagnostics.append(.misplacedSecret(name, span))
        }
        if isOptional, !placeholder.isOptional, !present.contains(placeholder.value) {
            diagnostics.append(.optionalChannelValue(placeholder.value.name, span))
        }
        var result: ChannelFilter.Kind? = kind
        for filter in placeholder.filters { result = result.flatMap { filter.result(of: $0) } }
        if result == nil || result == .object && !isAlone {
            diagnostics.append(.wrongChannelFilter(placeholder.value.name, span))
        }
    }

    /// What a placeholder stands for, and whether some messages lack it; nil where nothing is called so.
    private func declaration(of value: ChannelValue) -> (kind: ChannelFilter.Kind, isOptional: Bool)? {
        switch value {
        case .known(let known): return (known.kind, known.isOptional)
        case .data: return (.any, true)
        case .slot(let name): return slots.first { $0.name == name }.map { (.text, !$0.isRequired) }
        case .setting(let name):
            guard let field = fields.first(where: { $0.name == name }), field.kind != .secret else { return nil }
            return (field.kind.filterKind, !field.isRequired && field.defaultValue == nil)
        case .secret(let name):
            guard let field = fields.first(where: { $0.name == name }), field.kind == .secret else { return nil }
            return (.text, !field.isRequired)
        }
    }

    /// All that placeholders can name.
    private var names: [String] {
        slots.map { "slot.\($0.name)" }
            + fields.map { $0.kind == .secret ? "secret.\($0.name)" : "settings.\($0.name)" }
            + ChannelValue.Known.allCases.map(\.rawValue)
    }

    private mutating func checkChoice(_ text: ChannelText, _ values: JSONNode) {
        let keys = Set(values.members.map(\.name))
        var choices: [String]?
        if text.segments.count == 1, let placeholder = text.placeholders.first, placeholder.filters.isEmpty {
            choices = self.choices(of: placeholder.value)
        }
        let span = Span(file.source, values.range.prefix(1))
        guard let choices else {
            if !keys.contains("*") { diagnostics.append(.incompleteChoice(nil, span)) }
            return
        }
        if !keys.contains("*"), let missing = choices.first(where: { !keys.contains($0) }) {
            diagnostics.append(.incompleteChoice(missing, span))
        }
        for member in values.members where member.name != "*" && !choices.contains(member.name) {
            let place = Span(file.source, member.nameRange)
            diagnostics.append(.impossibleChoice(member.name, place))
        }
    }

    private func choices(of value: ChannelValue) -> [String]? {
        switch value {
        case .known(let known): return known.choices
        case .setting(let name):
            switch fields.first(where: { $0.name == name })?.kind {
            case .choice(let values): return values
            case .boolean: return ["true", "false"]
            default: return nil
            }
        default: return nil
        }
    }
}

extension ChannelFileReader {
    // MARK: answers, wire, samples

    private func answers() -> AnswerTable? {
        guard let node = file.root["answer"], let own = node["own"].flatMap({ AnswerTable.OwnForm($0) }) else {
            return nil
        }
        let wait = node["retryAfter"].flatMap { node -> AnswerTable.Wait? in
            guard let place = node.made("at", { AnswerPlace($0) }),
                let unit = node.made("unit", { AnswerTable.Wait.Unit(rawValue: $0) })
            else { return nil }
            return AnswerTable.Wait(place, unit)
        }
        return AnswerTable(
            own: own,
            code: node.made("code") { AnswerPlace($0) },
            message: node.made("message") { AnswerPlace($0) },
            wait: wait,
            rules: (node["rules"]?.elements ?? []).compactMap { AnswerTable.Rule($0) }
        )
    }

    private func wire() -> WireForm? {
        guard let node = file.root["wire"], let method = node.made("method", { RequestMethod(rawValue: $0) }),
            let path = node.made("path", { LinearPattern($0) })
        else { return nil }
        let members = node["json"] ?? node["form"]
        let request = file.root["request"]
        return WireForm(
            method: method,
            path: path,
            hasSecretPath: node.flag("secretPath") ?? false,
            authentication: node.text("auth"),
            query: Self.members(node["query"]),
            content: node["json"] != nil
                ? .json : node["form"] != nil ? .form : request?["text"] != nil ? .text : WireForm.Content.none,
            members: Self.members(members)
        )
    }

    private static func members(_ node: JSONNode?) -> [String: WireForm.Member] {
        Dictionary((node?.members ?? []).map { ($0.name, WireForm.Member($0.value)) }) { first, _ in first }
    }

    private func samples() -> ChannelSamples {
        let node = file.root["samples"]
        let requests = (node?["requests"]?.members ?? []).map { ChannelSamples.Request($0) }
        let answers = (node?["answers"]?.members ?? []).compactMap { ChannelSamples.Answer($0) }
        return ChannelSamples(requests: requests, answers: answers)
    }
}

extension Field {
    fileprivate init(_ member: JSONMember) {
        let node = member.value
        let range = node["range"]?.elements.compactMap(\.integer) ?? []
        let kind: Kind =
            switch node.text("type") {
            case "integer":
                .integer(
                    range.count == 2 && range[0] <= range[1] ? range[0]...range[1] : Int(Int32.min)...Int(Int32.max)
                )
            case "boolean": .boolean
            case "choice": .choice(node.texts("values"))
            case "url": .url
            case "email": .email
            case "secret": .secret
            default: .text
            }
        self.init(
            member.name,
            kind,
            isRequired: node.flag("required") ?? false,
            default: node["default"]?.value,
            description: node.text("description") ?? "",
            example: node["example"]?.value ?? .null
        )
    }
}

extension Field.Kind {
    fileprivate var filterKind: ChannelFilter.Kind {
        switch self {
        case .integer: .number
        case .boolean: .boolean
        case .text, .choice, .url, .email, .secret: .text
        }
    }
}

extension Slot {
    fileprivate init(_ member: JSONMember) {
        let node = member.value
        self.init(
            member.name,
            isRequired: node.flag("required") ?? false,
            isHTML: node.flag("html") ?? false,
            isMultiline: node.flag("multiline") ?? false,
            isSealed: node.flag("sealed") ?? false,
            description: node.text("description") ?? ""
        )
    }
}

extension TextLimit {
    fileprivate init?(_ node: JSONNode) {
        guard let most = node.number("max") else { return nil }
        self.init(most, node.made("unit") { Unit(rawValue: $0) } ?? .chars)
    }
}

extension AnswerTable.OwnForm {
    fileprivate init?(_ node: JSONNode) {
        if let pattern = node.made("text", { LinearPattern($0) }) {
            self = .text(pattern)
            return
        }
        let pointers = (node.string.map { [$0] } ?? node.elements.compactMap(\.string)).compactMap { AnswerPointer($0) }
        guard !pointers.isEmpty else { return nil }
        self = .members(pointers)
    }
}

extension AnswerTable.Rule {
    fileprivate init?(_ node: JSONNode) {
        guard let verdict = node.made("then", { AnswerTable.Verdict(rawValue: $0) }) else { return nil }
        self.init(
            statuses: node["status"].map { AnswerTable.Statuses($0) } ?? .any,
            json: (node["json"]?.members ?? []).compactMap { AnswerTable.JSONTest($0) },
            texts: node["text"]?.string.map { [$0] } ?? node.texts("text"),
            header: node.text("header"),
            verdict: verdict,
            subject: node.made("about") { AnswerTable.Subject(rawValue: $0) },
            receipt: node.made("receipt") { AnswerPlace($0) }
        )
    }
}

extension AnswerTable.Statuses {
    fileprivate init(_ node: JSONNode) {
        let nodes = node.elements.isEmpty ? [node] : node.elements
        self.init(
            nodes.compactMap { node in
                if let status = node.integer { return status...status }
                return node.string?.first?.wholeNumberValue.map { $0 * 100...$0 * 100 + 99 }
            }
        )
    }
}

extension AnswerTable.JSONTest {
    fileprivate init?(_ member: JSONMember) {
        guard let pointer = AnswerPointer(member.name) else { return nil }
        let node = member.value
        if let pattern = node.made("matches", { LinearPattern($0) }) {
            self.init(pointer, .matches(pattern))
        } else if let isPresent = node.flag("present") {
            self.init(pointer, .present(isPresent))
        } else {
            let literals = node.elements.isEmpty ? [node.value].compactMap(\.self) : node.elements.compactMap(\.value)
            self.init(pointer, .oneOf(literals))
        }
    }
}

extension WireForm.Member {
    fileprivate init(_ node: JSONNode) {
        let range = node["range"]?.elements.compactMap(\.integer) ?? []
        self.init(
            type: node.made("type") { WireForm.ValueType(rawValue: $0) },
            isRequired: node.flag("required") ?? false,
            limit: TextLimit(node),
            pattern: node.made("pattern") { LinearPattern($0) },
            values: node["values"]?.elements.compactMap(\.value) ?? [],
            range: range.count == 2 && range[0] <= range[1] ? range[0]...range[1] : nil,
            isSecret: node.flag("secret") ?? false,
            isOpen: node.flag("open") ?? false
        )
    }
}

extension ChannelSamples.Request {
    fileprivate init(_ member: JSONMember) {
        let node = member.value
        let slots = (node["slots"]?.members ?? []).compactMap { slot in slot.value.string.map { (slot.name, $0) } }
        let settings = (node["settings"]?.value?.object?.members ?? []).map { ($0.name, $0.value) }
        self.init(
            name: member.name,
            slots: Dictionary(slots) { first, _ in first },
            address: node.text("address"),
            priority: node.made("priority") { Priority(rawValue: $0) } ?? .normal,
            link: node.text("link").map { MessageLink(web: $0) },
            data: node["data"]?.value?.object ?? JSONObject(),
            settings: Dictionary(settings) { first, _ in first },
            golden: node["golden"]?.value ?? .null
        )
    }
}

extension ChannelSamples.Answer {
    fileprivate init?(_ member: JSONMember) {
        let node = member.value
        guard let status = node.number("status"),
            let verdict = node.made("is", { AnswerTable.Verdict(rawValue: $0) })
        else { return nil }
        let headers = (node["headers"]?.members ?? []).compactMap { header in
            header.value.string.map { EgressRequest.Header(header.name, $0) }
        }
        let body = node["body"]?.string.map { Array($0.utf8) } ?? node["body"]?.value?.utf8 ?? []
        self.init(
            name: member.name,
            response: EgressResponse(status: status, headers: headers, body: body),
            verdict: verdict
        )
    }
}
