import CarillonModel
import CarillonPluginKit

/// The endpoint of a browser, and the keys only it can read with.
///
/// Source: W3C Push API, `PushSubscription`.
struct PushSubscription: Sendable {
    let endpoint: String
    /// 65 bytes, uncompressed.
    let publicKey: [UInt8]
    /// 16 bytes.
    let authentication: [UInt8]

    init?(_ text: String) {
        guard let json = try? JSONValue(parsing: text.utf8), let endpoint = json["endpoint"]?.string,
            WebOrigin(url: endpoint) != nil, let publicKey = json["keys"]?["p256dh"]?.string.flatMap(Self.point),
            let authentication = json["keys"]?["auth"]?.string.flatMap({ Base64.decode($0) }),
            authentication.count == 16
        else { return nil }
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authentication = authentication
    }

    /// Whether it can be encrypted for.
    ///
    /// Asked where it is registered; what was stored before is found out when it is used.
    var isOnCurve: Bool { P256Curve.holds(publicKey) }

    static func point(_ text: String) -> [UInt8]? {
        guard let bytes = Base64.decode(text), bytes.count == 65, bytes.first == 4 else { return nil }
        return bytes
    }
}
