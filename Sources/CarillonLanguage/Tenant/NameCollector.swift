import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// Walks through a file of a tenant.
struct NameCollector {
    let tenant: TenantSnapshot
    private let path: String
    let bytes: [UInt8]
    private var places: [NamePlace] = []

    /// The places of names in a file, in the order in which they are found.
    static func places(of file: SyntaxFile, _ tenant: TenantSnapshot) -> [NamePlace] {
        var collector = NameCollector(file, tenant)
        collector.collect(file)
        return collector.places
    }

    /// Those within one event or app text of a file of templates.
    static func places(
        of member: JSONMember,
        in file: SyntaxFile,
        _ locale: String,
        _ tenant: TenantSnapshot
    ) -> [NamePlace] {
        var collector = NameCollector(file, tenant)
        collector.collectGroups(of: member, collector.slotGroups)
        for message in WrittenMessage.all(in: file.root, around: member.value.range) {
            collector.collect(message, locale)
        }
        return collector.places.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
    }

    private init(_ file: SyntaxFile, _ tenant: TenantSnapshot) {
        self.tenant = tenant
        (path, bytes) = (file.path, file.bytes)
    }

    private mutating func collect(_ file: SyntaxFile) {
        guard let root = file.root else { return }
        switch file.kind {
        case .profile: collectProfile(root)
        case .events: collectEvents(root)
        case .templates(let locale): collectTemplates(root, locale)
        case .sample(let stem): collectSample(root, stem)
        case .contract: collectContract(root)
        case .channel, .context, nil: break
        }
    }

    mutating func add(_ name: Name, _ range: Range<Int>, declares whole: Range<Int>? = nil) {
        guard !name.text.isEmpty else { return }
        places.append(NamePlace(name: name, place: FileRange(path, range), isDeclaration: whole != nil, whole: whole))
    }

    private mutating func declare(_ kind: Name.Kind, _ members: [JSONMember], in scope: String = "") {
        for member in members {
            add(
                Name(kind, member.name, in: scope),
                JSONNode.inner(member.nameRange),
                declares: member.nameRange.lowerBound..<max(member.nameRange.upperBound, member.value.range.upperBound)
            )
        }
    }

    private mutating func refer(_ kind: Name.Kind, _ node: JSONNode?, in scope: String = "") {
        guard let node, let text = node.string else { return }
        add(Name(kind, text, in: scope), node.inner)
    }

    // MARK: profile.json

    private mutating func collectProfile(_ root: JSONNode) {
        declare(.channel, root["channels"]?.members ?? [])
        declare(.category, root["categories"]?.members ?? [])
        declare(.androidChannel, root["androidChannels"]?.members ?? [])
        declare(.toggle, root["preferences"]?["toggles"]?.members ?? [])
        for channel in root["channels"]?.members ?? [] {
            for other in channel.value["fallbackFor"]?.elements ?? [] { refer(.channel, other) }
        }
        for category in root["categories"]?.members ?? [] { refer(.androidChannel, category.value["androidChannel"]) }
        for toggle in root["preferences"]?["toggles"]?.members ?? [] {
            for channel in toggle.value["channels"]?.elements ?? [] { refer(.channel, channel) }
            for category in toggle.value["categories"]?.elements ?? [] { refer(.category, category) }
            refer(.text, toggle.value["text"])
        }
        for priority in root["priorities"]?.members ?? [] { refer(.text, priority.value["text"]) }
        refer(.route, root["policies"]?["collect"]?["deepLink"]?["route"])
        collectRoutes(root["deepLinks"]?["routes"]?.members ?? [])
        collectAllowed(root["allow"])
    }

    private mutating func collectRoutes(_ routes: [JSONMember]) {
        declare(.route, routes)
        for route in routes {
            declare(.parameter, route.value["params"]?.members ?? [], in: route.name)
            let known = Set((route.value["params"]?.members ?? []).map(\.name))
            for key in ["app", "web", "screen", "audience"] {
                collectPlaceholders(route.value[key], .parameter, in: route.name, known)
            }
            for member in route.value["dataNames"]?.members ?? [] where known.contains(member.name) {
                add(Name(.parameter, member.name, in: route.name), JSONNode.inner(member.nameRange))
            }
        }
    }

    // MARK: events.json

