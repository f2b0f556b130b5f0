import CarillonModel
import CarillonProfiles

/// Reads the operations of an OpenAPI document.
struct OperationReader {
    /// Documents with more are those of a whole company.
    static let limit = 5_000
    /// Parameters and members of the body of one operation.
    private static let inputLimit = 500

    private let document: OpenAPIDocument
    var schemas: SchemaReader
    private var findings = ImportFindings()

    init(_ document: OpenAPIDocument) {
        self.document = document
        schemas = SchemaReader(document)
    }

    /// The operations in the order written, and what is wrong with the document around them.
    static func read(_ document: OpenAPIDocument) -> (operations: [DocumentOperation], findings: [ImportFinding]) {
        var reader = OperationReader(document)
        let operations = reader.operations()
        return (operations, reader.findings.all + reader.schemas.findings.all)
    }

    private mutating func operations() -> [DocumentOperation] {
        guard let paths = document.root.member("paths") else { return [] }
        let root = DocumentPlace.root.member(paths)
        var operations: [DocumentOperation] = []
        for path in paths.value.members where path.name.hasPrefix("/") {
            let here = root.member(path)
            guard let (item, place) = schemas.resolved(path.value, at: here) else { continue }
            for member in item.members {
                guard let method = RequestMethod(rawValue: member.name.uppercased()) else { continue }
                guard operations.count < Self.limit else {
                    findings.add(place, "there are more than \(Self.limit) operations; the rest isn't read")
                    return operations
                }
                guard member.value.isObject else {
                    findings.add(place.member(member), "an operation is an object, and this is \(member.value.kind)")
                    continue
                }
                operations.append(operation(method, path.name, item, member, at: place.member(member)))
            }
        }
        return operations
    }

    private mutating func operation(
        _ method: RequestMethod,
        _ path: String,
        _ item: JSONNode,
        _ member: JSONMember,
        at place: DocumentPlace
    ) -> DocumentOperation {
        schemas.beginOperation()
        let node = member.value
        let security = (node["security"] ?? document.root["security"])?.elements ?? []
        let responses = node.member("responses")
        return DocumentOperation(
            method: method,
            path: path,
            place: place,
            id: node["operationId"]?.string ?? "",
            summary: node["summary"]?.string ?? "",
            tags: node["tags"]?.elements.compactMap(\.string) ?? [],
            isProtected: !security.isEmpty && !security.contains { $0.isObject && $0.members.isEmpty },
            inputs: inputs(item, node, at: place),
            response: response(responses, at: place),
            answersNotFound: responses?.value["404"] != nil,
            errors: errors(responses, at: place)
        )
    }

    // MARK: the request

    private mutating func inputs(
        _ item: JSONNode,
        _ node: JSONNode,
        at place: DocumentPlace
    ) -> [DocumentOperation.Input] {
        let all = parameters(item, node, at: place) + body(node, at: place)
        if all.count > Self.inputLimit {
            findings.add(place, "more than \(Self.inputLimit) fields: the rest isn't read")
        }
        return Array(all.prefix(Self.inputLimit))
    }

    /// Those of the path first; one of the operation's own takes the place of the path's.
    private mutating func parameters(
        _ item: JSONNode,
        _ node: JSONNode,
        at place: DocumentPlace
    ) -> [DocumentOperation.Input] {
        var inputs: [DocumentOperation.Input] = []
        for owner in [node, item] {
            guard let list = owner.member("parameters") else { continue }
            for (index, element) in list.value.elements.enumerated() {
                let here = place.member(list).element(index, element)
                guard let (parameter, inner) = schemas.resolved(element, at: here) else { continue }
                guard let name = parameter["name"]?.string,
                    let part = parameter["in"]?.string.flatMap(RequestPath.Part.init(rawValue:))
                else {
                    if parameter["in"]?.string == "cookie" { continue }
                    findings.add(inner, "a parameter has a `name`, and `in` is path, query, header or cookie")
                    continue
                }
                guard !inputs.contains(where: { $0.source.part == part && $0.name == name }) else { continue }
                guard let source = RequestPath("\(part.rawValue).\(name)") else {
                    findings.add(inner, "contracts can't read a parameter of the name \"\(name)\"")
                    continue
                }
                inputs.append(
                    DocumentOperation.Input(
                        source,
                        name,
                        at: inner,
                        parameter.member("schema").map { schemas.read($0.value, at: inner.member($0)) } ?? .anything,
                        isRequired: part == .path || parameter["required"]?.boolean == true
                    )
                )
            }
        }
        return inputs
    }

    private mutating func body(_ node: JSONNode, at place: DocumentPlace) -> [DocumentOperation.Input] {
        guard let member = node.member("requestBody") else { return [] }
        guard let (body, inner) = schemas.resolved(member.value, at: place.member(member)),
            let content = body.member("content")
        else { return [] }
        guard let json = content.value.members.first(where: { $0.name.isJSON }) else {
            let types = content.value.members.map(\.name).joined(separator: ", ")
            findings.add(inner, "contracts read JSON, and this body is \(types.isEmpty ? "of no type" : types)")
            return []
        }
        guard let schema = json.value.member("schema") else { return [] }
        let at = inner.member(content).member(json).member(schema)
        let read = schemas.read(schema.value, at: at)
        if case .list = read, let whole = RequestPath("body") {
            // A body that is a list is most often one of ids.
            return [DocumentOperation.Input(whole, "ids", at: at, read, isRequired: true)]
        }
        return inputs(read.members, at: [], isSure: body["required"]?.boolean ?? true, isNullable: false)
    }

    /// Members of the body, and those of objects in it.
    private mutating func inputs(
        _ members: [DocumentSchema.Member],
        at steps: [String],
        isSure: Bool,
        isNullable: Bool
    ) -> [DocumentOperation.Input] {
        members.flatMap { member -> [DocumentOperation.Input] in
            let path = steps + [member.name]
            let isRequired = isSure && member.isRequired
            guard let source = RequestPath((["body"] + path).joined(separator: ".")), source.steps == path else {
                findings.add(member.place, "contracts can't read a member of the name \"\(member.name)\"")
                return []
            }
            let own = DocumentOperation.Input(
                source,
                member.name,
                at: member.place,
                member.schema,
                isRequired: isRequired,
                isNullable: isNullable || member.isNullable
            )
            let inner = inputs(
                member.schema.members,
                at: path,
                isSure: isRequired,
                isNullable: isNullable || member.isNullable
            )
            return [own] + inner
        }
    }
}

extension String {
    /// Whether it is a media type of JSON.
    var isJSON: Bool {
        let type = prefix { $0 != ";" }.lowercased()
        return type == "application/json" || type.hasSuffix("+json") || type == "*/*" || type == "text/json"
    }
}
