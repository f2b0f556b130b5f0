import CarillonModel
import CarillonProfiles

/// What a schema describes, as an example: the members that a message can't do without, and those that look like an address
/// or a text.
struct SchemaSample {
    private let isForm: Bool
    /// Members of `wire`: all that the schema has.
    private(set) var wire = JSONObject()
    private(set) var facts: [String: DocumentedOperation.Fact] = [:]
    private(set) var questions: [String] = []

    /// Deeper than messages are.
    private static let depth = 6
    /// Members of `wire`; a schema with more describes more than a message.
    private static let memberLimit = 200

    init(isForm: Bool) {
        self.isForm = isForm
    }

    /// An example of the body.
    mutating func body(_ schema: DocumentSchema) -> JSONValue {
        demand(schema, at: "", isRequired: true, depth: 0)
        if wire.members.count >= Self.memberLimit {
            questions.append("wire: the document has more members than are written here")
        }
        return value(schema, called: "", at: "", within: [], depth: 0)
    }

    /// The key of a setting for a value of this name.
    static func key(_ name: String) -> String { ChannelDraft.camel(variable(name)) }

    /// The name of a value that isn't known here.
    static func variable(_ name: String) -> String { SplitWords(name).joined }

    /// An example of a parameter.
    static func text(
        _ schema: DocumentSchema,
        called name: String
    ) -> (text: String, facts: [String: DocumentedOperation.Fact]) {
        var sample = SchemaSample(isForm: true)
        let value = sample.value(schema, called: name, at: name, within: [], depth: 0)
        return (value.string ?? value.text, sample.facts)
    }

    /// An example of an answer, with everything in it.
    static func answer(_ schema: DocumentSchema, depth: Int = 0) -> JSONValue {
        switch schema {
        case .object(let members) where depth < Self.depth:
            let known = members.prefix(50).map { JSONObject.Member($0.name, answer($0.schema, depth: depth + 1)) }
            return .object(JSONObject(known))
        case .list(let element) where depth < Self.depth: return .array([answer(element, depth: depth + 1)])
        case .scalar(let scalar):
            if let shown = scalar.example ?? scalar.standard { return shown }
            switch scalar.kind {
            case .text: return .string(scalar.values.first ?? "example")
            case .integer, .number: return JSONValue(scalar.numbers.first ?? scalar.minimum ?? 1)
            case .boolean: return true
            }
        case .object, .list, .anything: return [:]
        }
    }

    // MARK: what the provider demands

    private func pointer(_ parent: String, _ name: String) -> String {
        isForm ? name : parent + JSONPointer.step(name)
    }

    private mutating func demand(_ schema: DocumentSchema, at place: String, isRequired: Bool, depth: Int) {
        guard wire.members.count < Self.memberLimit else { return }
        var member = JSONObject()
        if isRequired, !place.isEmpty { member["required"] = true }
        switch schema {
        case .object(let members):
            if isForm, !place.isEmpty {
                member["type"] = "text"
                break
            }
            guard depth < Self.depth, !members.isEmpty else {
                member["type"] = "object"
                member["open"] = true
                break
            }
            member["type"] = "object"
            if !place.isEmpty { wire[place] = .object(member) }
            for inner in members {
                demand(inner.schema, at: pointer(place, inner.name), isRequired: inner.isRequired, depth: depth + 1)
            }
            return
        case .list(let element):
            if isForm {
                member["type"] = "text"
                break
            }
            member["type"] = "list"
            if !place.isEmpty { wire[place] = .object(member) }
            demand(element, at: "\(place)/*", isRequired: false, depth: depth + 1)
            return
        case .scalar(let scalar): demand(scalar, in: &member)
        case .anything: if !isForm { member["open"] = true }
        }
        if !place.isEmpty { wire[place] = .object(member) }
    }

    private func demand(_ scalar: DocumentSchema.Scalar, in member: inout JSONObject) {
        switch scalar.kind {
        case .text: member["type"] = "text"
        case .integer: member["type"] = "integer"
        case .number: member["type"] = "number"
        case .boolean: member["type"] = "boolean"
        }
        if scalar.kind == .text, let most = scalar.maxLength, most > 0 { member["max"] = JSONValue(most) }
        if !scalar.values.isEmpty, scalar.values.count <= 100 {
            member["values"] = .array(scalar.values.map { .string($0) })
        }
        if scalar.kind == .integer, let least = scalar.minimum, let most = scalar.maximum, least <= most {
            member["range"] = [JSONValue(least), JSONValue(most)]
        }
    }

    // MARK: an example

    /// - Parameter owners: the names of what it is in, outermost first.
    private mutating func value(
        _ schema: DocumentSchema,
        called name: String,
        at place: String,
        within owners: [String],
        depth: Int
    ) -> JSONValue {
        switch schema {
        case .object(let members):
            let chosen = depth < Self.depth ? Self.chosen(members) : []
            if chosen.isEmpty { questions.append("request\(at(place)): nothing in it is required") }
            let inside = name.isEmpty ? owners : owners + [name]
            return .object(
                JSONObject(
                    chosen.map { member in
                        let here = pointer(place, member.name)
                        let inner = value(
                            member.schema,
                            called: member.name,
                            at: here,
                            within: inside,
                            depth: depth + 1
                        )
                        return JSONObject.Member(member.name, inner)
                    }
                )
            )
        case .list(let element):
            guard depth < Self.depth else { return [] }
            return [value(element, called: name, at: "\(place)/*", within: owners, depth: depth + 1)]
        case .scalar(let scalar): return value(scalar, called: name, at: place, within: owners)
        case .anything:
            questions.append("request\(at(place)): the document doesn't say what is in it")
            return isForm ? "" : [:]
        }
    }

