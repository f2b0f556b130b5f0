import CarillonModel
import CarillonProfiles

/// Why a user's token isn't believed.
enum UserTokenFault: Error, Sendable, Hashable {
    case noToken
    case otherAlgorithm(UserAuthentication.Algorithm)
    case unknownExtension
    case wrongSignature
    case unknownKey
    /// Nil where its time can't be read.
    case expired(Instant?)
    case noExpiry
    case notYetValid
    case otherIssuer
    case otherAudience
    case noUser(claim: String)

    /// Says what is wrong with the token, never what it holds.
    var message: String {
        switch self {
        case .noToken: "the token is no JWT"
        case .otherAlgorithm(let algorithm): "the token is not signed with \(algorithm.rawValue)"
        case .unknownExtension: "the token needs extensions of JWS that are not known here"
        case .wrongSignature: "the token's signature is wrong"
        case .unknownKey: "the token is signed with a key that is not in the set"
        case .expired: "the token has expired"
        case .noExpiry: "the token has no claim exp, which says when it expires"
        case .notYetValid: "the token is not valid yet"
        case .otherIssuer: "the token was issued by somebody else"
        case .otherAudience: "the token is meant for somebody else"
        case .noUser(let claim): "the token's claim \(claim) names no user"
        }
    }
}
