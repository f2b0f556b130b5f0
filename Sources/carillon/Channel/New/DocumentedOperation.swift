import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What an OpenAPI document says of the operation that sends a message.
///
/// A document says what is well-formed, and never what an error means: that is left to people.
struct DocumentedOperation {
    /// How a request shows whom it comes from.
    enum Authentication {
        case basic
        case bearer
        case header(String)
        case query(String)
        /// A token granted for a client's credentials (RFC 6749, section 4.4).
        case grant(url: String, scope: String)
    }

    /// What is known of a value beside its type.
    struct Fact {
        var description: String?
        var example: String?
        /// Those that are allowed; empty: all.
        var choices: [String] = []
        /// Characters of the longest.
        var longest: Int?
    }

    /// An answer that isn't well, as the document shows it.
    struct ErrorAnswer {
        let status: Int
        let body: JSONValue
    }

    fileprivate(set) var request: ShownRequest
    fileprivate(set) var authentication: Authentication?
    /// Members of `wire` by pointer, or by name in a form; nil where there is no body.
    fileprivate(set) var wire: JSONObject?
    /// By the name of the setting or the member.
    fileprivate(set) var facts: [String: Fact] = [:]
    fileprivate(set) var accepted: ChannelDraft.Acceptance?
    fileprivate(set) var errors: [ErrorAnswer] = []
    fileprivate(set) var summary: String?
    /// Where people read on.
    fileprivate(set) var source: String?
    /// What is left to be written, a clause each.
    fileprivate(set) var questions: [String] = []

    /// Whether the provider demands a member of this name, wherever it stands.
    func demands(_ name: String) -> Bool {
        (wire?.members ?? []).contains { member in
            let last = member.name.split(separator: "/").last.map { JSONPointer.name($0) }
            return last == name && member.value["required"] == true
        }
    }

    /// Why an operation can't become a channel file, for people.
    struct Fault: Error {
        let message: String
    }
}

/// Reads one operation of a document.
struct DocumentedOperationReader {
    private let document: OpenAPIDocument
    private var schemas: SchemaReader

    init(_ document: OpenAPIDocument) {
        self.document = document
        schemas = SchemaReader(document)
    }

    /// What in the document can't be followed.
    var findings: ImportFindings { schemas.findings }

    /// - Parameter name: an `operationId`, or a method and a path: `POST /messages`.
    /// - Throws: ``DocumentedOperation/Fault``.
    mutating func operation(_ name: String) throws(DocumentedOperation.Fault) -> DocumentedOperation {
        let found = try find(name)
        guard ["GET", "POST", "PUT"].contains(found.method) else {
            throw .init(message: "a channel file sends GET, POST or PUT, and \(name) is \(found.method)")
        }
        let (server, note) = try server(found)
        var operation = DocumentedOperation(
            request: ShownRequest(method: found.method, origin: server.origin, path: server.base + found.path)
        )
        operation.questions += note
        readParameters(of: found, into: &operation)
        readAuthentication(of: found, into: &operation)
        try readBody(of: found, into: &operation)
        readAnswers(of: found, into: &operation)
        operation.summary = found.node["summary"]?.string.flatMap(Self.clause)
        let links = [found.node["externalDocs"], document.root["externalDocs"]]
        operation.source = links.compactMap { $0?["url"]?.string }.first { $0.hasPrefix("https://") }
        return operation
    }

    // MARK: the operation

    private struct Found {
        let method: String
        let path: String
        let item: JSONNode
        let node: JSONNode
        let place: DocumentPlace
    }

    private mutating func find(_ wanted: String) throws(DocumentedOperation.Fault) -> Found {
        var names: [String] = []
        let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
        for path in document.root["paths"]?.members ?? [] {
            let here = DocumentPlace.root.member(path)
            guard let (item, place) = schemas.resolved(path.value, at: here) else { continue }
            for member in item.members where methods.contains(member.name) && member.value.isObject {
                let method = member.name.uppercased()
                let id = member.value["operationId"]?.string
                if id == wanted || "\(method) \(path.name)" == wanted {
                    return Found(
                        method: method,
                        path: path.name,
                        item: item,
                        node: member.value,
                        place: place.member(member)
                    )
                }
                names.append(id ?? "\(method) \(path.name)")
            }
        }
        var message = "the document has no operation \(wanted)"
        if let closest = Suggestion.closest(to: wanted, among: names) {
            message += "; did you mean \(closest)?"
        } else if !names.isEmpty {
            let some = names.prefix(20).joined(separator: ", ")
            message += "; it has \(some)" + (names.count > 20 ? " and \(names.count - 20) more" : "")
        }
        throw .init(message: message)
    }

