public import CarillonModel
import Foundation
public import Logging

/// What an operator configures; every value has its option and its environment variable.
public struct HostConfiguration: Sendable {
    /// What this process does.
    public enum Role: String, Sendable, CaseIterable {
        case all
        /// HTTP only; another process sends.
        case api
        /// Workers only, and health.
        case worker
    }

    /// Folder of tenant folders.
    public var tenants = "tenants"
    public var host = "127.0.0.1"
    /// 0 lets the system choose.
    public var port = 8080
    /// Where the world reaches this host, such as `https://notify.example`; nil: links to it are made nowhere.
    public var publicURL: PublicURL?
    /// How long the code in a link to an inbox page is good: a minute, for it works for whoever has it.
    public var inboxCodeLifetime: Duration = .seconds(60)
    /// Folder that the inbox's files are read from at each request, for who works on them; nil: those in this program.
    public var webAssets: String?
    /// Whose `X-Forwarded-For` says where a request comes from.
    public var trustedProxies = TrustedProxies()
    public var adminHost = "127.0.0.1"
    public var adminPort = 9090
    /// At least ``keyBytes`` long; nil closes the operators' routes.
    public var operatorKey: Secret?
    /// Path of a Unix socket for operators of this machine; nil is none.
    public var operatorSocket: String?
    public var secrets = SecretBook()
    /// Where ``secrets`` came from, to read them again; nil where they came from the environment alone.
    public var secretsFile: SecretsFile?
    /// Between two checks of the tenants' folders and the secrets.
    ///
    /// What changed is loaded once it is the same at two checks.
    public var lookInterval: Duration = .seconds(2)
    public var egressMap = OriginMap()
    /// Where requests may go whose URL came from users or tenants.
    public var egressAddresses = AddressRules()
    /// PEM, trusted in addition.
    public var egressCertificates: String?
    public var role: Role = .all
    /// Whether providers' rates are kept to; off for load tests only.
    public var isPaced = true
    /// How many connections and streams there may be.
    public var limits = HostLimits()
    /// Whether callers are kept to the rates of the profiles, and to what one of them may have; off for load tests only.
    public var limitsRates = true
    public var alerts = AlertConfiguration()
    /// The folder of the data, whose disk is watched and which remembers alerts; nil: neither.
    public var dataFolder: String?
    public var logLevel: Logger.Level = .info

    /// How many bytes an operator's or a service's key has at least.
    ///
    /// Letters and digits at random have 95 bits then, more than anyone can try over a network.
    public static let keyBytes = 16

    /// Whether an operator's key has ``keyBytes``, not counting blanks at its end: no header keeps those.
    public static func isLongEnough(operatorKey key: String) -> Bool { key.meaningfulBytes >= keyBytes }

    public init() {}

    /// How the host calls itself to its operators.
    var name: String { publicURL?.description ?? ProcessInfo.processInfo.hostName }
}
