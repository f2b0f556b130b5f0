import CarillonModel
import CarillonProfiles

/// An error body of a document, with the host's values of an error in the places of its members.
struct ErrorBody {
    /// As a contract writes it.
    let template: JSONObject
    /// Members that the host has nothing for.
    let unmapped: [DocumentSchema.Member]
    /// The place of the code, through the first element of lists.
    private let codePath: [String]?
    let hasNumbers: Bool

    /// Nil where there is neither code nor message.
    init?(_ schema: DocumentSchema) {
        var writer = Writer()
        guard case .object(let members) = schema else { return nil }
        let object = writer.object(members, at: [])
        guard writer.hasMessage || writer.codePath != nil else { return nil }
        template = object
        unmapped = writer.unmapped
        codePath = writer.codePath
        hasNumbers = writer.hasNumbers
    }

    var hasCode: Bool { codePath != nil }

    /// The code that an answer shows: a text, or a whole number.
    func code(in answer: DocumentOperation.ErrorAnswer) -> JSONValue? {
        guard let codePath else { return nil }
        let shown = answer.examples.compactMap { Self.value(at: codePath[...], in: $0) }
        let all = shown + [Self.scalar(at: codePath[...], in: answer.schema)?.example].compactMap(\.self)
        return all.first { code in
            code.integer != nil || code.string.map { !$0.isEmpty && $0.count <= 100 && $0.isPrintable } == true
        }
    }

    private static func value(at steps: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        let value = value.array?.first ?? value
        guard let step = steps.first else { return value }
        return value.object?[step].flatMap { self.value(at: steps.dropFirst(), in: $0) }
    }

    private static func scalar(at steps: ArraySlice<String>, in schema: DocumentSchema) -> DocumentSchema.Scalar? {
        if case .list(let element) = schema { return scalar(at: steps, in: element) }
        guard let step = steps.first else { return schema.scalar }
        return schema.members.first { $0.name == step }.flatMap { scalar(at: steps.dropFirst(), in: $0.schema) }
    }
}

/// Writes a body, member by member.
private struct Writer {
    var codePath: [String]?
    var hasMessage = false
    var hasNumbers = false
    var unmapped: [DocumentSchema.Member] = []

    private static let codes: Set<String> = [
        "code", "errorcode", "errno", "errcode", "ret", "retcode", "returncode", "resultcode", "slug", "key", "reason",
    ]
    private static let messages: Set<String> = [
        "message", "errormessage", "errmessage", "errmsg", "detail", "details", "description", "errordescription",
        "text",
        "title",
    ]
    private static let statuses: Set<String> = ["status", "statuscode", "httpstatus", "httpcode", "httpstatuscode"]
    private static let faults: Set<String> = [
        "errors", "details", "fields", "violations", "issues", "fielderrors", "validationerrors", "causes",
    ]
    private static let places: Set<String> = [
        "pointer", "field", "path", "param", "parameter", "property", "location", "source", "name",
    ]

    mutating func object(_ members: [DocumentSchema.Member], at path: [String]) -> JSONObject {
        var object = JSONObject()
        let keys = Set(members.map { SplitName($0.name).joined })
        for member in members {
            let key = SplitName(member.name).joined
            let json: JSONValue? =
                switch member.schema {
                case .object(let inner): inside(inner, at: path + [member.name])
                case .list(let element): list(element, key, at: path + [member.name])
                case .scalar(let scalar): written(scalar, key, beside: keys, at: path + [member.name])
                case .anything: nil
                }
            object[member.name] = json
            if json == nil { unmapped.append(member) }
        }
        return object
    }

    private mutating func inside(_ members: [DocumentSchema.Member], at path: [String]) -> JSONValue? {
        let object = object(members, at: path)
        return object.isEmpty ? nil : .object(object)
    }

    /// Every fault of a request, or, where the error itself is in a list, that one.
    private mutating func list(_ element: DocumentSchema, _ key: String, at path: [String]) -> JSONValue? {
        guard Self.faults.contains(key) else { return nil }
        if case .scalar(let scalar) = element, scalar.kind == .text {
            return ["each": "error.errors", "as": "{message}"]
        }
        guard case .object(let members) = element else { return nil }
        if codePath == nil, !hasMessage, path.count == 1 {
            let object = object(members, at: path)
            return object.isEmpty ? nil : [.object(object)]
        }
        let pairs = members.compactMap { member -> JSONObject.Member? in
            let key = SplitName(member.name).joined
            if Self.places.contains(key) { return .init(member.name, "{pointer}") }
            if Self.codes.contains(key) || key == "type" { return .init(member.name, "{code}") }
            return Self.messages.contains(key) ? .init(member.name, "{message}") : nil
        }
        return pairs.isEmpty ? nil : ["each": "error.errors", "as": .object(JSONObject(pairs))]
    }

    private mutating func written(
        _ scalar: DocumentSchema.Scalar,
        _ key: String,
        beside others: Set<String>,
        at path: [String]
    ) -> JSONValue? {
        if ["success", "ok"].contains(key) {
            return scalar.kind == .boolean ? false : scalar.kind == .integer ? 0 : nil
        }
        if Self.statuses.contains(key), scalar.kind != .boolean {
            return scalar.kind == .text ? "{error.status.text}" : "{error.status}"
        }
        if ["retryafter", "retryafterseconds"].contains(key) { return "{error.retryAfter?}" }
        // `{"error": "not_found", "message": "…"}`, and `{"error": "…"}` alone.
        let isCode =
            Self.codes.contains(key) || ["error", "type"].contains(key) && !others.isDisjoint(with: Self.messages)
        if isCode, codePath == nil, scalar.kind != .boolean, others.isDisjoint(with: Self.codes.subtracting([key])) {
            codePath = path
            hasNumbers = scalar.kind != .text
            return "{error.code}"
        }
        guard scalar.kind == .text, Self.messages.contains(key) || key == "error" && !isCode else { return nil }
        hasMessage = true
        return "{error.message}"
    }
}

extension String {
    fileprivate var isPrintable: Bool {
        !unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}