    /// The first server, with its variables at their defaults.
    private func server(
        _ found: Found
    ) throws(DocumentedOperation.Fault) -> ((origin: String, base: String), questions: [String]) {
        let lists = [found.node["servers"], found.item["servers"], document.root["servers"]]
        guard let server = lists.compactMap({ $0?.elements.first }).first, var url = server["url"]?.string else {
            throw .init(message: "the document names no server; add `servers` with the provider's https URL")
        }
        var questions: [String] = []
        for variable in server["variables"]?.members ?? [] where url.contains("{\(variable.name)}") {
            let value = variable.value["default"]?.string ?? ""
            url = url.replacing("{\(variable.name)}", with: value)
            questions.append(
                "origins: `\(variable.name)` of the server is `\(value)` here; a `choice` of `settings` can stand in its place"
            )
        }
        guard let (origin, rest) = WebOrigin.split(url), url.hasPrefix("https://"), !url.contains("{") else {
            throw .init(message: "the server isn't an https URL: \(url)")
        }
        let base = rest.prefix { !"?#".contains($0) }
        return ((origin.description, base.hasSuffix("/") ? String(base.dropLast()) : String(base)), questions)
    }

    // MARK: the request

    /// Of the path all, of query and headers those that are required.
    private mutating func readParameters(of found: Found, into operation: inout DocumentedOperation) {
        var seen: Set<String> = []
        for owner in [found.node, found.item] {
            guard let list = owner.member("parameters") else { continue }
            for (index, element) in list.value.elements.enumerated() {
                let here = found.place.member(list).element(index, element)
                guard let (parameter, place) = schemas.resolved(element, at: here),
                    let name = parameter["name"]?.string, let part = parameter["in"]?.string,
                    seen.insert("\(part) \(name)").inserted
                else { continue }
                let schema = parameter.member("schema").map { schemas.read($0.value, at: place.member($0)) }
                let isRequired = parameter["required"]?.boolean == true
                let sample = SchemaSample.text(schema ?? .anything, called: name)
                operation.facts.merge(sample.facts) { first, _ in first }
                note(parameter["description"]?.string, of: name, in: &operation)
                switch part {
                case "path":
                    operation.request.path = operation.request.path.replacing(
                        "{\(name)}",
                        with: "<\(SchemaSample.variable(name))>"
                    )
                case "query" where isRequired: operation.request.query.append((name, sample.text))
                case "header" where isRequired && !Self.ownHeaders.contains(name.lowercased()):
                    operation.request.headers.append((name, sample.text))
                default: break
                }
            }
        }
    }

    /// Source: OpenAPI 3.1, Parameter Object, which says that these are ignored.
    private static let ownHeaders: Set<String> = ["accept", "content-type", "authorization"]

    private func note(_ description: String?, of name: String, in operation: inout DocumentedOperation) {
        guard let clause = description.flatMap(Self.clause) else { return }
        operation.facts[SchemaSample.key(name), default: .init()].description = clause
    }

    private mutating func readAuthentication(of found: Found, into operation: inout DocumentedOperation) {
        let needs = (found.node["security"] ?? document.root["security"])?.elements ?? []
        guard let need = needs.first(where: { !$0.members.isEmpty }), let name = need.members.first else {
            operation.questions.append("auth: the document doesn't say how a request shows whom it comes from")
            return
        }
        if needs.count > 1 || need.members.count > 1 {
            operation.questions.append("auth: the document has other ways than `\(name.name)`")
        }
        let schemes = document.root["components"]?["securitySchemes"]
        let place = DocumentPlace(pointer: "/components/securitySchemes/\(name.name)", range: name.nameRange)
        guard let written = schemes?[name.name], let (scheme, _) = schemas.resolved(written, at: place) else {
            operation.questions.append("auth: the document doesn't define `\(name.name)`")
            return
        }
        let (authentication, question) = Self.authentication(scheme, scopes: name.value.elements.compactMap(\.string))
        operation.authentication = authentication
        if let question { operation.questions.append("auth: \(question)") }
    }