    private mutating func collectEvents(_ root: JSONNode) {
        declare(.event, root["events"]?.members ?? [])
        declare(.text, root["texts"]?.members ?? [])
        for text in root["texts"]?.members ?? [] {
            declare(.field, text.value["payload"]?.members ?? [], in: text.name)
        }
        for event in root["events"]?.members ?? [] { collectEvent(event.value, event.name) }
    }

    private mutating func collectEvent(_ node: JSONNode, _ id: String) {
        let payload = node["payload"]?.members ?? []
        let fields = Set(payload.map(\.name))
        declare(.field, payload, in: id)
        refer(.category, node["category"])
        for channel in node["channels"]?.elements ?? [] { refer(.channel, channel) }
        refer(.route, node["deepLink"]?["route"])
        let route = node["deepLink"]?["route"]?.string ?? ""
        for member in node["deepLink"]?.members ?? [] where member.name != "route" {
            add(Name(.parameter, member.name, in: route), JSONNode.inner(member.nameRange))
            refer(.field, member.value, in: id)
        }
        refer(.field, node["dataFrom"], in: id)
        for entry in node["schedule"]?.elements ?? [] {
            refer(.field, entry["before"], in: id)
            refer(.field, entry["after"], in: id)
        }
        for key in ["data", "collapse", "dedupe", "supersedes", "audience", "topic", "image", "message"] {
            collectPlaceholders(node[key], .field, in: id, fields)
        }
        collectDevice(node["device"]?["fields"]?.members ?? [], in: id, fields)
    }

    /// Fields that apps find, and what they find them by.
    private mutating func collectDevice(_ fields: [JSONMember], in id: String, _ known: Set<String>) {
        for field in fields {
            add(Name(.field, field.name, in: id), JSONNode.inner(field.nameRange))
            for way in field.value.isObject ? [field.value] : field.value.elements {
                refer(.field, way["shorten"], in: id)
                refer(.field, way["scale"], in: id)
                for lookup in [way, way["digits"]].compactMap(\.self) {
                    refer(.field, lookup["key"], in: id)
                    collectPlaceholders(lookup["default"], .field, in: id, known)
                }
            }
        }
    }

    /// The names in `{name}`, `{name?}` and `{name.part}`, in all strings of a value: those that are known, or all.
    private mutating func collectPlaceholders(
        _ node: JSONNode?,
        _ kind: Name.Kind,
        in scope: String = "",
        _ known: Set<String>? = nil
    ) {
        guard let node else { return }
        for element in node.elements { collectPlaceholders(element, kind, in: scope, known) }
        for member in node.members { collectPlaceholders(member.value, kind, in: scope, known) }
        guard let text = node.string, text.utf8.contains(UInt8(ascii: "{")) else { return }
        let map = JSONStringMap(node.range, in: bytes)
        for (name, range) in Placeholders.names(in: text) where known?.contains(name) ?? true {
            add(Name(kind, name, in: scope), map.fileRange(range))
        }
    }

    // MARK: contract.json

    /// Events, their payload fields and categories that requests are mapped to, and preferences that are read and set.
    private mutating func collectContract(_ root: JSONNode) {
        for route in root["routes"]?.elements ?? [] {
            let request = route["request"]
            collectPreferences(route)
            let types = chosen(by: request?["type"])
            for type in types { refer(.event, type) }
            for category in chosen(by: request?["category"]) { refer(.category, category) }
            for member in request?.members ?? [] where member.name.hasPrefix(Self.payload) {
                let field = member.name.dropFirst(Self.payload.count).prefix { $0 != "." }
                // Of the events that the route can send, the field is one's.
                let event = types.compactMap(\.string).first { event in
                    tenant.written.fields(of: event).contains { $0.name == field }
                }
                guard let event else { continue }
                let start = JSONNode.inner(member.nameRange).lowerBound + Self.payload.utf8.count
                add(Name(.field, String(field), in: event), start..<start + field.utf8.count)
            }
        }
    }

    private static let payload = "payload."

    /// What the route calls a preference itself: what its clients write and read stays theirs.
    private mutating func collectPreferences(_ route: JSONNode) {
        switch route["operation"]?.string {
        case "preferences.set":
            for member in route["request"]?.members ?? [] {
                add(Name(.toggle, member.name), JSONNode.inner(member.nameRange))
            }
            collectPlaceholders(route["response"], .toggle)
        case "preferences.get": collectPlaceholders(route["response"], .toggle)
        default: break
        }
    }

