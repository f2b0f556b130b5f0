/// Private keys in PEM.
///
/// Source: RFC 5958 (PKCS#8), RFC 5915 and RFC 8017, appendix A.1.2.
package enum PrivateKeyText {
    package static func p256Scalar(in pem: String) -> [UInt8]? {
        guard var key = content(of: pem), var inner = key.sequence(), inner.value(0x02) == [1] else { return nil }
        return inner.value(0x04)
    }

    package static func rsaKey(in pem: String) -> RSAKey? {
        guard var key = content(of: pem), var inner = key.sequence(), inner.value(0x02) == [0],
            let modulus = inner.value(0x02), inner.value(0x02) != nil, let exponent = inner.value(0x02)
        else { return nil }
        return RSAKey(modulus: modulus, exponent: exponent)
    }

    private static func content(of pem: String) -> DER? {
        guard let der = PEM.bytes(pem, label: "PRIVATE KEY") else { return nil }
        var outer = DER(der)
        guard var info = outer.sequence(), info.value(0x02) == [0], info.sequence() != nil else { return nil }
        return info.value(0x04).map(DER.init)
    }
}
