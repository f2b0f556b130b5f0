import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Makes a channel of a file whose syntax and shape are right, and finds what is wrong with its placeholders on the way.
struct ChannelFileReader {
    let file: TenantFile
    var diagnostics: [Diagnostic] = []
    let fields: [Field]
    let slots: [Slot]
    var usedSlots: Set<String> = []
    /// What is read now.
    var subject = Subject.message
    /// How often a body has a list with an element for each message.
    var batchLists: [Span] = []

    enum Subject {
        case message
        /// What the messages of a batch have in common.
        case batch
        /// The question for a message that was taken.
        case question
    }

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
        let callbacks = callbacks()
        let poll = poll(wire)
        let limits = root["limits"]
        let (rate, most) = (limits?.number("rate"), limits?.number("batch"))
        if most != nil { subject = .batch }
        let request = request(wire)
        subject = .message
        checkBatch(answers, wire)
        guard let request, diagnostics.isEmpty else { return nil }
        return DeclaredChannel(
            descriptor: ChannelDescriptor(
                id: id,
                summary: root.text("summary") ?? "",
                fields: fields.map { field in
                    let form = authentication?.keyForm(of: field.name) ?? callbacks?.proof.keyForm(of: field.name)
                    return field.formed(as: form)
                },
                slots: slots,
                address: kind(address),
                origins: root.texts("origins"),
                // Requests to a server of a tenant's own reach public addresses only.
                goesAnywhere: root.texts("origins").contains { ChannelOrigin($0)?.isOwnServer == true },
                batchSize: most ?? min(10, rate ?? 10),
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
            foldedSlots: Set(
                (root["slots"]?.members ?? []).filter { $0.value.text("fold") == "gsm7" }.map(\.name)
            ),
            settingPatterns: Dictionary(
                uniqueKeysWithValues: (root["settings"]?.members ?? []).compactMap { member in
                    member.value.made("pattern") { LinearPattern($0) }.map { (member.name, $0) }
                }
            ),
            authentication: authentication,
            request: request,
            answers: answers,
            callbacks: callbacks,
            poll: poll,
            wire: wire,
            samples: samples(),
            timeout: limits?.number("timeout") ?? 20
        )
    }

    /// A batch is a list in the body, a list in the answer, what `wire` says of both, and how many the provider takes: all of
    /// these, or none.
    private mutating func checkBatch(_ answers: AnswerTable, _ wire: WireForm) {
        let parts: [(isThere: Bool, name: String)] = [
            (file.root["limits"]?["batch"] != nil, "limits.batch"),
            (!batchLists.isEmpty, "a list with `each` in `request.json`"),
            (answers.elements != nil, "answer.each"), (wire.batch != nil, "wire.batch"),
        ]
        guard parts.contains(where: \.isThere) else { return }
        let missing = parts.filter { !$0.isThere }.map(\.name)
        if !missing.isEmpty {
            diagnostics.append(.unfitBatch("requests for several messages lack \(Shape.list(missing))", batchSpan))
        }
        for span in batchLists.dropFirst() {
            diagnostics.append(.unfitBatch("there is a list with the messages already", span))
        }
        if let most = file.root["limits"]?.number("batch"), let wire = wire.batch, most > wire.most {
            let span = file.span("limits", "batch")
            diagnostics.append(.unfitBatch("the provider takes \(wire.most) at most, says `wire`", span))
        }
    }

    private var batchSpan: Span {
        if let span = batchLists.first { return span }
        if file.root["limits"]?["batch"] != nil { return file.nameSpan("limits", "batch") }
        if file.root["answer"]?["each"] != nil { return file.nameSpan("answer", "each") }
        return file.nameSpan("wire", "batch")
    }

    private func kind(_ address: AddressForm) -> AddressKind {
        let node = file.root["address"]
        switch node?.text("from") {
        case "email": return .email
        case "phone": return .phone
        case "setting": return .room
        default: break
        }
        return .deviceToken(shape: node?.text("shape") ?? "", pattern: "^(\(address.pattern.source))$")
    }

