public import CarillonProfiles

extension UserAuthentication.Algorithm {
    /// How many bytes a shared key has at least, as many as the hash; nil of algorithms with public keys.
    ///
    /// Source: RFC 7518, section 3.2.
    public var hmacKeyBytes: Int? {
        switch self {
        case .hs256: 32
        case .hs384: 48
        case .hs512: 64
        case .rs256, .es256, .edDSA: nil
        }
    }
}
