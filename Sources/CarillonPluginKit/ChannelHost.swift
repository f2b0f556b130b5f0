public import CarillonModel

/// The ports of a plugin: all its effects go through them.
public struct ChannelHost: Sendable {
    public let tenant: TenantID
    public let egress: any Egress
    public let cryptography: any Cryptography
    public let clock: any WallClock
    public let inbox: any Inbox
    public let timeZones: any TimeZoneDatabase
    /// Opens a byte stream, for protocols that aren't HTTP.
    public let streams: any ByteStreams
    /// Where a development channel writes its lines.
    public let journal: any Journal

    public init(
        tenant: TenantID,
        egress: any Egress,
        cryptography: any Cryptography,
        clock: any WallClock,
        inbox: any Inbox,
        timeZones: any TimeZoneDatabase,
        streams: any ByteStreams,
        journal: any Journal = SilentJournal()
    ) {
        self.tenant = tenant
        self.egress = egress
        self.cryptography = cryptography
        self.clock = clock
        self.inbox = inbox
        self.timeZones = timeZones
        self.streams = streams
        self.journal = journal
    }
}

/// What time it is.
///
/// Injected everywhere, so that no test sleeps.
public protocol WallClock: Sendable {
    var now: Instant { get }
}

/// The time zone database.
///
/// Source: IANA tz.
public protocol TimeZoneDatabase: Sendable {
    /// Seconds east of Greenwich in `zone` (`Africa/Lagos`) at `instant`; nil when there is no such zone.
    func offset(of zone: String, at instant: Instant) -> Int?
}

/// HTTP to providers.
///
/// The host decides about pools, proxies, certificates, mapped origins, and which origins are allowed.
public protocol Egress: Sendable {
    /// Sends one request and reads the whole answer.
    ///
    /// - Throws: ``EgressFailure`` when there is no answer.
    func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse
}

public struct EgressRequest: Sendable, Hashable {
    /// Compress the body before sending and declare it in `Content-Encoding`.
    public enum Compression: Sendable, Hashable {
        case none
        /// RFC 1952.
        case gzip
    }

    /// What the protocol needs: APNs takes HTTP/2 only.
    public enum Version: Sendable, Hashable {
        case any
        case http2
    }

    public var method: RequestMethod
    public var url: String
    public var headers: [Header]
    public var body: [UInt8]
    public var compression: Compression
    public var version: Version
    public var timeout: Duration

    public struct Header: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(
        _ method: RequestMethod,
        _ url: String,
        headers: [Header] = [],
        body: [UInt8] = [],
        compression: Compression = .none,
        version: Version = .any,
        timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.compression = compression
        self.version = version
        self.timeout = timeout
    }
}

public struct EgressResponse: Sendable, Hashable {
    public var status: Int
    public var headers: [EgressRequest.Header]
    /// At most 1 MiB: a longer answer is none, see ``EgressFailure/noAnswer(_:)``.
    public var body: [UInt8]

    public init(status: Int, headers: [EgressRequest.Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, which is compared without case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// `Retry-After` in seconds, at most a day; nil where it isn't digits alone.
    ///
    /// Source: RFC 9110, section 10.2.3, the form with seconds.
    public var retryAfter: Duration? {
        guard let text = header("retry-after"), !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        // More digits than an integer holds are more than a day.
        return .seconds(min(Int(text) ?? 86400, 86400))
    }
}

/// Why there was no answer.
///
/// The difference matters: what was never sent can be sent again without fear.
///
/// The message is recorded and shown to operators: it may name a host, never a path, a header or a body.
public enum EgressFailure: Error, Sendable, Hashable {
    /// No connection, or TLS refused: the provider has not received the request.
    case notSent(String)
    /// The connection broke, or time ran out, after the request was sent: it may have been carried out.
    case noAnswer(String)
    /// The host doesn't let this plugin go there.
    case forbidden(String)
}

/// Signing and encryption by the host, so that plugins need no cryptographic package.
public protocol Cryptography: Sendable {
    /// ES256 over `message` with a PEM key (PKCS#8 or SEC 1): 64 bytes r‖s. Source: RFC 7518, section 3.4.
    func es256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8]
    /// The public key of a P-256 key in PEM, 65 bytes, uncompressed; nil where it is no such key, or that isn't known
    /// here.
    func p256PublicKey(of key: Secret) -> [UInt8]?
    /// Whether a signature in DER is by the P-256 key whose public half this is, over the message's SHA-256.
    ///
    /// False where signatures can't be checked here. Source: FIPS 186-5, section 6.4.2; RFC 3279, section 2.2.3.
    ///
    /// - Parameter publicKey: 65 bytes, uncompressed.
    func isES256(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool
    /// RS256 (PKCS#1 v1.5 with SHA-256) over `message` with a PEM key (PKCS#8 or PKCS#1). Source: RFC 7518, section 3.3.
    func rs256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8]
    func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8]
    /// For providers that still sign so; nothing of our own is. Source: RFC 2104.
    func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8]
    func sha256(_ message: [UInt8]) -> [UInt8]
    func randomBytes(_ count: Int) -> [UInt8]
    /// An ephemeral P-256 key agreement with `peer` (65 bytes, uncompressed): own public key and shared secret.
    func p256Agreement(with peer: [UInt8]) throws(CryptographyFailure) -> (publicKey: [UInt8], sharedSecret: [UInt8])
    /// AES-128-GCM: ciphertext followed by the 16-byte tag. Source: NIST SP 800-38D.
    func aes128GCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyFailure) -> [UInt8]
}

extension Cryptography {
    public func p256PublicKey(of key: Secret) -> [UInt8]? { nil }
    public func isES256(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool { false }
}

public struct CryptographyFailure: Error, Sendable, Hashable {
    /// Names what failed, never the key.
    public let message: String
    public init(_ message: String) { self.message = message }
}

/// The in-app feed: putting a message there makes it visible to its reader.
public protocol Inbox: Sendable {
    func put(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome]
}

/// TCP with TLS, or with an upgrade to it, for SMTP.
public protocol ByteStreams: Sendable {
    func open(host: String, port: Int, security: StreamSecurity) async throws(EgressFailure) -> any ByteStream
}

public enum StreamSecurity: Sendable, Hashable {
    case plain
    case tls
}

public protocol ByteStream: Sendable {
    /// The next bytes, empty at the end of the stream.
    func read() async throws(EgressFailure) -> [UInt8]
    func write(_ bytes: [UInt8]) async throws(EgressFailure)
    /// STARTTLS: the handshake starts now, `host` is what the certificate must name.
    func upgradeToTLS(host: String) async throws(EgressFailure)
    func close() async
}

/// Where a development channel writes what it would have sent.
public protocol Journal: Sendable {
    /// - Parameter line: one line, without its end.
    func write(_ line: String)
}

/// For programs without a place for such lines.
public struct SilentJournal: Journal {
    public init() {}
    public func write(_ line: String) {}
}
