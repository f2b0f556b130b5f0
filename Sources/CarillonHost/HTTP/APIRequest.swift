import CarillonModel
import CarillonProfiles

/// A request of the API, without any server type, so that it can be made in a test.
public struct APIRequest: Sendable {
    public var method: String
    /// The request target as it came, path and query.
    public var target: String
    /// Percent-decoded segments of the path, `["v1", "acme", "events"]`.
    public var path: [String]
    public var query: [QueryItem]
    /// Names in lower case, in the order received.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// The body of a request to a route that reads it as it comes; ``body`` is empty then.
    public var stream: (any BodyStream)?
    /// The client's address: the connection's other end, or whom a trusted proxy names; for limits, never logged.
    public var clientAddress: String?

    public struct QueryItem: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(
        _ method: String,
        path: [String],
        query: [QueryItem] = [],
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        clientAddress: String? = nil,
        target: String? = nil
    ) {
        self.method = method
        self.target = target ?? "/" + path.joined(separator: "/")
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        stream = nil
        self.clientAddress = clientAddress
    }

    /// The first header of that name, which is given in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    public func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// - Parameter names: those that count; nil: all.
    /// - Throws: `malformed` where a parameter is given twice: which of them is meant is unknown.
    func refuseRepeatedQuery(of names: Set<String>? = nil) throws(Problem) {
        guard query.count > 1 else { return }
        var seen: Set<String> = []
        for item in query where names?.contains(item.name) ?? true {
            guard !seen.insert(item.name).inserted else { continue }
            throw Problem(.malformed, "the query parameter \(item.name.prefix(64)) stands twice")
        }
    }

    /// The path as it came, percent-encoded.
    public var rawPath: String { String(target.prefix { $0 != "?" }) }

    /// The query as it came, without question mark.
    public var rawQuery: String { String(target.drop { $0 != "?" }.dropFirst()) }

    /// The media type without parameters, lower-case: `application/json`.
    public var mediaType: String? {
        header("content-type").map { value in
            String(value.utf8.prefix { $0 != UInt8(ascii: ";") })?.trimmed.lowercased() ?? ""
        }
    }

    /// Whether the body can be read as UTF-8 by the charset of its Content-Type: none, UTF-8, or ASCII, which is a part
    /// of that.
    var isUTF8: Bool {
        guard let value = header("content-type") else { return true }
        return value.split(separator: ";").dropFirst().allSatisfy { parameter in
            let sides = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed.lowercased() }
            guard sides.first == "charset" else { return true }
            let name = (sides.count > 1 ? sides[1] : "").filter { $0 != "\"" }
            return ["utf-8", "utf8", "us-ascii"].contains(name)
        }
    }

    /// Whether the body is compressed, or encoded otherwise.
    var isEncoded: Bool { headers.contains { $0.name == "content-encoding" && $0.value.lowercased() != "identity" } }

    /// The requested host, lower-case, without port, and without the dot of the root.
    ///
    /// Source: RFC 3986, section 3.2.2.
    public var host: String? {
        header("host").map { value in
            let name = String(value.prefix { $0 != ":" }).lowercased()
            return name.hasSuffix(".") ? String(name.dropLast()) : name
        }
    }
}

extension APIRequest {
    /// Splits and decodes a request target.
    ///
    /// - Returns: nil where an escape is broken, or a decoded part is not UTF-8 or holds NUL.
    public static func parse(target: String) -> (path: [String], query: [QueryItem])? {
        guard let path = path(of: target), let query = query(of: target) else { return nil }
        return (path, query)
    }

    static func path(of target: String) -> [String]? {
        var path: [String] = []
        for segment in target.prefix(while: { $0 != "?" }).split(separator: "/") {
            guard let decoded = decode(segment, plusIsSpace: false) else { return nil }
            path.append(decoded)
        }
        return path
    }

    /// The segments of a path that isn't sound, those that can't be decoded as they came: enough to identify the
    /// tenant.
    static func roughPath(of target: String) -> [String] {
        target.prefix { $0 != "?" }.split(separator: "/").map { decode($0, plusIsSpace: false) ?? String($0) }
    }

    static func query(of target: String) -> [QueryItem]? {
        var query: [QueryItem] = []
        for pair in target.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(sides[0], plusIsSpace: true),
                let value = sides.count == 2 ? decode(sides[1], plusIsSpace: true) : ""
            else { return nil }
            query.append(QueryItem(name, value))
        }
        return query
    }

    private static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
        PercentEncoding.decode(text, plusIsSpace: plusIsSpace).flatMap { $0.utf8.contains(0) ? nil : $0 }
    }
}

extension APIRequest {
    /// The sender's key of this request, so that it may be repeated: plain, or between quotes.
    ///
    /// Source: draft-ietf-httpapi-idempotency-key-header, section 2, by which it is a String of RFC 9651; many send it bare.
    var idempotencyKey: String? {
        guard let text = header("idempotency-key") else { return nil }
        let isQuoted = text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}

extension APIRequest {
    /// Whether it came without TLS because there is none on this machine: browsers keep no secure cookie then.
    var isForThisMachine: Bool {
        guard let host else { return false }
        // Of an IPv6 address, all that is behind the first colon is cut off as if it were a port.
        return ["localhost", "127.0.0.1", "["].contains(host)
    }
}
