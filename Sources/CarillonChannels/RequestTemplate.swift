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
        case form([ChannelTemplate.Member])
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

    /// Where a request goes.
    public enum Address: Sendable, Hashable {
        /// An origin, and a path in which values are steps.
        case path(origin: ChannelText, ChannelText)
        /// A whole URL that is a secret.
        case secret(ChannelText)
    }

    public let method: RequestMethod
    public let address: Address
    public let query: [Part]
    public let headers: [Part]
    public let body: Body

    public init(_ method: RequestMethod, _ address: Address, query: [Part], headers: [Part], body: Body) {
        self.method = method
        self.address = address
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The request without what shows who it comes from.
    ///
    /// - Throws: ``RequestFault`` where the message lacks something, or has what can't be sent.
    func request(in scope: MessageScope, timeout: Duration) throws(RequestFault) -> EgressRequest {
        var headers: [EgressRequest.Header] = []
        if let type = body.mediaType { headers.append(.init("Content-Type", type)) }
        for part in self.headers {
            guard let value = try part.value.text(in: scope) else { continue }
            guard value.isHeaderSafe else { throw .unfitHeader(part.name) }
            headers.append(.init(part.name, value))
        }
        guard let url = try url(in: scope) else { throw .missing("URL") }
        return EgressRequest(
            method,
            url,
            headers: headers,
            body: try content(in: scope),
            timeout: timeout
        )
    }

    private func url(in scope: MessageScope) throws(RequestFault) -> String? {
        let url: String?
        switch address {
        case .path(let origin, let path):
            let origin = try origin.text(in: scope)
            let path = try path.text(in: scope) { (step: String) throws(RequestFault) in
                guard !["", ".", ".."].contains(step) else { throw .unfitPath }
                return step.stepEncoded
            }
            url = origin.flatMap { origin in path.map { origin + $0 } }
        case .secret(let secret): url = try secret.text(in: scope)
        }
        return try url?.adding(query: Self.form(query, in: scope))
    }

    /// The body's bytes.
    func content(in scope: MessageScope) throws(RequestFault) -> [UInt8] {
        switch body {
        case .none: []
        case .json(let template): try template.resolved(in: scope)?.utf8 ?? []
        case .form(let members): Array(try Self.form(members, in: scope).utf8)
        case .text(let text): Array(try text.text(in: scope)?.utf8 ?? "".utf8)
        }
    }

    private static func form(
        _ members: [ChannelTemplate.Member],
        in scope: MessageScope
    ) throws(RequestFault) -> String {
        var pairs: [String] = []
        for member in members {
            guard let value = try member.value.resolved(in: scope) else { continue }
            guard let text = value.plainText else { throw .missing(member.name) }
            pairs.append("\(FormText.encoded(member.name))=\(FormText.encoded(text))")
        }
        return pairs.joined(separator: "&")
    }

    private static func form(_ parts: [Part], in scope: MessageScope) throws(RequestFault) -> String {
        var pairs: [String] = []
        for part in parts {
            guard let value = try part.value.text(in: scope) else { continue }
            pairs.append("\(FormText.encoded(part.name))=\(FormText.encoded(value))")
        }
        return pairs.joined(separator: "&")
    }

    /// Every text of it with where it stands.
    public var texts: [(place: Place, text: ChannelText, present: Set<ChannelValue>)] {
        var texts: [(Place, ChannelText, Set<ChannelValue>)]
        switch address {
        case .path(let origin, let path): texts = [(.url, origin, []), (.url, path, [])]
        case .secret(let secret): texts = [(.url, secret, [])]
        }
        texts += query.map { (.query($0.name), $0.value, []) }
        texts += headers.map { (.header($0.name), $0.value, []) }
        switch body {
        case .none: break
        case .json(let template): texts += template.texts.map { (.body(nil), $0.text, $0.present) }
        case .form(let members):
            for member in members { texts += member.value.texts.map { (.body(member.name), $0.text, $0.present) } }
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
