import Crypto
import Foundation
import SwiftASN1

/// A generated key with a certificate for it: X.509 version 3, ECDSA on P-256.
///
/// Covers only what a listener on this machine and its authority need. Written here because the package that covers all
/// of X.509 would add a thirtieth to the time of a first build.
///
/// Source: RFC 5280, sections 4.1 and 4.2.1; RFC 5758, section 3.2.
struct SignedCertificate: Sendable {
    private let name: String
    let key: P256.Signing.PrivateKey
    private let der: [UInt8]

    /// What the certificate may be used for.
    fileprivate enum Purpose {
        case authority
        case server(names: [SubjectName])
    }

    /// A name or an address of a server.
    enum SubjectName: Sendable {
        case host(String)
        /// Four bytes for IPv4, sixteen for IPv6.
        case address([UInt8])
    }

    /// A self-signed authority.
    init(authority name: String, validFrom start: Date, until end: Date) throws {
        let key = P256.Signing.PrivateKey()
        try self.init(name, key, for: .authority, signedBy: (name, key), validFrom: start, until: end)
    }

    /// A server's certificate, signed by an authority.
    init(
        server name: String,
        at names: [SubjectName],
        by authority: Self,
        validFrom start: Date,
        until end: Date
    ) throws {
        try self.init(
            name,
            P256.Signing.PrivateKey(),
            for: .server(names: names),
            signedBy: (authority.name, authority.key),
            validFrom: start,
            until: end
        )
    }

    var pem: String { PEMDocument(type: "CERTIFICATE", derBytes: der).pemString }

    private init(
        _ name: String,
        _ key: P256.Signing.PrivateKey,
        for purpose: Purpose,
        signedBy issuer: (name: String, key: P256.Signing.PrivateKey),
        validFrom start: Date,
        until end: Date
    ) throws {
        self.name = name
        self.key = key
        var body = DER.Serializer()
        try body.appendConstructedNode(identifier: .sequence) { body in
            // [0] version: 2 is the third.
            try body.serialize(2, explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific)
            try body.serialize(Int64.random(in: 1 ... .max))
            try body.appendSignatureAlgorithm()
            try body.append(name: issuer.name)
            try body.appendConstructedNode(identifier: .sequence) { validity in
                try validity.serialize(UTCTime(start))
                try validity.serialize(UTCTime(end))
            }
            try body.append(name: name)
            // SubjectPublicKeyInfo.
            body.serializeRawBytes(key.publicKey.derRepresentation)
            try body.appendConstructedNode(identifier: .contextSpecific(3)) { extensions in
                try extensions.appendConstructedNode(identifier: .sequence) { extensions in
                    try extensions.append(extensionsFor: purpose, key: key.publicKey, issuer: issuer.key.publicKey)
                }
            }
        }
        let signature = try issuer.key.signature(for: body.serializedBytes).derRepresentation
        var certificate = DER.Serializer()
        try certificate.appendConstructedNode(identifier: .sequence) { certificate in
            certificate.serializeRawBytes(body.serializedBytes)
            try certificate.appendSignatureAlgorithm()
            try certificate.serialize(ASN1BitString(bytes: ArraySlice(signature)))
        }
        der = certificate.serializedBytes
    }
}

extension DER.Serializer {
    /// ecdsa-with-SHA256.
    fileprivate mutating func appendSignatureAlgorithm() throws {
        try appendConstructedNode(identifier: .sequence) { algorithm in
            try algorithm.serialize("1.2.840.10045.4.3.2" as ASN1ObjectIdentifier)
        }
    }

    /// A distinguished name that consists of a common name only.
    fileprivate mutating func append(name: String) throws {
        try appendConstructedNode(identifier: .sequence) { names in
            try names.appendConstructedNode(identifier: .set) { set in
                try set.appendConstructedNode(identifier: .sequence) { attribute in
                    try attribute.serialize("2.5.4.3" as ASN1ObjectIdentifier)
                    try attribute.serialize(ASN1UTF8String(name))
                }
            }
        }
    }

