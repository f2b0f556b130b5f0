import CarillonProfiles
import Foundation

/// Whether a request that has its credentials in a cookie was meant by its user: browsers send cookies along with what
/// any page makes them send.
///
/// Reading is harmless, for answers are shown to other sites only as ``CrossOriginAccess`` says. What changes something
/// must come from the host's own pages, or from a page that the tenant lets call with cookies. Browsers tell in
/// `Sec-Fetch-Site`, older ones in `Origin`; a request with neither comes from no browser that anybody uses, and so from
/// nobody who could be tricked.
///
/// Source: Fetch Metadata Request Headers (W3C), and the Fetch standard on `Origin`.
struct CrossSiteCheck: Sendable {
    private let trusted: Set<String>

    init(_ policy: CrossOriginPolicy?) {
        trusted = policy.map { $0.allowsCredentials ? Set($0.origins.map { $0.lowercased() }) : [] } ?? []
    }

    func allows(_ request: APIRequest) -> Bool {
        if ["GET", "HEAD", "OPTIONS"].contains(request.method) { return true }
        let origin = request.header("origin")?.lowercased()
        if let origin, trusted.contains(origin) { return true }
        if let site = request.header("sec-fetch-site") { return site == "same-origin" || site == "none" }
        guard let origin else { return true }
        return Self.isOwn(origin, request)
    }

    /// Compared without the scheme, which a proxy that terminates TLS has removed.
    private static func isOwn(_ origin: String, _ request: APIRequest) -> Bool {
        guard let asked = request.header("host")?.lowercased(), let start = origin.range(of: "://")?.upperBound else {
            return false
        }
        return plain(origin[start...]) == plain(asked[...])
    }

    private static func plain(_ authority: Substring) -> Substring {
        for port in [":443", ":80"] where authority.hasSuffix(port) { return authority.dropLast(port.count) }
        return authority
    }
}