    private func at(_ place: String) -> String {
        let body = isForm ? ".form" : ".json"
        return place.isEmpty ? body : isForm ? "\(body).\(place)" : body + place
    }

    /// Those that are required; where these are no address or no text, the first that looks like one.
    private static func chosen(_ members: [DocumentSchema.Member]) -> [DocumentSchema.Member] {
        var names = Set(members.filter(\.isRequired).map(\.name))
        for looks in [ChannelDraft.isAddress, ChannelDraft.isText, ChannelDraft.isTitle, ChannelDraft.isSender] {
            guard !members.contains(where: { $0.isRequired && looks($0.name) }) else { continue }
            if let first = members.first(where: { looks($0.name) && $0.schema.isPlain }) { names.insert(first.name) }
        }
        return members.filter { names.contains($0.name) }
    }

    private mutating func value(
        _ scalar: DocumentSchema.Scalar,
        called name: String,
        at place: String,
        within owners: [String]
    ) -> JSONValue {
        let shown = scalar.example.flatMap { ChannelDraft.hasVariables($0.string ?? "") ? nil : $0 }
        switch scalar.kind {
        case .boolean: return scalar.standard ?? shown ?? false
        case .integer, .number:
            if ChannelDraft.isAddress(name) { return shown ?? 42 }
            if let known = scalar.standard ?? shown { return known }
            let number = scalar.numbers.first ?? scalar.minimum ?? 0
            questions.append("request\(at(place)): \(number) stands there, because the document has no example")
            return JSONValue(number)
        case .text: break
        }
        if scalar.values.count == 1 || scalar.standard?.string != nil {
            return scalar.standard ?? .string(scalar.values[0])
        }
        let isOfSender = owners.contains { ChannelDraft.isSender($0) || SplitName($0).words.contains("reply") }
        if isOfSender { return variable((owners + [name]).suffix(2).joined(separator: "_"), scalar) }
        if ChannelDraft.isAddress(name) { return .string(shown?.string ?? Self.address(scalar, called: name)) }
        let isValue = ChannelDraft.isValue(name, of: owners.last ?? "")
        if isValue || ChannelDraft.isText(name) || ChannelDraft.isTitle(name) {
            facts[isValue ? owners.last ?? name : name, default: .init()].longest = scalar.maxLength
            return .string(shown?.string.flatMap { $0.isEmpty ? nil : $0 } ?? "Hello")
        }
        if ChannelDraft.isSender(name) {
            facts["from", default: .init()].longest = scalar.maxLength
            return .string(shown?.string ?? (scalar.format == "email" ? "notify@example.com" : "Example"))
        }
        return variable(name, scalar)
    }

    /// A value that the tenant's settings have.
    private mutating func variable(_ name: String, _ scalar: DocumentSchema.Scalar) -> JSONValue {
        let key = Self.key(name)
        facts[key, default: .init()].choices = scalar.values
        if let example = scalar.example?.string ?? scalar.values.first { facts[key]?.example = example }
        if facts[key]?.example == nil, scalar.format == "email" { facts[key]?.example = "notify@example.com" }
        return .string("${\(Self.variable(name))}")
    }

    private static func address(_ scalar: DocumentSchema.Scalar, called name: String) -> String {
        let parts = Set(SplitName(name).words)
        if scalar.format == "email" || parts.contains("email") { return "ada@example.com" }
        let phone: Set<String> = ["to", "phone", "msisdn", "number", "destination", "recipient"]
        return parts.isDisjoint(with: phone) ? "example-1" : "+4790012345"
    }
}

/// A name as the shell's variables are written: `MessagingServiceSid` is `messaging_service_sid`.
private struct SplitWords {
    let joined: String

    init(_ name: String) {
        var joined = ""
        var wasSmall = false
        for scalar in name.unicodeScalars {
            let isLetter = (97...122).contains(scalar.value | 0x20)
            let isDigit = (48...57).contains(scalar.value)
            let isCapital = (65...90).contains(scalar.value)
            if !isLetter && !isDigit || isCapital && wasSmall, joined.last != "_", !joined.isEmpty { joined += "_" }
            if isLetter || isDigit { joined.unicodeScalars.append(scalar) }
            wasSmall = isLetter && !isCapital || isDigit
        }
        if joined.hasSuffix("_") { joined.removeLast() }
        let isName = joined.unicodeScalars.first.map { (97...122).contains($0.value | 0x20) } ?? false
        self.joined = isName ? joined.lowercased() : "value\(joined.lowercased())"
    }
}

extension DocumentSchema {
    /// Whether an example of it is a text or a number.
    fileprivate var isPlain: Bool { scalar.map { $0.kind != .boolean } ?? false }
}