    fileprivate mutating func append(
        extensionsFor purpose: SignedCertificate.Purpose,
        key: P256.Signing.PublicKey,
        issuer: P256.Signing.PublicKey
    ) throws {
        switch purpose {
        case .authority:
            // basicConstraints: an authority, with no other beneath it.
            try append(extension: "2.5.29.19", isCritical: true) { value in
                try value.appendConstructedNode(identifier: .sequence) { constraints in
                    try constraints.serialize(true)
                    try constraints.serialize(0)
                }
            }
            // keyUsage: keyCertSign is the sixth bit.
            try append(extension: "2.5.29.15", isCritical: true) { value in
                try value.serialize(ASN1BitString(bytes: [0b0000_0100], paddingBits: 2))
            }
        case .server(let names):
            try append(extension: "2.5.29.19", isCritical: true) { value in
                value.appendConstructedNode(identifier: .sequence) { _ in }
            }
            // keyUsage: digitalSignature is the first bit.
            try append(extension: "2.5.29.15", isCritical: true) { value in
                try value.serialize(ASN1BitString(bytes: [0b1000_0000], paddingBits: 7))
            }
            // extKeyUsage: id-kp-serverAuth.
            try append(extension: "2.5.29.37") { value in
                try value.appendConstructedNode(identifier: .sequence) { uses in
                    try uses.serialize("1.3.6.1.5.5.7.3.1" as ASN1ObjectIdentifier)
                }
            }
            // subjectAltName: dNSName is [2], iPAddress is [7].
            try append(extension: "2.5.29.17") { value in
                value.appendConstructedNode(identifier: .sequence) { list in
                    for name in names {
                        let (tag, bytes): (UInt, [UInt8]) =
                            switch name {
                            case .host(let host): (2, Array(host.utf8))
                            case .address(let address): (7, address)
                            }
                        list.appendPrimitiveNode(identifier: .contextSpecific(tag)) { $0 += bytes }
                    }
                }
            }
            // authorityKeyIdentifier: keyIdentifier is [0].
            try append(extension: "2.5.29.35") { value in
                value.appendConstructedNode(identifier: .sequence) { identifier in
                    identifier.appendPrimitiveNode(identifier: .contextSpecific(0)) { $0 += issuer.identifier }
                }
            }
        }
        // subjectKeyIdentifier.
        try append(extension: "2.5.29.14") { value in
            try value.serialize(ASN1OctetString(contentBytes: ArraySlice(key.identifier)))
        }
    }

    private mutating func append(
        extension identifier: ASN1ObjectIdentifier,
        isCritical: Bool = false,
        _ write: (inout DER.Serializer) throws -> Void
    ) throws {
        var value = DER.Serializer()
        try write(&value)
        try appendConstructedNode(identifier: .sequence) { node in
            try node.serialize(identifier)
            // False is the default, which DER leaves out.
            if isCritical { try node.serialize(true) }
            try node.serialize(ASN1OctetString(contentBytes: ArraySlice(value.serializedBytes)))
        }
    }
}

extension ASN1Identifier {
    fileprivate static func contextSpecific(_ tag: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: tag, tagClass: .contextSpecific)
    }
}

extension P256.Signing.PublicKey {
    /// SHA-1 of the key's bits (RFC 5280, section 4.2.1.2, method 1).
    ///
    /// It identifies the key and protects nothing.
    fileprivate var identifier: [UInt8] { Array(Insecure.SHA1.hash(data: x963Representation)) }
}

extension UTCTime {
    /// - Throws: for years after 2049, which need another ASN.1 type (RFC 5280, section 4.1.2.5).
    fileprivate init(_ date: Date) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        try self.init(
            year: parts.year ?? 0,
            month: parts.month ?? 0,
            day: parts.day ?? 0,
            hours: parts.hour ?? 0,
            minutes: parts.minute ?? 0,
            seconds: parts.second ?? 0
        )
    }
}
