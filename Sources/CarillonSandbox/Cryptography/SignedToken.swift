import CarillonModel

/// A JSON Web Token as it came: read, not yet believed.
///
/// Source: RFC 7515, section 3.1.
struct SignedToken: Sendable {
    let header: JSONValue
    let claims: JSONValue
    let signature: [UInt8]
    /// What the signature is over.
    let signed: [UInt8]

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64.decode(parts[0]), let claims = Base64.decode(parts[1]),
            let signature = Base64.decode(parts[2]), let head = try? JSONValue(parsing: header),
            let body = try? JSONValue(parsing: claims), head.object != nil, body.object != nil
        else { return nil }
        self.header = head
        self.claims = body
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    func isSigned(by key: PublicKey) -> Bool { key.isValid(signature, of: signed) }
}
