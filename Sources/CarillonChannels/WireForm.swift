public import CarillonModel
public import CarillonPluginKit

/// What a provider demands of a request, written from its documentation, apart from what we send: a misspelt name can't
/// agree with itself.
public struct WireForm: Sendable, Hashable {
    public enum Content: String, Sendable, Hashable, CaseIterable {
        case json
        case form
        case text
        case none
    }

    public enum ValueType: String, Sendable, Hashable, CaseIterable {
        case text
        case integer
        case number
        case boolean
        case list
        case object
    }

    /// One member: a pointer in JSON (`/personalizations/*/to`), a name in a form.
    public struct Member: Sendable, Hashable {
        public let type: ValueType?
        public let isRequired: Bool
        public let limit: TextLimit?
        public let pattern: LinearPattern?
        /// Those that are allowed; empty: all.
        public let values: [JSONValue]
        public let range: ClosedRange<Int>?
        /// Whether a secret belongs here.
        public let isSecret: Bool
        /// Whether what is inside is the sender's affair.
        public let isOpen: Bool
        /// Whether the provider is told here where to report, or by which name.
        public let isCallback: Bool

        public init(
            type: ValueType?,
            isRequired: Bool,
            limit: TextLimit?,
            pattern: LinearPattern?,
            values: [JSONValue],
            range: ClosedRange<Int>?,
            isSecret: Bool,
            isOpen: Bool,
            isCallback: Bool
        ) {
            self.type = type
            self.isRequired = isRequired
            self.limit = limit
            self.pattern = pattern
            self.values = values
            self.range = range
            self.isSecret = isSecret
            self.isOpen = isOpen
            self.isCallback = isCallback
        }
    }

    /// Where a request, and its answer, have the messages of a batch.
    public struct Batch: Sendable, Hashable {
        /// Its elements, such as `/*` where the body is the list.
        public let request: AnswerPointer
        public let answer: AnswerPointer
        /// The most that the provider takes.
        public let most: Int

        public init(request: AnswerPointer, answer: AnswerPointer, most: Int) {
            self.request = request
            self.answer = answer
            self.most = most
        }
    }

    public let method: RequestMethod
    public let path: LinearPattern
    /// Whether the path holds a secret.
    public let hasSecretPath: Bool
    /// The kind of authentication; nil: none.
    public let authentication: String?
    public let query: [String: Member]
    public let content: Content
    public let members: [String: Member]
    /// Nil where a request has one message.
    public let batch: Batch?

    public init(
        method: RequestMethod,
        path: LinearPattern,
        hasSecretPath: Bool,
        authentication: String?,
        query: [String: Member],
        content: Content,
        members: [String: Member],
        batch: Batch? = nil
    ) {
        self.method = method
        self.path = path
        self.hasSecretPath = hasSecretPath
        self.authentication = authentication
        self.query = query
        self.content = content
        self.members = members
        self.batch = batch
    }
}

extension WireForm {
    /// What the provider has where a value of the body stands.
    public func member(at path: [String]) -> Member? {
        members[content == .form ? path.joined(separator: "/") : "/" + path.joined(separator: "/")]
    }

    /// Where the provider is told to report, or by which name, in the places that are marked so; empty where it is told nothing.
    public func callbackTexts(in request: EgressRequest) -> [String] {
        let marked = members.filter(\.value.isCallback).keys.sorted()
        guard !marked.isEmpty else { return [] }
        switch content {
        case .form: return FormText.fields(request.body).filter { marked.contains($0.name) }.map(\.value)
        case .json:
            guard let json = try? JSONValue(parsing: request.body) else { return [] }
            return marked.compactMap { AnswerPointer($0) }.flatMap { $0.values(in: json) }.compactMap(\.string)
        case .text, .none: return []
        }
    }

    /// What of a request the provider wouldn't take, a clause each; none where it takes all.
    public func faults(in request: EgressRequest) -> [String] {
        var faults: [String] = []
        if request.method != method {
            faults.append("the method is \(request.method.rawValue), not \(method.rawValue)")
        }
        let address = WebOrigin.split(request.url)?.rest ?? ""
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if !path.matches(parts.first ?? "") { faults.append("the path isn't `\(path.source)`") }
        let queryKey = authentication.flatMap { $0.hasPrefix("query:") ? String($0.dropFirst("query:".count)) : nil }
        let pairs = FormText.fields(parts.count == 2 ? parts[1] : "")
        faults += Self.faults(in: pairs.filter { $0.name != queryKey }, query, of: "the query")
        if let queryKey, !pairs.contains(where: { $0.name == queryKey }) {
            faults.append("the query lacks `\(queryKey)`")
        }
        faults += authenticationFaults(request)
        switch content {
        case .none: if !request.body.isEmpty { faults.append("there is a body") }
        case .text: break
        case .form:
            faults += Self.faults(in: FormText.fields(request.body), members, of: "the form")
        case .json:
            guard let json = try? JSONValue(parsing: request.body) else { return faults + ["the body is no JSON"] }
            faults += jsonFaults(json, at: [])
            faults += missingFaults(json)
            faults += batchFaults(json)
        }
        return faults
    }

