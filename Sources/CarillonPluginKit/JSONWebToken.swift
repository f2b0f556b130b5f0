public import CarillonModel

/// Makes the tokens by which providers authenticate a tenant.
///
/// Source: RFC 7515, section 3.1.
public enum JSONWebToken {
    /// - Parameters:
    ///   - header: with the algorithm that `sign` carries out.
    ///   - claims: what is claimed.
    ///   - sign: from the signing input to the signature.
    /// - Returns: the compact form, three parts joined by dots.
    /// - Throws: what `sign` throws.
    public static func make(
        header: JSONValue,
        claims: JSONValue,
        sign: ([UInt8]) throws(CryptographyFailure) -> [UInt8]
    ) throws(CryptographyFailure) -> String {
        let input = "\(Base64.encode(header.utf8, .url)).\(Base64.encode(claims.utf8, .url))"
        return "\(input).\(Base64.encode(try sign(Array(input.utf8)), .url))"
    }
}
