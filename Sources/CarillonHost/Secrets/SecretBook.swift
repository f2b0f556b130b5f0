public import CarillonModel
import CarillonProfiles
import Foundation

/// The secrets that tenants name, from a file and from the environment; the environment wins.
public struct SecretBook: Sendable {
    private let file: [String: [String: Secret]]
    private let environment: [String: String]
    /// Asked last: for trials, where a secret that nobody has given is made up.
    private let generated: Generator?

    public typealias Generator = @Sendable (_ name: String, _ tenant: TenantID) -> Secret?

    private static let sizeLimit = 64 << 20

    public init(
        file: [String: [String: Secret]] = [:],
        environment: [String: String] = [:],
        generated: Generator? = nil
    ) {
        self.file = file
        self.generated = generated
        self.environment = environment.filter { $0.key.hasPrefix("CARILLON_SECRET_") }
    }

    /// Reads the secrets file, or a pipe with its content: JSON, tenant → name → string.
    ///
    /// - Throws: ``Unreadable``, which names the place in the file and never a value.
    public init(path: String, environment: [String: String], generated: Generator? = nil) throws(Unreadable) {
        let content: [UInt8]
        do {
            content = try FileSystem.content(of: path, limit: Self.sizeLimit, waits: true)
        } catch {
            throw Unreadable(path: path, reason: error.reason)
        }
        guard content.count < Self.sizeLimit else {
            throw Unreadable(path: path, reason: "it has more than \(Self.sizeLimit >> 20) MiB")
        }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: content)
        } catch {
            throw Unreadable(path: path, reason: error.description)
        }
        guard let tenants = json.object else {
            throw Unreadable(
                path: path,
                reason: "it should hold an object of tenants, {\"acme\": {\"jwt-secret\": \"…\"}}"
            )
        }
        var file: [String: [String: Secret]] = [:]
        for tenant in tenants.members {
            guard let secrets = tenant.value.object else {
                throw Unreadable(path: path, reason: "“\(tenant.name)” should be an object of secrets")
            }
            for secret in secrets.members {
                guard let value = secret.value.string else {
                    throw Unreadable(path: path, reason: "“\(tenant.name)”.“\(secret.name)” should be a string")
                }
                file[tenant.name, default: [:]][secret.name] = Secret(value)
            }
        }
        self.init(file: file, environment: environment, generated: generated)
    }

    /// The same, with a source of generated values for secrets that nobody gave.
    public func backed(by generated: @escaping Generator) -> SecretBook {
        SecretBook(file: file, environment: environment, generated: generated)
    }

    public func secret(_ name: String, of tenant: TenantID) -> Secret? {
        given(name, of: tenant) ?? generated?(name, tenant)
    }

    /// A secret that was given; nil also for a placeholder that hasn't been filled in.
    public func given(_ name: String, of tenant: TenantID) -> Secret? {
        written(name, of: tenant).flatMap { SecretPlaceholder.isOne($0) ? nil : $0 }
    }

    /// Why there is no such secret, and the way out.
    func absence(of name: String, of tenant: TenantID) -> String {
        if written(name, of: tenant) != nil {
            return
                "the secret “\(name)” is still to be filled in (a placeholder stands in \(place(of: name, of: tenant)))"
        }
        return "the secret “\(name)” is missing; put it into the secrets file under “\(tenant)”, "
            + "or set \(Self.variable(name, of: tenant))"
    }

    private func written(_ name: String, of tenant: TenantID) -> Secret? {
        if let value = environment[Self.variable(name, of: tenant)] { return Secret(value) }
        return file[tenant.rawValue]?[name]
    }

    /// Where the value of a secret comes from, for people.
    func place(of name: String, of tenant: TenantID) -> String {
        let variable = Self.variable(name, of: tenant)
        return environment[variable] == nil ? "the secrets file under “\(tenant)”" : variable
    }

    /// The environment variable of a secret, such as `CARILLON_SECRET_ACME_JWT_SECRET`.
    public static func variable(_ name: String, of tenant: TenantID) -> String {
        SecretVariable.name(of: name, of: tenant)
    }

    public struct Unreadable: Error, CustomStringConvertible {
        public let path: String
        public let reason: String
        public var description: String { "can't read the secrets in \(path): \(reason)" }
    }
}

extension TenantID {
    /// The host itself, whose own secrets are listed beside those of the tenants: no tenant can have this name.
    static let host = TenantID(unchecked: "host")
}