    private func address() -> AddressForm? {
        guard let node = file.root["address"],
            let pattern = LinearPattern(node.text("pattern") ?? Self.anyAddress)
        else { return nil }
        return AddressForm(
            pattern: pattern,
            normalizations: node.texts("form").compactMap { AddressForm.Normalization(rawValue: $0) },
            samples: node.texts("samples"),
            wrong: node.texts("wrong")
        )
    }

    /// Of rooms, whose address is the channel's id.
    private static let anyAddress = "[a-z0-9-]+"

    // MARK: request

    /// Headers that follow from the request itself, or are made by `auth`.
    private static let ownHeaders: Set<String> = [
        "authorization", "connection", "content-encoding", "content-length", "content-type", "cookie", "expect", "host",
        "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private mutating func request(_ wire: WireForm) -> RequestTemplate? {
        guard let node = file.root["request"], let method = node.made("method", { RequestMethod(rawValue: $0) }),
            let address = node["url"].flatMap({ address($0, wire) })
        else { return nil }
        let query = parts(node["query"]) { wire.query[$0]?.isSecret ?? false }
        let headers = headers(node["headers"])
        let body: RequestTemplate.Body
        if let json = node["json"] {
            guard let template = template(json, at: [], present: [], wire) else { return nil }
            body = .json(template)
        } else if let form = node["form"] {
            body = .form(members(form.members, at: [], present: [], wire))
        } else if let plain = node["text"] {
            guard let text = text(plain, .body, allowsSecret: false) else { return nil }
            body = .text(text)
        } else {
            body = .none
        }
        return RequestTemplate(method, address, query: query, headers: headers, body: body)
    }

    mutating func headers(_ node: JSONNode?) -> [RequestTemplate.Part] {
        for member in node?.members ?? [] {
            let name = member.name.lowercased()
            guard Self.ownHeaders.contains(name) || name.hasPrefix("proxy-") else { continue }
            diagnostics.append(.unfitChannelHeader(member.name, Span(file.source, member.nameRange)))
        }
        return parts(node) { _ in false }
    }

    /// An origin and a path, or a setting of the type `secretUrl` alone.
    mutating func address(_ node: JSONNode, _ wire: WireForm) -> RequestTemplate.Address? {
        guard let url = text(node, .url, allowsSecret: wire.hasSecretPath), let written = node.string else {
            return nil
        }
        if url.segments.count == 1, case .secret(let name)? = url.placeholders.first?.value,
            case .url? = fields.first(where: { $0.name == name })?.form
        {
            return .secret(url)
        }
        let origins = file.root.texts("origins")
        guard let origin = origins.first(where: { written.hasPrefix("\($0)/") }),
            let beginning = try? ChannelText(origin),
            let path = try? ChannelText(String(written.dropFirst(origin.count)))
        else {
            diagnostics.append(.urlOutsideOrigins(origins, Span(file.source, node.range)))
            return nil
        }
        return .path(origin: beginning, path)
    }

    mutating func parts(_ node: JSONNode?, allowsSecret: (String) -> Bool) -> [RequestTemplate.Part] {
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
            let isSecret = wire.member(at: path)?.isSecret ?? false
            return text(node, .body, present: present, allowsSecret: isSecret).map { .text($0) }
        case .array(let elements): return .list(templates(elements, at: path + ["*"], present: present, wire))
        case .object(let members):
            if let construct = construct(node, at: path, present: present, wire) { return construct }
            return .object(self.members(members, at: path, present: present, wire))
        }
    }

    private mutating func members(
        _ nodes: [JSONMember],
        at path: [String],
        present: Set<ChannelValue>,
        _ wire: WireForm
    ) -> [ChannelTemplate.Member] {
        var members: [ChannelTemplate.Member] = []
        for node in nodes {
            guard let value = template(node.value, at: path + [node.name], present: present, wire) else { continue }
            members.append(.init(node.name, value))
        }
        return members
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

    /// One of the five constructs, which are known by their keys; nil for any other object.
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
        case ["as", "each"]:
            guard node.text("each") == "messages", let element = node["as"], element.isObject else { return nil }
            batchLists.append(Span(file.source, node.range.prefix(1)))
            let outer = subject
            subject = .message
            defer { subject = outer }
            return template(element, at: path + ["*"], present: present, wire).map { .each($0) }
        default: return nil
        }
    }
}
