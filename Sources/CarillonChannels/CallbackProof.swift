public import CarillonModel
public import CarillonPluginKit

/// How a callback is known to be the provider's: one of a closed list, each compared in constant time.
public enum CallbackProof: Sendable, Hashable {
    /// A code over the callback, in a header.
    case code(CallbackCode)
    /// A code that stands in the body itself, over a time and a word there.
    case embeddedCode(EmbeddedCallbackCode)
    /// A list of codes over an id, a time and the body.
    case standardWebhook(StandardWebhookProof)
    /// A signature over a time and the body, with a key of which only the provider has the private half.
    case signature(CallbackSignature)
    /// A secret in a header.
    case token(header: String, ChannelText)
    /// RFC 7617.
    case basic(user: ChannelText, password: ChannelText)
    /// The URL itself, which nobody else knows.
    case reference

    var texts: [ChannelText] {
        switch self {
        case .code(let code): [code.key]
        case .embeddedCode(let code): [code.key]
        case .standardWebhook(let proof): [proof.secret]
        case .signature(let signature): [signature.key]
        case .token(_, let text): [text]
        case .basic(let user, let password): [user, password]
        case .reference: []
        }
    }

    /// The form that a secret must have to prove callbacks; nil where any text will do.
    public func keyForm(of secret: String) -> SecretForm? {
        switch self {
        case .standardWebhook(let proof): proof.secret.isSecret(secret) ? .base64Key : nil
        case .signature(let signature): signature.key.isSecret(secret) ? .verificationKey : nil
        case .code, .embeddedCode, .token, .basic, .reference: nil
        }
    }

    /// Whether a callback is the provider's, and of now.
    ///
    /// Where a secret is absent nothing is.
    func isHeld(
        by callback: ProviderCallback,
        in scope: MessageScope,
        _ cryptography: any Cryptography,
        _ memory: CallbackMemory
    ) -> Bool {
        func key(_ text: ChannelText) -> [UInt8]? { scope.text(text).map { Array($0.utf8) } }
        switch self {
        case .reference: return true
        case .token(let header, let text): return Self.isSame(callback.header(header), scope.text(text))
        case .basic(let user, let password):
            guard let user = scope.text(user), let password = scope.text(password) else { return false }
            let pair = Base64.encode(Array("\(user):\(password)".utf8))
            return Self.isSame(callback.header("authorization"), "Basic " + pair)
        case .code(let code):
            let expected = key(code.key).flatMap { code.expected(for: callback, key: $0, cryptography) }
            return Self.isSame(callback.header(code.header), expected)
        case .embeddedCode(let code):
            return key(code.key).map { code.isIn(callback, key: $0, cryptography, memory) } ?? false
        case .standardWebhook(let proof):
            return scope.text(proof.secret).map { proof.isIn(callback, secret: $0, cryptography) } ?? false
        case .signature(let signature):
            return scope.text(signature.key).map { signature.isIn(callback, key: $0, cryptography) } ?? false
        }
    }

    /// Takes as long however close a guess came.
    static func isSame(_ given: String?, _ expected: String?) -> Bool {
        guard let given, let expected, !expected.isEmpty else { return false }
        return given.utf8.isEqualInConstantTime(to: expected.utf8)
    }
}

extension CallbackProof {
    /// Why a secret can't prove anything, found before the first callback; nil where it can, or is absent.
    func problem(_ settings: ChannelSettings, _ cryptography: any Cryptography) -> SettingProblem? {
        guard let field = keys.first, let text = settings.secret(field)?.reveal() else { return nil }
        switch self {
        case .standardWebhook where StandardWebhookProof.key(text) == nil:
            return SettingProblem(
                field: field,
                "this is no signing secret",
                help: "copy it again from the provider: `whsec_` and Base64"
            )
        case .signature where CallbackSignature.publicKey(text, cryptography) == nil:
            return SettingProblem(
                field: field,
                "this is no public key of P-256",
                help: "copy the verification key again from the provider, in Base64"
            )
        default: return nil
        }
    }

    /// The secrets that aren't any text: they may have the lines of PEM.
    var keys: [String] {
        texts.flatMap(\.placeholders).compactMap { placeholder in
            if case .secret(let name) = placeholder.value, keyForm(of: name) != nil { name } else { nil }
        }
    }
}

extension ProviderCallback {
    /// How far a callback's time may be from ours.
    static let window = Duration.seconds(300)

    /// Whether it came when it says that it was signed, in seconds since 1970.
    func isOf(_ written: String) -> Bool {
        guard let seconds = Int64(written), (0...253_402_300_799).contains(seconds) else { return false }
        let age = Instant(epochMilliseconds: seconds * 1000).duration(to: receivedAt)
        return age <= Self.window && age >= .zero - Self.window
    }
}

/// Codes by HMAC with SHA-256 over an id, a time and the body, joined by points: any of a list, while a secret is replaced.
///
/// Source: Standard Webhooks 1.0.0.
public struct StandardWebhookProof: Sendable, Hashable {
    /// `whsec_` and Base64.
    public let secret: ChannelText
    /// What its three headers begin with: `webhook`, or `svix`.
    public let prefix: String