    private static func authentication(
        _ scheme: JSONNode,
        scopes: [String]
    ) -> (DocumentedOperation.Authentication?, question: String?) {
        let name = scheme["name"]?.string ?? ""
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased(), scheme["in"]?.string) {
        case ("http"?, "basic"?, _): return (.basic, nil)
        case ("http"?, "bearer"?, _): return (.bearer, nil)
        case ("apiKey"?, _, "header"?) where name.lowercased() == "authorization":
            return (.header(name), "what stands before the key in `Authorization`, if anything does")
        case ("apiKey"?, _, "header"?) where name.isHeaderName: return (.header(name), nil)
        case ("apiKey"?, _, "query"?): return (.query(name), nil)
        case ("oauth2"?, _, _):
            if let flow = scheme["flows"]?["clientCredentials"], let url = flow["tokenUrl"]?.string,
                url.hasPrefix("https://"), WebOrigin.split(url) != nil
            {
                return (.grant(url: url, scope: scopes.joined(separator: " ")), nil)
            }
            return (
                .bearer,
                "OAuth 2 with a user's consent: a token that doesn't expire is a secret here, others take Swift"
            )
        case ("openIdConnect"?, _, _):
            return (.bearer, "OpenID Connect: a token that doesn't expire is a secret here, others take Swift")
        case (let type, let other, _):
            return (nil, "the document has \(other ?? type ?? "nothing") here, which `auth` hasn't under this name")
        }
    }

    private mutating func readBody(
        of found: Found,
        into operation: inout DocumentedOperation
    ) throws(DocumentedOperation.Fault) {
        guard let member = found.node.member("requestBody"),
            let (body, place) = schemas.resolved(member.value, at: found.place.member(member)),
            let content = body.member("content")
        else { return }
        let form = content.value.members.first { $0.name.hasPrefix("application/x-www-form-urlencoded") }
        guard let media = content.value.members.first(where: { $0.name.isJSON }) ?? form else {
            let types = content.value.members.map(\.name).joined(separator: ", ")
            throw .init(message: "a channel file sends JSON or a form, and the body is \(types)")
        }
        guard let schema = media.value.member("schema") else {
            operation.questions.append("request: the document doesn't say what is in the body")
            return
        }
        let read = schemas.read(schema.value, at: place.member(content).member(media).member(schema))
        var sample = SchemaSample(isForm: !media.name.isJSON)
        let json = sample.body(read)
        operation.wire = sample.wire
        operation.facts.merge(sample.facts) { first, _ in first }
        operation.questions += sample.questions
        if media.name.isJSON {
            operation.request.body = .json(json)
        } else {
            let pairs = (json.object?.members ?? []).map { ($0.name, $0.value.formText) }
            operation.request.body = .form(pairs.map { (name: $0.0, value: $0.1) })
        }
    }

    // MARK: answers

    private mutating func readAnswers(of found: Found, into operation: inout DocumentedOperation) {
        guard let responses = found.node.member("responses") else { return }
        let here = found.place.member(responses)
        let sorted = responses.value.members.sorted { $0.name < $1.name }
        for member in sorted {
            guard let (answer, place) = schemas.resolved(member.value, at: here.member(member)) else { continue }
            let bodies = bodies(of: answer, at: place)
            switch member.name.first {
            case "2"? where operation.accepted == nil:
                let header = answer["headers"]?.members.first { SplitName($0.name).words.contains("id") }?.name
                operation.accepted = .init(
                    status: Int(member.name) ?? 200,
                    body: bodies.first,
                    header: header.flatMap { $0.isHeaderName ? $0 : nil }
                )
            case "d"? where !bodies.isEmpty:
                operation.errors += bodies.map { .init(status: 400, body: $0) }
                operation.questions.append(
                    "samples.answers: the document has an error without its status; 400 stands for it"
                )
            case "4"?, "5"?:
                guard let status = Int(member.name) ?? member.name.first?.wholeNumberValue.map({ $0 * 100 }) else {
                    break
                }
                operation.errors += bodies.map { .init(status: status, body: $0) }
            default: break
            }
        }
    }

    /// What the document shows of an answer in JSON; where it shows nothing, what its schema describes.
    private mutating func bodies(of answer: JSONNode, at place: DocumentPlace) -> [JSONValue] {
        guard let content = answer.member("content"),
            let media = content.value.members.first(where: { $0.name.isJSON })
        else { return [] }
        let at = place.member(content).member(media)
        let shown =
            [media.value["example"]].compactMap { $0?.value }
            + (media.value["examples"]?.members ?? []).compactMap { example in
                schemas.resolved(example.value, at: at).flatMap { $0.node["value"]?.value }
            }
        guard shown.isEmpty, let schema = media.value.member("schema") else { return shown }
        if let target = schemas.resolved(schema.value, at: at.member(schema)),
            let example = target.node["example"]?.value
        {
            return [example]
        }
        return [SchemaSample.answer(schemas.read(schema.value, at: at.member(schema)))].filter { $0.object != nil }
    }

    /// The first sentence, on one line and not longer than one.
    private static func clause(_ text: String) -> String? {
        let line = text.prefix { !$0.isNewline }.prefix(120)
        let sentence = line.firstRange(of: ". ").map { line[..<$0.lowerBound] } ?? line
        let clause = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
        return clause.contains { !$0.isWhitespace } ? String(clause) : nil
    }
}

extension String {
    /// Source: RFC 9110, section 5.6.2.
    fileprivate var isHeaderName: Bool { wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil }
}

extension JSONValue {
    /// As a form has it.
    fileprivate var formText: String {
        switch self {
        case .string(let text), .number(let text): text
        default: self.text
        }
    }
}
