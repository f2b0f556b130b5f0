import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Verifies the tokens of one tenant's staff, as those of its users are, by other keys or for another audience.
struct StaffTokenVerifier: Sendable {
    private let settings: StaffAuthentication
    private let tokens: UserTokenVerifier

    init(_ settings: StaffAuthentication, keys: [TrustedKeys]) {
        self.settings = settings
        tokens = UserTokenVerifier(settings.token, keys: keys)
    }

    /// Whose token a request brings, in the header or in the staff's cookie; nil without one.
    ///
    /// - Throws: `unauthenticated` for a token that is no good, or names nobody or no role; its message says what is wrong, never
    ///   what the token holds.
    func member(of request: APIRequest, at now: Instant) throws(Problem) -> StaffMember? {
        guard let token = token(of: request) else { return nil }
        let claims: JSONValue
        do throws(UserTokenFault) {
            claims = try tokens.claims(of: token, now: now)
        } catch {
            throw .unauthenticated(error.message)
        }
        guard let name = claims[settings.nameClaim]?.string, Self.isName(name) else {
            throw .unauthenticated("the token's claim \(settings.nameClaim) names nobody")
        }
        let grants = roles(in: claims).prefix(StaffMember.mostGrants)
        guard !grants.isEmpty else {
            throw .unauthenticated("the token's claim \(settings.rolesClaim) has no role of the studio")
        }
        return StaffMember(name: name, grants: Array(grants))
    }

    private func token(of request: APIRequest) -> String? {
        request.bearerToken ?? settings.token.cookie.flatMap { Cookies.value($0, in: request) }
    }

    /// What isn't a role here may be one elsewhere: it says nothing.
    private func roles(in claims: JSONValue) -> [StaffMember.Grant] {
        let claim = claims[settings.rolesClaim]
        let list = claim?.array?.compactMap(\.string)
        let texts = list ?? (claim?.string ?? "").split(separator: " ").map(String.init)
        return texts.compactMap { StaffMember.Grant($0) }
    }

    private static func isName(_ text: String) -> Bool {
        !text.trimmed.isEmpty && text.unicodeScalars.count <= StaffMember.longestName
            && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}
