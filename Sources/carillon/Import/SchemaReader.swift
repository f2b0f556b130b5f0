import CarillonProfiles

/// Reads schemas, each within bounds: a document may refer to itself, and to more than anybody can write down.
struct SchemaReader {
    /// Schemas read for one operation, and for all.
    static let limit = (operation: 5_000, document: 200_000)
    private static let depth = 12

    private let document: OpenAPIDocument
    private var rest = limit.document
    private var restOfOperation = limit.operation
    private(set) var findings = ImportFindings()

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    /// Another operation begins.
    mutating func beginOperation() { restOfOperation = Self.limit.operation }

    mutating func read(_ node: JSONNode, at place: DocumentPlace) -> DocumentSchema {
        schema(node, place, depth: 0, inside: [])
    }

    /// The target of a reference; nil, and a finding, where there is none.
    mutating func resolved(_ node: JSONNode, at place: DocumentPlace) -> (node: JSONNode, place: DocumentPlace)? {
        switch document.target(of: node) {
        case .found(let node, let own): return (node, own ?? place)
        case .fault(let message):
            findings.add(place, message)
            return nil
        }
    }

    private mutating func schema(
        _ node: JSONNode,
        _ place: DocumentPlace,
        depth: Int,
        inside references: Set<String>
    ) -> DocumentSchema {
        guard depth <= Self.depth, restOfOperation > 0, rest > 0 else {
            if restOfOperation == 0 || rest == 0 {
                findings.add(place, "the schemas here are too large; what is left of them isn't read")
                restOfOperation = -1
                rest = rest == 0 ? -1 : rest
            }
            return .anything
        }
        restOfOperation -= 1
        rest -= 1
        var references = references
        if let reference = node["$ref"]?.string, !references.insert(reference).inserted {
            // A list of replies that have replies: nothing wrong, and read once.
            return .anything
        }
        guard let (node, place) = resolved(node, at: place) else { return .anything }
        guard node.isObject else {
            if node.boolean == nil { findings.add(place, "a schema is an object, and this is \(node.kind)") }
            return .anything
        }
        let parts = parts(of: node, place, depth: depth, inside: references)
        let own = own(node, place, depth: depth, inside: references)
        let objects = (parts + [own]).flatMap(\.members)
        if !objects.isEmpty { return .object(Self.joined(objects)) }
        return ([own] + parts).first { if case .anything = $0 { false } else { true } } ?? .anything
    }

    /// `allOf`, and the one alternative of `anyOf` and `oneOf` that isn't null; of several, all their members, none of
    /// which is sure to be there.
    private mutating func parts(
        of node: JSONNode,
        _ place: DocumentPlace,
        depth: Int,
        inside references: Set<String>
    ) -> [DocumentSchema] {
        var parts: [DocumentSchema] = []
        for name in ["allOf", "anyOf", "oneOf"] {
            guard let member = node.member(name) else { continue }
            let alternatives = member.value.elements.filter { $0["type"]?.string != "null" }
            for (index, element) in alternatives.enumerated() {
                let part = schema(
                    element,
                    place.member(member).element(index, element),
                    depth: depth + 1,
                    inside: references
                )
                let isSure = name == "allOf" || alternatives.count == 1
                parts.append(isSure ? part : part.unsure)
            }
        }
        return parts
    }

    private mutating func own(
        _ node: JSONNode,
        _ place: DocumentPlace,
        depth: Int,
        inside references: Set<String>
    ) -> DocumentSchema {
        let types = (node["type"]?.elements.compactMap(\.string) ?? []) + [node["type"]?.string].compactMap(\.self)
        let type = types.first { $0 != "null" }
        if let properties = node.member("properties") {
            let required = Set(node["required"]?.elements.compactMap(\.string) ?? [])
            let members = properties.value.members.map { member in
                let inner = place.member(properties).member(member)
                return DocumentSchema.Member(
                    name: member.name,
                    place: inner,
                    schema: schema(member.value, inner, depth: depth + 1, inside: references),
                    isRequired: required.contains(member.name),
                    isNullable: member.value.allowsNull
                )
            }
            return .object(members)
        }
        if let items = node.member("items") {
            return .list(schema(items.value, place.member(items), depth: depth + 1, inside: references))
        }
        switch type {
        case "array": return .list(.anything)
        case "string": return .scalar(scalar(.text, node))
        case "integer": return .scalar(scalar(.integer, node))
        case "number": return .scalar(scalar(.number, node))
        case "boolean": return .scalar(scalar(.boolean, node))
        case nil where node["enum"] != nil || node["const"] != nil: return .scalar(scalar(.text, node))
        default: return .anything
        }
    }

    private func scalar(_ kind: DocumentSchema.Scalar.Kind, _ node: JSONNode) -> DocumentSchema.Scalar {
        var scalar = DocumentSchema.Scalar(kind: kind)
        scalar.format = node["format"]?.string
        scalar.values = (node["enum"]?.elements ?? [node["const"]].compactMap(\.self)).compactMap(\.string)
        scalar.numbers = (node["enum"]?.elements ?? []).compactMap(\.integer).compactMap { Int(exactly: $0) }
        scalar.pattern = node["pattern"]?.string
        scalar.maxLength = node["maxLength"]?.integer
        scalar.minimum = node["minimum"]?.integer
        scalar.maximum = node["maximum"]?.integer
        scalar.standard = node["default"]?.value
        let only = node["enum"]?.elements.count == 1 ? node["enum"]?.elements.first : nil
        scalar.example = (node["const"] ?? only ?? node["example"] ?? node["examples"]?.elements.first)?.value
        return scalar
    }

    /// Of members with one name the first; it is sure where any of them is.
    private static func joined(_ members: [DocumentSchema.Member]) -> [DocumentSchema.Member] {
        let sure = Set(members.filter(\.isRequired).map(\.name))
        var seen: Set<String> = []
        return members.filter { seen.insert($0.name).inserted }.map { $0.required(sure.contains($0.name)) }
    }
}

extension DocumentSchema {
    /// The same where none of its members is sure to be there.
    fileprivate var unsure: DocumentSchema {
        if case .object(let members) = self { .object(members.map { $0.required(false) }) } else { self }
    }
}

extension DocumentSchema.Member {
    fileprivate func required(_ isRequired: Bool) -> Self {
        Self(name: name, place: place, schema: schema, isRequired: isRequired, isNullable: isNullable)
    }
}

extension JSONNode {
    /// `nullable` of OpenAPI 3.0, `null` among the types or alternatives of 3.1.
    fileprivate var allowsNull: Bool {
        if self["nullable"]?.boolean == true { return true }
        if self["type"]?.elements.contains(where: { $0.string == "null" }) == true { return true }
        return ["anyOf", "oneOf"].contains { name in
            self[name]?.elements.contains { $0["type"]?.string == "null" } == true
        }
    }
}
