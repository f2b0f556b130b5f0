/// The form of a channel's secret, and so whether it can be made here or comes from the provider.
///
/// `carillond secrets init` makes what may be made, and `carillond dev` all of them.
public enum SecretForm: Sendable, Hashable {
    /// Text that the provider, or the relay, issues.
    case token
    /// Bytes in Base64 that the provider issues.
    case base64Key
    /// A P-256 private key in PEM that the provider issues.
    case signingKey
    /// The public half of a P-256 key that the provider signs with, in Base64 or PEM.
    ///
    /// A simulated provider signs with the private half, in PEM, and whoever has that knows the public one.
    case verificationKey
    /// An RSA private key in PEM that the provider issues.
    case rsaKey
    /// A service account of Google's with its RSA key, as one JSON text, that the provider issues.
    case serviceAccount
    /// The private half of a VAPID pair, 32 bytes in base64url; the other half is in the setting named here.
    ///
    /// Source: RFC 8292.
    case vapidKey(publicKey: String)
    /// `whsec_` and 24 to 64 bytes in base64.
    ///
    /// Source: Standard Webhooks 1.0.0.
    case webhookKey
    /// A whole URL that the provider issues, which opens what it leads to; with one that opens nothing.
    case url(example: String)

    /// Whether only the provider can make one.
    public var isIssued: Bool {
        switch self {
        case .token, .base64Key, .signingKey, .verificationKey, .rsaKey, .serviceAccount, .url: true
        case .vapidKey, .webhookKey: false
        }
    }

    /// One that opens nothing, so that a request can be shown without the real one; nil where any text will do.
    public var placeholderValue: String? {
        switch self {
        case .token, .signingKey, .rsaKey: nil
        case .base64Key: String(repeating: "A", count: 43) + "="
        // The point that the curve begins with: its private half is 1.
        case .verificationKey:
            "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7L"
                + "tkBoN79R9Q=="
        case .serviceAccount:
            #"{"project_id":"project","client_email":"sender@project.iam.gserviceaccount.com","private_key":"-"}"#
        case .vapidKey: String(repeating: "A", count: 43)
        case .webhookKey: "whsec_" + String(repeating: "A", count: 32)
        case .url(let example): example
        }
    }
}
