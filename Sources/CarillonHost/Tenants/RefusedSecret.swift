import CarillonModel
public import CarillonProfiles

/// A secret that a tenant isn't served with.
///
/// With an empty key anyone can claim to be anyone, and a short one can be found by trying. One that is missing is
/// another matter: it admits nobody, and stops what needs it and nothing else.
struct RefusedSecret: Sendable, Hashable {
    enum Fault: Sendable, Hashable {
        case empty
        /// - Parameter purpose: what requires so many bytes, such as `HS256`.
        case short(bytes: Int, minimum: Int, purpose: String)
    }

    var name: String
    var fault: Fault
    /// The place of its value.
    var place: String

    /// Those of a profile, in the order of their names.
    static func all(of profile: TenantProfile, in secrets: SecretBook) -> [RefusedSecret] {
        profile.secretNames.compactMap { name in
            secrets.secret(name, of: profile.id).flatMap { fault(of: $0, called: name, in: profile.authentication) }
                .map { RefusedSecret(name: name, fault: $0, place: secrets.place(of: name, of: profile.id)) }
        }
    }

    private static func fault(of secret: Secret, called name: String, in rules: Authentication) -> Fault? {
        let text = secret.reveal()
        let bytes = text.meaningfulBytes
        guard bytes > 0 else { return .empty }
        for token in rules.tokens where token.keySecrets.contains(name) {
            guard let minimum = token.algorithm.hmacKeyBytes, bytes < minimum else { continue }
            return .short(bytes: bytes, minimum: minimum, purpose: token.algorithm.rawValue)
        }
        if rules.services.contains(where: { $0.keySecret == name }), bytes < HostConfiguration.keyBytes {
            return .short(bytes: bytes, minimum: HostConfiguration.keyBytes, purpose: "a service key")
        }
        return nil
    }
}

extension Authentication {
    /// What tokens must be, of users and of staff.
    fileprivate var tokens: [UserAuthentication] { [users, staff?.token].compactMap(\.self) }
}

extension SecretBook {
    /// Messages about given secrets of a profile that can't be used, by their names: those that are
    /// empty or too short, and keys of tokens that aren't of the algorithm.
    public func faults(of profile: TenantProfile) -> [String: String] {
        let refused = RefusedSecret.all(of: profile, in: self)
        var faults = Dictionary(uniqueKeysWithValues: refused.map { ($0.name, $0.description) })
        for token in profile.authentication.tokens {
            for name in token.keySecrets where faults[name] == nil {
                guard let secret = given(name, of: profile.id) else { continue }
                do {
                    _ = try TrustedKeys(secret, called: name, for: token.algorithm)
                } catch {
                    faults[name] = "\(error) (it stands in \(place(of: name, of: profile.id)))"
                }
            }
        }
        return faults
    }
}

extension RefusedSecret: CustomStringConvertible {
    var description: String { "the secret “\(name)” \(problem) (it stands in \(place))" }

    private var problem: String {
        switch fault {
        case .empty:
            "is empty: give it a value, or take it out of there"
        case .short(let bytes, let minimum, let purpose):
            "has \(bytes) \(bytes == 1 ? "byte" : "bytes"), and \(purpose) wants \(minimum) at least: put a longer one there, "
                + "such as `openssl rand -base64 \(minimum)` makes, and give it to those who use it"
        }
    }
}

extension TenantRejection {
    /// - Parameter secrets: at least one.
    init(_ secrets: [RefusedSecret]) {
        self.init(
            diagnostics: secrets.count,
            first: secrets.first?.description ?? "",
            report: secrets.map(\.description).joined(separator: "\n")
        )
        cause = .secrets
    }
}
