import CarillonChannels
import CarillonDiagnostics
import CarillonModel

/// `auth`.
extension ChannelFileReader {
    mutating func authentication(_ node: JSONNode) -> RequestAuthentication? {
        if let basic = node["basic"] {
            guard let user = sent(basic, "user"), let password = sent(basic, "password") else { return nil }
            return .basic(user: user, password: password)
        }
        if node["bearer"] != nil { return sent(node, "bearer").map { .bearer($0) } }
        if let header = node["header"], let name = header.text("name") {
            return sent(header, "value").map { .header(name, $0) }
        }
        if let query = node["query"], let name = query.text("name") {
            return sent(query, "value").map { .query(name, $0) }
        }
        if let signature = node["hmac"] { return self.signature(signature).map { .signature($0) } }
        if let token = node["jwt"] { return signedToken(token).map { .signedToken($0) } }
        if let grant = node["oauth2"] { return self.grant(grant).map { .grantedToken($0) } }
        if let aws = node["sigv4"] {
            guard let region = account(aws, "region"), let accessKey = account(aws, "accessKey"),
                let secretKey = account(aws, "secretKey"), let service = aws.text("service")
            else { return nil }
            return .aws(AWSSignature(service: service, region: region, accessKey: accessKey, secretKey: secretKey))
        }
        return nil
    }

    private mutating func signature(_ node: JSONNode) -> RequestSignature? {
        guard let key = account(node, "key"), let header = node.text("header") else { return nil }
        let parts = node.texts("over").compactMap { RequestSignature.Part(rawValue: $0) }
        if parts.contains(.timestamp), node["timestamp"] == nil {
            diagnostics.append(
                .contradictoryAuthentication(
                    "`over` signs a time that no header tells",
                    Span(file.source, node["over"]?.range ?? node.range),
                    help: "name the header in `timestamp`"
                )
            )
        }
        return RequestSignature(
            key: key,
            isBase64Key: node.text("keyForm") == "base64",
            parts: parts,
            separator: node.text("join") ?? "",
            encoding: node.made("as") { RequestSignature.Encoding(rawValue: $0) } ?? .hex,
            prefix: node.text("prefix") ?? "",
            header: header,
            timestampHeader: node.text("timestamp")
        )
    }

    private mutating func signedToken(_ node: JSONNode) -> SignedToken? {
        guard let key = account(node, "key"),
            let algorithm = node.made("algorithm", { SignedToken.Algorithm(rawValue: $0) })
        else { return nil }
        return SignedToken(
            algorithm: algorithm,
            key: key,
            header: accountParts(node["header"]),
            claims: accountParts(node["claims"]),
            lifetime: node.number("lifetime") ?? 3600
        )
    }

    private mutating func grant(_ node: JSONNode) -> TokenGrant? {
        guard let url = node.text("token") else { return nil }
        let origins = file.root.texts("origins")
        if !origins.contains(where: { url.hasPrefix("\($0)/") }) {
            diagnostics.append(.urlOutsideOrigins(origins, Span(file.source, node["token"]?.range ?? node.range)))
        }
        let proof: TokenGrant.Proof
        switch (node["assertion"], node["client"], node["secret"]) {
        case (let assertion?, nil, nil):
            guard let token = signedToken(assertion) else { return nil }
            proof = .assertion(token)
        case (nil, _?, _?):
            guard let client = account(node, "client"), let secret = account(node, "secret") else { return nil }
            proof =
                node.text("style") == "body"
                ? .form(client: client, secret: secret) : .basic(client: client, secret: secret)
        default:
            diagnostics.append(
                .contradictoryAuthentication(
                    "`oauth2` needs `client` and `secret`, or `assertion` alone",
                    Span(file.source, node.range.prefix(1)),
                    help: "write what the provider grants the token for"
                )
            )
            return nil
        }
        return TokenGrant(
            url: url,
            proof: proof,
            scope: account(node, "scope"),
            audience: account(node, "audience")
        )
    }

    private mutating func accountParts(_ node: JSONNode?) -> [RequestTemplate.Part] {
        var parts: [RequestTemplate.Part] = []
        for member in node?.members ?? [] {
            guard let text = account(member.value) else { continue }
            parts.append(.init(member.name, text))
        }
        return parts
    }

    /// A text that is made for each message.
    private mutating func sent(_ node: JSONNode, _ name: String) -> ChannelText? {
        node[name].flatMap { text($0, .authentication, allowsSecret: true) }
    }

    mutating func account(_ node: JSONNode, _ name: String) -> ChannelText? {
        node[name].flatMap { account($0) }
    }

    /// A text of the account's, which is the same for all messages: settings and secrets alone.
    private mutating func account(_ node: JSONNode) -> ChannelText? {
        guard let text = text(node, .authentication, allowsSecret: true) else { return nil }
        for placeholder in text.placeholders {
            switch placeholder.value {
            case .setting, .secret: continue
            default:
                let message = "`\(placeholder.value.name)` is of one message, and this is of the account"
                let help = "write a setting or a secret"
                diagnostics.append(.contradictoryAuthentication(message, Span(file.source, node.range), help: help))
                return nil
            }
        }
        return text
    }
}