    /// The words of ours that a value of a request becomes: a fixed one, those of a list, or those of a table.
    private func chosen(by value: JSONNode?) -> [JSONNode] {
        guard let value else { return [] }
        let values = value["values"]
        return [value["value"]].compactMap(\.self) + (values?.elements ?? []) + (values?.members.map(\.value) ?? [])
    }

    // MARK: templates and samples

    private mutating func collectTemplates(_ root: JSONNode, _ locale: String) {
        declare(.term, root["terms"]?.members ?? [])
        let written = tenant.written
        let groups = slotGroups
        for member in root["messages"]?.members ?? [] {
            add(Name(written.isText(member.name) ? .text : .event, member.name), JSONNode.inner(member.nameRange))
            collectGroups(of: member, groups)
        }
        for message in WrittenMessage.all(in: root) { collect(message, locale) }
        places.sort { $0.place.range.lowerBound < $1.place.range.lowerBound }
    }

    /// The groups that are plugins' own slots, such as `email`.
    private var slotGroups: Set<String> {
        Set(
            tenant.registry.descriptors.flatMap(\.slots).map(\.name).filter { $0.contains(".") }
                .compactMap { $0.split(separator: ".").first.map(String.init) }
        )
    }

    /// A group that is no plugin's own slots is named for a channel.
    private mutating func collectGroups(of member: JSONMember, _ slotGroups: Set<String>) {
        for group in member.value.members
        where group.value.isObject && group.value["match"] == nil && group.value["when"] == nil
            && !slotGroups.contains(group.name)
        {
            add(Name(.channel, group.name), JSONNode.inner(group.nameRange))
        }
    }

    private mutating func collect(_ message: WrittenMessage, _ locale: String) {
        guard message.isServed else { return }
        let fields = tenant.written.fields(of: message.id)
        let map = MessageMap(message.node, fields: fields, in: bytes)
        guard map.source.utf8.contains(UInt8(ascii: "$")) else { return }
        let read = MessageTokens(map.source)
        let names = Set(fields.map(\.name))
        let scope = "\(locale)/\(message.id)/\(message.slot)"
        var locals: Set<String> = []
        for (index, token) in read.tokens.enumerated() where token.kind == .variable {
            let text = String(read.text(token).dropFirst())
            let range = token.range.lowerBound + 1..<token.range.upperBound
            let follows = index > 0 && read.tokens[index - 1].kind == .keyword
            if follows, read.text(read.tokens[index - 1]) == ".local" {
                locals.insert(text)
                guard let place = map.fileRange(of: range) else { continue }
                add(Name(.local, text, in: scope), place, declares: place)
            } else if locals.contains(text) {
                if let place = map.fileRange(of: range) { add(Name(.local, text, in: scope), place) }
            } else {
                // `$fee.present` names the field `fee`.
                let field = text.hasSuffix(".present") ? String(text.dropLast(8)) : text
                let part = range.lowerBound..<range.lowerBound + field.utf8.count
                guard names.contains(field) || !Self.given.contains(field.prefix { $0 != "." }) else { continue }
                guard let place = map.fileRange(of: part) else { continue }
                add(names.contains(field) ? Name(.field, field, in: message.id) : Name(.term, field), place)
            }
        }
    }

    /// Variables that the host gives to every message.
    private static let given: Set<Substring> = ["tenant", "recipient", "link"]

    private mutating func collectSample(_ root: JSONNode, _ stem: String) {
        guard let event = tenant.written.event(ofSample: stem) else { return }
        let known = Set(tenant.written.fields(of: event).map(\.name))
        for member in root.members where known.contains(member.name) {
            add(Name(.field, member.name, in: event), JSONNode.inner(member.nameRange))
        }
    }
}

/// Placeholders such as `{field}` in strings that aren't messages.
enum Placeholders {
    /// The first part of each, with its bytes in the text; `{{` is a brace.
    static func names(in text: String) -> [(name: String, range: Range<Int>)] {
        let bytes = Array(text.utf8)
        var names: [(name: String, range: Range<Int>)] = []
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "{") else {
                position += 1
                continue
            }
            if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "{") {
                position += 2
                continue
            }
            let start = position + 1
            var end = start
            while end < bytes.count, !"}.?".utf8.contains(bytes[end]) { end += 1 }
            guard end < bytes.count else { break }
            names.append((String(decoding: bytes[start..<end], as: UTF8.self), start..<end))
            position = end
        }
        return names
    }
}
