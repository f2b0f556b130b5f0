public import CarillonModel
import CarillonPluginKit

/// The one request that hands a message over.
public struct RequestTemplate: Sendable, Hashable {
    public struct Part: Sendable, Hashable {
        public let name: String
        public let value: ChannelText

        public init(_ name: String, _ value: ChannelText) {
            self.name = name
            self.value = value
        }
    }

    public enum Body: Sendable, Hashable {
        case none
        case json(ChannelTemplate)
        /// `application/x-www-form-urlencoded`.
        case form([Part])
        case text(ChannelText)

        var mediaType: String? {
            switch self {
            case .none: nil
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            case .text: "text/plain; charset=utf-8"
            }
        }
    }

    public let method: RequestMethod
    public let url: ChannelText
    public let query: [Part]
    public let headers: [Part]
    public let body: Body

    public init(_ method: RequestMethod, _ url: ChannelText, query: [Part], headers: [Part], body: Body) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// - Throws: ``RequestFault`` where the message lacks something, or has what can't be sent.
    func request(
        in scope: MessageScope,
        authenticatedBy authentication: RequestAuthentication?,
        timeout: Duration
    ) throws(RequestFault) -> EgressRequest {
        var headers: [EgressRequest.Header] = []
        if let type = body.mediaType { headers.append(.init("Content-Type", type)) }
        if let header = try authentication?.header(in: scope) { headers.append(header) }
        for part in self.headers {
            guard let value = try part.value.text(in: scope) else { continue }
            guard value.isHeaderSafe else { throw .unfitHeader(part.name) }
            headers.append(.init(part.name, value))
        }
        guard let url = try address(in: scope) else { throw .missing("URL") }
        return EgressRequest(
            method,
            url,
            headers: headers,
            body: try content(in: scope),
            timeout: timeout
        )
    }

    private func address(in scope: MessageScope) throws(RequestFault) -> String? {
        let path = try url.text(in: scope) { (step: String) throws(RequestFault) in
            guard !["", ".", ".."].contains(step) else { throw .unfitPath }
            return step.stepEncoded
        }
        let query = try Self.form(query, in: scope)
        return path.map { query.isEmpty ? $0 : "\($0)?\(query)" }
    }

    /// The body's bytes.
    func content(in scope: MessageScope) throws(RequestFault) -> [UInt8] {
        switch body {
        case .none: []
        case .json(let template): try template.resolved(in: scope)?.utf8 ?? []
        case .form(let parts): Array(try Self.form(parts, in: scope).utf8)
        case .text(let text): Array(try text.text(in: scope)?.utf8 ?? "".utf8)
        }
    }

    private static func form(_ parts: [Part], in scope: MessageScope) throws(RequestFault) -> String {
        var pairs: [String] = []
        for part in parts {
            guard let value = try part.value.text(in: scope) else { continue }
            pairs.append("\(part.name.formEncoded)=\(value.formEncoded)")
        }
        return pairs.joined(separator: "&")
    }

    /// Every text of it with where it stands.
    public var texts: [(place: Place, text: ChannelText, present: Set<ChannelValue>)] {
        var texts: [(Place, ChannelText, Set<ChannelValue>)] = [(.url, url, [])]
        texts += query.map { (.query($0.name), $0.value, []) }
        texts += headers.map { (.header($0.name), $0.value, []) }
        switch body {
        case .none: break
        case .json(let template): texts += template.texts.map { (.body(nil), $0.text, $0.present) }
        case .form(let parts): texts += parts.map { (.body($0.name), $0.value, []) }
        case .text(let text): texts.append((.body(nil), text, []))
        }
        return texts
    }

    public enum Place: Sendable, Hashable {
        case url
        case query(String)
        case header(String)
        /// With the name of the form's field.
        case body(String?)
    }
}

/// How requests show who they come from; made once in Swift, chosen by a file.
public enum RequestAuthentication: Sendable, Hashable {
    /// RFC 7617.
    case basic(user: ChannelText, password: ChannelText)
    /// RFC 6750.
    case bearer(ChannelText)
    /// A header of the provider's own.
    case header(String, ChannelText)

    /// As `wire` names it.
    public var name: String {
        switch self {
        case .basic: "basic"
        case .bearer: "bearer"
        case .header: "header"
        }
    }

    public var texts: [ChannelText] {
        switch self {
        case .basic(let user, let password): [user, password]
        case .bearer(let token): [token]
        case .header(_, let value): [value]
        }
    }

    /// The name of the header that holds it.
    public var headerName: String {
        if case .header(let name, _) = self { name } else { "Authorization" }
    }

    /// Nil where an optional part is absent: then the request goes without.
    func header(in scope: MessageScope) throws(RequestFault) -> EgressRequest.Header? {
        let value: String?
        switch self {
        case .basic(let user, let password):
            guard let user = try user.text(in: scope), let password = try password.text(in: scope) else { return nil }
            // Source: RFC 7617, section 2: a colon would end the user's name.
            guard !user.contains(":") else { throw .unfitHeader(headerName) }
            value = "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
        case .bearer(let token): value = try token.text(in: scope).map { "Bearer \($0)" }
        case .header(_, let text): value = try text.text(in: scope)
        }
        guard let value else { return nil }
        guard value.isHeaderSafe else { throw .unfitHeader(headerName) }
        return .init(headerName, value)
    }
}

extension String {
    /// Visible ASCII and blanks between: nothing that could begin another header.
    var isHeaderSafe: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) } && utf8.first != 0x20 && utf8.last != 0x20
    }

    /// All but unreserved characters and the colon, which stands for itself in a path.
    ///
    /// Source: RFC 3986, sections 2.3 and 3.3.
    var stepEncoded: String { encoded { Self.isUnreserved($0) || $0 == UInt8(ascii: ":") ? [$0] : nil } }

    /// Source: URL standard (WHATWG), section 5.2, `application/x-www-form-urlencoded`.
    var formEncoded: String {
        encoded { byte in
            switch byte {
            case 0x20: [UInt8(ascii: "+")]
            case UInt8(ascii: "*"): [byte]
            case UInt8(ascii: "~"): nil
            default: Self.isUnreserved(byte) ? [byte] : nil
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    private func encoded(_ plain: (UInt8) -> [UInt8]?) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            bytes += plain(byte) ?? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
