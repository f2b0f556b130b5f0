import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// Whose rows a channel gets, by the token that its client names.
enum SupabaseToken: Sendable {
    /// Nobody's: there is no token, or one that names nobody, as the app's own key does.
    case anonymous
    case user(UserToken)

    struct Fault: Error {
        /// What errors of a join begin with.
        let code: String
        let message: String
        var isExpiry = false
    }

    /// - Parameters:
    ///   - text: nil where none came.
    ///   - key: that of the connection, which older clients name for a token.
    init(_ text: String?, key: String, of tenant: ActiveTenant, at now: Instant) throws(Fault) {
        guard let text, !text.isEmpty, text != key, !text.hasPrefix("sb_") else {
            self = .anonymous
            return
        }
        guard let users = tenant.access.users else {
            throw Fault(code: "JwtSignerError", message: "Failed to generate JWT signer")
        }
        do throws(UserTokenFault) {
            self = .user(try users.check(text, now: now))
        } catch {
            if case .noUser = error {
                self = .anonymous
                return
            }
            throw Fault(error, at: now)
        }
    }
}

extension SupabaseToken.Fault {
    fileprivate init(_ fault: UserTokenFault, at now: Instant) {
        switch fault {
        case .noToken: self.init(code: "MalformedJWT", message: "The token provided is not a valid JWT")
        case .expired(let end):
            let seconds = end.map { max(0, (now.epochMilliseconds - $0.epochMilliseconds) / 1000) } ?? 0
            self.init(code: "InvalidJWTToken", message: "Token has expired \(seconds) seconds ago", isExpiry: true)
        case .noExpiry: self.init(code: "InvalidJWTToken", message: "Fields `role` and `exp` are required in JWT")
        case .otherAlgorithm, .unknownExtension, .wrongSignature, .unknownKey:
            self.init(code: "JwtSignatureError", message: "Failed to validate JWT signature")
        case .notYetValid, .otherIssuer, .otherAudience, .noUser:
            self.init(code: "Unauthorized", message: fault.message)
        }
    }
}
