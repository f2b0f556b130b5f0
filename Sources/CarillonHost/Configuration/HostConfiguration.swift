public import CarillonModel
import Foundation
public import Logging

/// The operator's configuration; every value has an option and an environment variable.
public struct HostConfiguration: Sendable {
    /// The role of this process.
    public enum Role: String, Sendable, CaseIterable {
        case all
        /// Serves HTTP only; another process sends.
        case api
        /// Runs workers and health checks only.
        case worker
    }

    /// Tells this host apart, for people; nil for the machine's name and the process's number.
    public var hostName: String?
    /// The folder of tenant folders.
    public var tenants = "tenants"
    public var host = "127.0.0.1"
    /// 0 lets the system choose.
    public var port = 8080
    /// The host's public URL, such as `https://notify.example`; nil where no links to it are made.
    public var publicURL: PublicURL?
    /// Where providers are told to report what became of messages, if elsewhere than at ``publicURL``: nothing else leads there.
    public var callbackURL: PublicURL?
    /// The lifetime of the code in a link to an inbox page; short, because anybody with the link can use it.
    public var inboxCodeLifetime: Duration = .seconds(60)
    /// Whether the admin port serves the studio, for the tenants of ``tenants``.
    public var servesStudio = false
    /// The lifetime of the code in a link to the studio.
    public var studioCodeLifetime: Duration = .seconds(600)
    /// A folder from which the inbox's files are read at each request, for developers of the inbox; nil for the
    /// built-in files.
    public var webAssets: String?
    /// Proxies whose `X-Forwarded-For` header is trusted.
    public var trustedProxies = TrustedProxies()
    public var adminHost = "127.0.0.1"
    public var adminPort = 9090
    /// At least ``keyBytes`` long; nil disables the operators' routes.
    public var operatorKey: Secret?
    /// The path of a Unix socket for operators on this machine; nil for none.
    public var operatorSocket: String?
    public var secrets = SecretBook()
    /// The file of ``secrets``, for reading it again; nil where they all come from the environment.
    public var secretsFile: SecretsFile?
    /// The time between two checks of the tenants' folders and the secrets.
    ///
    /// A change is loaded once two checks find the same state.
    public var lookInterval: Duration = .seconds(2)
    public var egressMap = OriginMap()
    /// Where the channels that tenants' files declare may send.
    public var channelOrigins = ChannelOrigins()
    /// The operator's folder of channel files, which every tenant may use; they send where they say.
    public var channels: String?
    /// The rules for addresses of requests whose URL comes from users or tenants.
    public var egressAddresses = AddressRules()
    /// Certificates in PEM that are trusted additionally.
    public var egressCertificates: String?
    public var role: Role = .all
    /// Whether providers' rate limits are respected; off for load tests only.
    public var isPaced = true
    /// The limits of connections and streams.
    public var limits = HostLimits()
    /// Whether callers' rate limits, from the profile and the host, are enforced; off for load tests only.
    public var limitsRates = true
    public var alerts = AlertConfiguration()
    /// The data folder, whose disk is monitored and which stores alerts; nil for neither.
    public var dataFolder: String?
    public var logLevel: Logger.Level = .info

    /// The minimum length of an operator's or a service's key, in bytes.
    ///
    /// With random letters and digits that is 95 bits, which can't be guessed over a network.
    public static let keyBytes = 16

    /// Whether an operator's key has ``keyBytes`` without blanks at its end, which headers don't preserve.
    public static func isLongEnough(operatorKey key: String) -> Bool { key.meaningfulBytes >= keyBytes }

    /// Whether a text may be ``hostName``: in metrics and lines it is one word.
    public static func isHostName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte > UInt8(ascii: " ") && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            }
    }

    /// Says what ``isHostName(_:)`` takes.
    public static let hostNameShape = "1 to 63 characters of ASCII, without blanks and quotes"

    public init() {}

    /// The host's name in messages to operators.
    var name: String { hostName ?? publicURL?.description ?? ProcessInfo.processInfo.hostName }

    /// The host's name among those that share a store.
    var nameAmongHosts: String {
        hostName ?? "\(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier)"
    }
}
