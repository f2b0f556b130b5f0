import CarillonModel

/// A request as it came over the wire: what a provider would see of it.
public struct SandboxRequest: Sendable, Hashable {
    public enum Version: Sendable, Hashable {
        case http1
        case http2
    }

    /// Upper case.
    public var method: String
    /// As the client named it, with its port if it wrote one; empty where unknown.
    public var host: String
    /// Percent-encoded, without query.
    public var path: String
    /// Without question mark; empty where there is none.
    public var query: String
    /// In the order they came; a name may occur several times.
    public var headers: [Header]
    public var body: [UInt8]
    public var version: Version
    /// Identifies the connection: APNs ties credentials to it.
    public var connection: Int

    public struct Header: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Compares without case; `other` is lower case already.
        func isNamed(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count
                && zip(name.utf8, other.utf8).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 | 0x20 == $1 }
        }
    }

    public init(
        method: String,
        host: String = "",
        path: String,
        query: String = "",
        headers: [Header] = [],
        body: [UInt8] = [],
        version: Version = .http1,
        connection: Int = 0
    ) {
        self.method = method
        self.host = host
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.version = version
        self.connection = connection
    }

    /// Every value of the header, whose name is compared without case.
    func values(of name: String) -> [String] {
        headers.filter { $0.isNamed(name) }.map(\.value)
    }

    /// The header's value where it occurs exactly once.
    func value(of name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values.first : nil
    }

    /// Media type without parameters, lower case.
    var mediaType: String {
        let value = value(of: "content-type") ?? ""
        let type = value.prefix { $0 != ";" }
        return type.lowercased().filter { $0 != " " }
    }

    /// The first value of a query parameter, percent-decoded.
    func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if FormText.decoded(parts[0]) == name { return parts.count == 2 ? FormText.decoded(parts[1]) : "" }
        }
        return nil
    }
}
