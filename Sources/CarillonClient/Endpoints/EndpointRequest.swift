public import CarillonModel

/// A call of the host by an app: what goes out, and what the answer means.
///
/// `carillon generate` writes functions that make them; ``EndpointSender`` sends them.
public struct EndpointRequest<Answer: Sendable, Code: EndpointCode>: Sendable {
    /// What is asked, such as `devices.register`.
    public let name: String
    public let method: RequestMethod
    public let access: EndpointAccess
    /// Behind the tenant's own name: path and query, percent-encoded.
    public let target: String
    /// What stands before ``target`` at a host that has several tenants: `/acme`, or nothing for the host's own routes.
    public let prefix: String
    /// By name, without those of every request.
    public let headers: [String: String]
    /// Nil: none goes out.
    public let body: JSONValue?
    /// What the host would refuse: where there is any, nothing is sent.
    public let faults: [EndpointFault]
    /// Whether no value makes the path another one: each is a segment of its own, neither empty nor made of dots.
    let isSound: Bool
    let errors: EndpointErrors
    let read: @Sendable (EndpointValue) throws -> Answer

    /// - Parameters:
    ///   - path: its segments, as they are before percent-encoding.
    ///   - body: the members of the body's object; nil for no body.
    ///   - answer: makes the answer of its JSON, which is null where there is none.
    public init(
        _ name: String,
        _ method: RequestMethod,
        _ path: [EndpointParameter],
        prefix: String,
        access: EndpointAccess,
        query: [EndpointParameter] = [],
        headers: [EndpointParameter] = [],
        body: [EndpointParameter]? = nil,
        errors: EndpointErrors,
        answer: @escaping @Sendable (EndpointValue) throws -> Answer
    ) {
        let segments = path.map { EndpointParameter.text($0.value ?? .null) }
        let pairs = query.flatMap(\.pairs).map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        self.name = name
        self.method = method
        self.access = access
        target =
            segments.map { "/" + PercentEncoding.encode($0) }.joined()
            + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        self.prefix = prefix
        self.headers = Dictionary(headers.flatMap(\.pairs), uniquingKeysWith: { $0 + "," + $1 })
        self.body = body.map(EndpointParameter.object)
        faults =
            path.flatMap { $0.faults(in: "path") } + query.flatMap { $0.faults(in: "query") }
            + headers.flatMap { $0.faults(in: "header") } + (body ?? []).flatMap { $0.faults(in: "body") }
        isSound = segments.allSatisfy { !["", ".", ".."].contains($0) }
        self.errors = errors
        read = answer
    }
}

extension EndpointRequest: CustomStringConvertible, CustomReflectable {
    /// Without values: there are tokens among them.
    public var description: String { name }

    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// What proves who calls.
public enum EndpointAccess: Sendable, Hashable {
    /// The user's token.
    case user
    /// The user's token where there is one.
    case optionalUser
    /// Nothing: no token goes out.
    case none
}

/// A value of a request, and where it stands; in a path, a text is one that always stands there.
public struct EndpointParameter: Sendable, ExpressibleByStringLiteral {
    /// Names from the outside in; none for a whole body.
    let steps: [String]
    /// Nil: left out.
    let value: JSONValue?
    /// What stands between the elements of a list in a query; nil for a parameter each.
    let separator: String?
    let limit: EndpointLimit?

    /// - Parameters:
    ///   - steps: names from the outside in; none for a whole body.
    ///   - value: nil where it is left out.
    ///   - separator: what stands between the elements of a list in a query; nil for a parameter each.
    ///   - limit: what it may be; nil for anything.
    public init(_ steps: String..., value: JSONValue?, separator: String? = nil, limit: EndpointLimit? = nil) {
        self.steps = steps
        self.value = value
        self.separator = separator
        self.limit = limit
    }

    /// A text that always stands there, in a path.
    public init(stringLiteral text: String) {
        self.init(value: .string(text))
    }

    /// - Parameter part: of the request, such as `body`.
    func faults(in part: String) -> [EndpointFault] {
        guard let value, let limit else { return [] }
        return limit.faults(of: value, at: ([part] + steps).joined(separator: "."))
    }

    /// A value as it stands in a path or a query.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text), .number(let text): text
        case .boolean(let flag): String(flag)
        case .null: ""
        case .array, .object: value.text
        }
    }

    /// A number or a flag as a text, as some contracts write them.
    public static func asText(_ value: JSONValue) -> JSONValue { .string(text(value)) }

    /// In a query, or in a header.
    var pairs: [(String, String)] {
        guard let value, let name = steps.first else { return [] }
        guard let elements = value.array else { return [(name, Self.text(value))] }
        let texts = elements.map(Self.text)
        guard let separator else { return texts.map { (name, $0) } }
        return [(name, texts.joined(separator: separator))]
    }

    /// A whole value first, and the members over it.
    static func object(_ parameters: [EndpointParameter]) -> JSONValue {
        var body = parameters.first { $0.steps.isEmpty && $0.value != nil }?.value ?? .object(JSONObject())
        for parameter in parameters where !parameter.steps.isEmpty {
            guard let value = parameter.value else { continue }
            body = body.setting(value, at: parameter.steps[...])
        }
        return body
    }
}

extension JSONValue {
    fileprivate func setting(_ value: JSONValue, at steps: ArraySlice<String>) -> JSONValue {
        guard let step = steps.first else { return value }
        var members = object ?? JSONObject()
        members[step] = (members[step] ?? .object(JSONObject())).setting(value, at: steps.dropFirst())
        return .object(members)
    }

    /// An object without the members that are left out.
    public static func endpointObject(_ members: [(name: String, value: JSONValue?)]) -> JSONValue {
        .object(JSONObject(members.compactMap { member in member.value.map { .init(member.name, $0) } }))
    }
}

/// A value that null may stand for, where null isn't the same as leaving it out.
public enum OrNull<Value: Sendable & Hashable>: Sendable, Hashable {
    case null
    case value(Value)

    /// As JSON has it.
    public func json(_ written: (Value) -> JSONValue) -> JSONValue {
        switch self {
        case .null: .null
        case .value(let value): written(value)
        }
    }
}
