public import CarillonModel
public import CarillonPluginKit

/// What a provider reports later by itself, and how it is known to be the provider.
public struct CallbackForm: Sendable, Hashable {
    public enum Content: String, Sendable, Hashable, CaseIterable {
        case json
        case form
    }

    public enum Proof: Sendable, Hashable {
        /// A code over the callback.
        case code(CallbackCode)
        /// A secret in a header.
        case token(header: String, ChannelText)
        /// RFC 7617.
        case basic(user: ChannelText, password: ChannelText)
        /// The URL itself, which nobody else knows.
        case reference
    }

    public let content: Content
    /// Where it names the message, if all callbacks of an account come to one URL; nil where each message has its own.
    public let reference: AnswerPointer?
    public let proof: Proof
    /// Seconds after acceptance in which reports are waited for.
    public let lifetime: Duration
    /// A callback that no rule decides ends nothing.
    public let answers: AnswerTable
    /// The rules by which the recipient wants nothing more.
    public let stops: Set<Int>

    public init(
        content: Content,
        reference: AnswerPointer?,
        proof: Proof,
        lifetime: Duration,
        answers: AnswerTable,
        stops: Set<Int>
    ) {
        self.content = content
        self.reference = reference
        self.proof = proof
        self.lifetime = lifetime
        self.answers = answers
        self.stops = stops
    }

    public var texts: [ChannelText] {
        switch proof {
        case .code(let code): [code.key]
        case .token(_, let text): [text]
        case .basic(let user, let password): [user, password]
        case .reference: []
        }
    }

    /// What names the message in a callback of an account; nil where it names none.
    public func reference(in body: [UInt8]) -> String? {
        guard let reference, let json = try? JSONValue(parsing: answer(body).body) else { return nil }
        return reference.values(in: json).lazy.compactMap(\.string).first
    }

    /// The callback as if it were an answer: a form becomes an object of texts, of which the first of a name counts.
    func answer(_ body: [UInt8]) -> EgressResponse {
        guard content == .form else { return EgressResponse(status: 200, body: body) }
        var object = JSONObject()
        for pair in FormText.fields(body) where object[pair.name] == nil {
            object[pair.name] = .string(pair.value)
        }
        return EgressResponse(status: 200, body: JSONValue.object(object).utf8)
    }
}

/// A code by HMAC over a callback, in a header.
///
/// Source: RFC 2104.
public struct CallbackCode: Sendable, Hashable {
    public enum Hash: String, Sendable, Hashable, CaseIterable {
        case sha1
        case sha256
    }

    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// As the provider was told it.
        case url
        case body
        /// Names and values of a form, joined in the order of the names.
        case form = "form.sorted"
        /// As its header has it, in seconds since 1970.
        case timestamp
    }

    public let hash: Hash
    public let key: ChannelText
    public let parts: [Part]
    public let separator: String
    public let encoding: RequestSignature.Encoding
    public let prefix: String
    public let header: String
    public let timestampHeader: String?

    /// How far a callback's time may be from ours.
    static let window = Duration.seconds(300)

    public init(
        hash: Hash,
        key: ChannelText,
        parts: [Part],
        separator: String,
        encoding: RequestSignature.Encoding,
        prefix: String,
        header: String,
        timestampHeader: String?
    ) {
        self.hash = hash
        self.key = key
        self.parts = parts
        self.separator = separator
        self.encoding = encoding
        self.prefix = prefix
        self.header = header
        self.timestampHeader = timestampHeader
    }

    /// What the header has to hold; nil where the callback is of another time, or tells none.
    func expected(for callback: ProviderCallback, key: [UInt8], _ cryptography: any Cryptography) -> String? {
        var time = ""
        if let timestampHeader {
            guard let written = callback.header(timestampHeader), let seconds = Int64(written),
                (0...253_402_300_799).contains(seconds)
            else { return nil }
            let age = Instant(epochMilliseconds: seconds * 1000).duration(to: callback.receivedAt)
            guard age <= Self.window, age >= .zero - Self.window else { return nil }
            time = written
        }
        let pieces = parts.map { part -> [UInt8] in
            switch part {
            case .url: Array(callback.url.utf8)
            case .body: callback.body
            case .timestamp: Array(time.utf8)
            case .form: Array(Self.sorted(callback.body).utf8)
            }
        }
        let message = Array(pieces.joined(separator: Array(separator.utf8)))
        let code =
            switch hash {
            case .sha1: cryptography.hmacSHA1(message, key: key)
            case .sha256: cryptography.hmacSHA256(message, key: key)
            }
        return prefix + encoding.text(code)
    }

    /// Source: Twilio, “Validating requests”.
    private static func sorted(_ body: [UInt8]) -> String {
        FormText.fields(body).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { $0.name + $0.value }.joined()
    }
}

extension CallbackForm {
    /// Whether it is the provider's.
    ///
    /// Where a secret is absent nothing is.
    func isProven(_ callback: ProviderCallback, in scope: MessageScope, _ cryptography: any Cryptography) -> Bool {
        switch proof {
        case .reference: true
        case .token(let header, let text):
            Self.isSame(callback.header(header), scope.text(text))
        case .basic(let user, let password):
            Self.isSame(
                callback.header("authorization"),
                scope.text(user).flatMap { user in
                    scope.text(password).map { "Basic " + Base64.encode(Array("\(user):\($0)".utf8)) }
                }
            )
        case .code(let code):
            Self.isSame(
                callback.header(code.header),
                scope.text(code.key).flatMap {
                    code.expected(for: callback, key: Array($0.utf8), cryptography)
                }
            )
        }
    }

    /// Takes as long however close a guess came.
    private static func isSame(_ given: String?, _ expected: String?) -> Bool {
        guard let given, let expected, !expected.isEmpty else { return false }
        return given.utf8.isEqualInConstantTime(to: expected.utf8)
    }
}

extension DeclaredChannel {
    /// What a callback's body means, once it is proven.
    ///
    /// Pure.
    ///
    /// - Returns: nil where the file takes no callbacks.
    public func reading(of body: [UInt8], hiding hidden: [String], at now: Instant) -> (CallbackReading, rule: Int?)? {
        guard let callbacks else { return nil }
        let read = callbacks.answers.verdict(
            of: callbacks.answer(body),
            hiding: hidden,
            provider: descriptor.id.rawValue,
            limit: descriptor.sizeLimit ?? Self.usualLimit,
            at: now,
            on: .report
        )
        guard let rule = read.rule else { return (.pending, nil) }
        return (.ended(read.outcome, stops: callbacks.stops.contains(rule)), rule)
    }

    func read(
        _ callback: ProviderCallback,
        settings: ChannelSettings,
        _ cryptography: any Cryptography
    )
        -> CallbackReading
    {
        let scope = accountScope(settings, at: callback.receivedAt)
        guard let callbacks, callbacks.isProven(callback, in: scope, cryptography) else { return .forged }
        let hidden = descriptor.fields.compactMap { settings.secret($0.name)?.reveal() }
        return reading(of: callback.body, hiding: hidden, at: callback.receivedAt)?.0 ?? .forged
    }
}
