import CarillonModel

/// What JSON-RPC and the protocol call errors.
///
/// Source: JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17, "Response Message".
struct ResponseError: Error {
    let code: Int
    let message: String

    static let parseError = -32700
    static func invalidRequest(_ message: String) -> ResponseError { ResponseError(code: -32600, message: message) }
    static func unknownMethod(_ name: String) -> ResponseError {
        ResponseError(code: -32601, message: "there is no method \(name)")
    }
    static func invalidParameters(_ message: String) -> ResponseError { ResponseError(code: -32602, message: message) }
    static func failed(_ message: String) -> ResponseError { ResponseError(code: -32803, message: message) }
    static let notInitialized = ResponseError(code: -32002, message: "the server is not initialized yet")
    static let cancelled = ResponseError(code: -32800, message: "cancelled")
    static let contentModified = ResponseError(code: -32801, message: "the document has changed since")
}

extension JSONValue {
    static func response(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    static func failure(_ id: JSONValue, _ error: ResponseError) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id,
            "error": ["code": JSONValue(error.code), "message": .string(error.message)],
        ]
    }

    static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    }

    static func request(_ id: Int, _ method: String, _ parameters: JSONValue?) -> JSONValue {
        var object = JSONObject([
            .init("jsonrpc", "2.0"), .init("id", JSONValue(id)), .init("method", .string(method)),
        ])
        if let parameters { object["params"] = parameters }
        return .object(object)
    }

    /// The members that aren't nil.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members.compactMap { name, value in value.map { .init(name, $0) } }))
    }

    /// What a path of names leads to.
    func at(_ names: String...) -> JSONValue? {
        var value: JSONValue? = self
        for name in names { value = value?[name] }
        return value
    }
}