    /// How a request fails to show whom it comes from.
    public func authenticationFaults(_ request: EgressRequest) -> [String] {
        let value = request.headers.first { $0.name.lowercased() == "authorization" }?.value
        switch authentication {
        case "basic"? where value?.hasPrefix("Basic ") != true, "bearer"? where value?.hasPrefix("Bearer ") != true:
            return ["the request isn't signed in by \(authentication ?? "")"]
        case "sigv4"? where value?.hasPrefix(AWSSignature.algorithm + " ") != true:
            return ["the request isn't signed as AWS has it"]
        case let header? where header.hasPrefix("header:"):
            let name = header.dropFirst("header:".count).lowercased()
            return request.headers.contains { $0.name.lowercased() == name } ? [] : ["the header \(name) is missing"]
        default: return []
        }
    }

    // MARK: forms

    private static func faults(
        in pairs: [(name: String, value: String)],
        _ members: [String: Member],
        of whole: String
    ) -> [String] {
        var faults: [String] = []
        for (name, value) in pairs {
            guard let member = members[name] else {
                faults.append("\(whole) has `\(name)`, which the provider doesn't know")
                continue
            }
            faults += member.faults(in: member.typed(value)).map { "`\(name)` \($0)" }
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) where member.isRequired {
            if !pairs.contains(where: { $0.name == name }) { faults.append("\(whole) lacks `\(name)`") }
        }
        return faults
    }

    // MARK: JSON

    /// The pointer with `*` for every index.
    private static func name(_ path: [String]) -> String { "/" + path.joined(separator: "/") }

    private func jsonFaults(_ value: JSONValue, at path: [String]) -> [String] {
        var faults: [String] = []
        if !path.isEmpty {
            let name = Self.name(path)
            if let member = members[name] {
                faults += member.faults(in: value).map { "`\(name)` \($0)" }
                if member.isOpen { return faults }
            } else if !members.keys.contains(where: { $0.hasPrefix(name + "/") }) {
                return ["the body has `\(name)`, which the provider doesn't know"]
            }
        }
        switch value {
        case .object(let object):
            for member in object.members { faults += jsonFaults(member.value, at: path + [member.name]) }
        case .array(let elements):
            for element in elements { faults += jsonFaults(element, at: path + ["*"]) }
        default: break
        }
        return faults
    }

    private func batchFaults(_ json: JSONValue) -> [String] {
        guard let batch else { return [] }
        let list = AnswerPointer(Array(batch.request.steps.dropLast())).values(in: json).first?.array
        guard let list, !list.isEmpty else { return ["the body has no list of messages"] }
        return list.count > batch.most ? ["the body has \(list.count) messages, more than \(batch.most)"] : []
    }

    private func missingFaults(_ json: JSONValue) -> [String] {
        members.filter(\.value.isRequired).keys.sorted().compactMap { name in
            guard let pointer = AnswerPointer(name) else { return nil }
            let parents = AnswerPointer(Array(pointer.steps.dropLast())).values(in: json)
            let isThere = parents.allSatisfy { !AnswerPointer([pointer.steps.last ?? ""]).values(in: $0).isEmpty }
            return isThere ? nil : "the body lacks `\(name)`"
        }
    }
}

extension WireForm.Member {
    /// What a form's text stands for.
    fileprivate func typed(_ text: String) -> JSONValue {
        switch type {
        case .integer?, .number?: Double(text) == nil ? .string(text) : .number(text)
        case .boolean?: text == "true" || text == "false" ? .boolean(text == "true") : .string(text)
        default: .string(text)
        }
    }

    fileprivate func faults(in value: JSONValue) -> [String] {
        if let type, !type.isTypeOf(value) { return ["is \(value.kind), not a \(type.rawValue)"] }
        var faults: [String] = []
        if !values.isEmpty, !values.contains(value) { faults.append("is none of those that the provider knows") }
        if let pattern, let text = value.string, !pattern.matches(text) { faults.append("isn't `\(pattern.source)`") }
        if let limit, let text = value.string, limit.count(text) > limit.most {
            faults.append("has \(limit.count(text)) \(limit.unit.rawValue), more than \(limit.most)")
        }
        if let limit, let list = value.array, list.count > limit.most {
            faults.append("has \(list.count) elements, more than \(limit.most)")
        }
        if let range, let number = value.wholeNumber, !range.contains(Int(number)) {
            faults.append("is \(number), not from \(range.lowerBound) to \(range.upperBound)")
        }
        return faults
    }
}

extension WireForm.ValueType {
    fileprivate func isTypeOf(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.string != nil
        case .integer: value.wholeNumber != nil
        case .number: if case .number = value { true } else { false }
        case .boolean: value.boolean != nil
        case .list: value.array != nil
        case .object: value.object != nil
        }
    }
}