    /// Codes of a list that are looked at.
    private static let mostCodes = 20
    private static let longestID = 256

    public init(secret: ChannelText, prefix: String) {
        self.secret = secret
        self.prefix = prefix
    }

    /// The bytes with which codes are made; nil where the text is no such secret.
    static func key(_ text: String) -> [UInt8]? {
        let digits = text.hasPrefix("whsec_") ? text.dropFirst("whsec_".count) : text[...]
        return Base64.decode(digits).flatMap { $0.isEmpty ? nil : $0 }
    }

    func isIn(_ callback: ProviderCallback, secret: String, _ cryptography: any Cryptography) -> Bool {
        guard let key = Self.key(secret), let id = callback.header("\(prefix)-id"),
            (1...Self.longestID).contains(id.utf8.count), let time = callback.header("\(prefix)-timestamp"),
            callback.isOf(time), let codes = callback.header("\(prefix)-signature")
        else { return false }
        let expected = StandardWebhook.code(id: id, timestamp: time, callback.body, key: key, cryptography)
        // Each is compared, whichever is right.
        return codes.split(separator: " ").prefix(Self.mostCodes)
            .reduce(false) { CallbackProof.isSame(String($1), expected) || $0 }
    }
}

/// A signature by ECDSA on P-256 with SHA-256, in Base64 of DER, over a time and the body.
///
/// Source: FIPS 186-5; Twilio SendGrid, “Getting Started with the Event Webhook Security Features”.
public struct CallbackSignature: Sendable, Hashable {
    /// The public half, in Base64 or PEM.
    public let key: ChannelText
    public let header: String
    public let timestampHeader: String

    public init(key: ChannelText, header: String, timestampHeader: String) {
        self.key = key
        self.header = header
        self.timestampHeader = timestampHeader
    }

    func isIn(_ callback: ProviderCallback, key: String, _ cryptography: any Cryptography) -> Bool {
        guard let key = Self.publicKey(key, cryptography), let time = callback.header(timestampHeader),
            callback.isOf(time), let signature = callback.header(header).flatMap({ Base64.decode($0) })
        else { return false }
        return cryptography.isES256(signature, of: Array(time.utf8) + callback.body, publicKey: key)
    }

    /// What precedes the point in a SubjectPublicKeyInfo of P-256.
    ///
    /// Source: RFC 5480, section 2.
    private static let beginning: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    private static let pointSize = 65

    /// The point, uncompressed; nil where the text is no key of P-256.
    static func publicKey(_ text: String, _ cryptography: any Cryptography) -> [UInt8]? {
        if text.contains("PRIVATE KEY") { return cryptography.p256PublicKey(of: Secret(text)) }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let bytes = Base64.decode(lines.joined()), bytes.count == beginning.count + pointSize,
            bytes.starts(with: beginning)
        else { return nil }
        return Array(bytes.suffix(pointSize))
    }
}

/// A code by HMAC in the body, over a time and a word that stand there too, and so not over the rest of the body.
///
/// A word is therefore taken once: with another body it proves nothing any more.
///
/// Source: Mailgun, “Securing Webhooks”.
public struct EmbeddedCallbackCode: Sendable, Hashable {
    public let hash: CallbackCode.Hash
    public let key: ChannelText
    public let encoding: RequestSignature.Encoding
    public let timestamp: AnswerPointer
    public let word: AnswerPointer
    public let code: AnswerPointer

    private static let longestWord = 256

    public init(
        hash: CallbackCode.Hash,
        key: ChannelText,
        encoding: RequestSignature.Encoding,
        timestamp: AnswerPointer,
        word: AnswerPointer,
        code: AnswerPointer
    ) {
        self.hash = hash
        self.key = key
        self.encoding = encoding
        self.timestamp = timestamp
        self.word = word
        self.code = code
    }

    /// Time, word and code, in this order; nil where one is missing.
    public func texts(in json: JSONValue) -> [String]? {
        let texts = [timestamp, word, code].compactMap { $0.values(in: json).first?.plainText }
        return texts.count == 3 ? texts : nil
    }

    func isIn(
        _ callback: ProviderCallback,
        key: [UInt8],
        _ cryptography: any Cryptography,
        _ memory: CallbackMemory
    ) -> Bool {
        guard let json = try? JSONValue(parsing: callback.body), let texts = texts(in: json), callback.isOf(texts[0]),
            (1...Self.longestWord).contains(texts[1].utf8.count)
        else { return false }
        let expected = encoding.text(hash.code(Array((texts[0] + texts[1]).utf8), key: key, cryptography))
        guard CallbackProof.isSame(texts[2], expected) else { return false }
        let rest = [timestamp, word, code].reduce(json) { $0.without($1.steps[...]) }
        return memory.admits(texts[1], with: cryptography.sha256(rest.utf8), at: callback.receivedAt)
    }
}

extension JSONValue {
    /// The same with null for the member of objects that the steps lead to.
    fileprivate func without(_ steps: ArraySlice<String>) -> JSONValue {
        guard let step = steps.first else { return .null }
        guard case .object(var object) = self, let value = object[step] else { return self }
        object[step] = value.without(steps.dropFirst())
        return .object(object)
    }
}
