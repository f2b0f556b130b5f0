import CarillonModel
public import CarillonPluginKit

/// How requests show who they come from; made once in Swift, chosen by a file.
public enum RequestAuthentication: Sendable, Hashable {
    /// RFC 7617.
    case basic(user: ChannelText, password: ChannelText)
    /// RFC 6750.
    case bearer(ChannelText)
    /// A header of the provider's own.
    case header(String, ChannelText)
    /// A name of the query. It shows in the logs of proxies.
    case query(String, ChannelText)
    /// A code over the request, in a header.
    case signature(RequestSignature)
    /// AWS Signature Version 4.
    case aws(AWSSignature)
    /// A token that is signed here, as RFC 6750 has it.
    case signedToken(SignedToken)
    /// A token that an account is granted, as RFC 6750 has it.
    case grantedToken(TokenGrant)

    public var texts: [ChannelText] {
        switch self {
        case .basic(let user, let password): [user, password]
        case .bearer(let token): [token]
        case .header(_, let value), .query(_, let value): [value]
        case .signature(let signature): [signature.key]
        case .aws(let signature): [signature.region, signature.accessKey, signature.secretKey]
        case .signedToken(let token): token.texts
        case .grantedToken(let grant): grant.texts
        }
    }

    /// The secrets that only sign: they are keys, and stand in no request.
    var keys: Set<String> {
        let texts: [ChannelText] =
            switch self {
            case .signature(let signature): [signature.key]
            case .aws(let signature): [signature.secretKey]
            case .signedToken(let token): [token.key]
            case .grantedToken(let grant): grant.assertion.map { [$0.key] } ?? []
            case .basic, .bearer, .header, .query: []
            }
        return Set(
            texts.flatMap(\.placeholders).compactMap { if case .secret(let name) = $0.value { name } else { nil } }
        )
    }
}

extension RequestAuthentication {
    /// The form that a secret must have to be the key that signs; nil where any text will do.
    public func keyForm(of secret: String) -> SecretForm? {
        switch self {
        case .signature(let signature): signature.isBase64Key && signature.key.isSecret(secret) ? .base64Key : nil
        case .signedToken(let token): token.keyForm(of: secret)
        case .grantedToken(let grant): grant.assertion?.keyForm(of: secret)
        case .basic, .bearer, .header, .query, .aws: nil
        }
    }
}

extension SignedToken {
    fileprivate func keyForm(of secret: String) -> SecretForm? {
        guard key.isSecret(secret) else { return nil }
        return switch algorithm {
        case .rs256: .rsaKey
        case .es256: .signingKey
        case .hs256: nil
        }
    }
}

extension ChannelText {
    /// Whether it is this secret and nothing else.
    func isSecret(_ name: String) -> Bool {
        segments.count == 1 && placeholders.first?.value == .secret(name) && placeholders.first?.filters.isEmpty == true
    }
}

/// What signs requests, and the token that was got for them.
struct RequestCredentials: Sendable {
    let cryptography: any Cryptography
    /// Of ``RequestAuthentication/signedToken(_:)`` and ``RequestAuthentication/grantedToken(_:)``.
    let accessToken: String?

    /// For samples: codes are as they should be, and tokens open nothing.
    static let samples = RequestCredentials(cryptography: SampleCryptography(), accessToken: "token")
}

extension RequestAuthentication {
    /// The request with what shows who it comes from; without it where an optional part is absent.
    ///
    /// Pure.
    func applied(
        to request: EgressRequest,
        in scope: MessageScope,
        with credentials: RequestCredentials
    ) throws(RequestFault) -> EgressRequest {
        switch self {
        case .basic(let user, let password):
            guard let user = try user.text(in: scope), let password = try password.text(in: scope) else {
                return request
            }
            // Source: RFC 7617, section 2: a colon would end the user's name.
            guard !user.contains(":") else { throw .unfitHeader("Authorization") }
            return try request.adding("Authorization", "Basic " + Base64.encode(Array("\(user):\(password)".utf8)))
        case .bearer(let token):
            guard let token = try token.text(in: scope) else { return request }
            return try request.adding("Authorization", "Bearer \(token)")
        case .header(let name, let value):
            guard let value = try value.text(in: scope) else { return request }
            return try request.adding(name, value)
        case .query(let name, let value):
            guard let value = try value.text(in: scope) else { return request }
            var request = request
            request.url = request.url.adding(query: "\(FormText.encoded(name))=\(FormText.encoded(value))")
            return request
        case .signature(let signature): return try signature.applied(to: request, in: scope, credentials.cryptography)
        case .aws(let signature): return try signature.applied(to: request, in: scope, credentials.cryptography)
        case .signedToken, .grantedToken:
            return try request.adding("Authorization", "Bearer \(credentials.accessToken ?? "")")
        }
    }
}

extension EgressRequest {
    func adding(_ name: String, _ value: String) throws(RequestFault) -> EgressRequest {
        guard value.isHeaderSafe else { throw .unfitHeader(name) }
        var request = self
        request.headers.append(.init(name, value))
        return request
    }
}
