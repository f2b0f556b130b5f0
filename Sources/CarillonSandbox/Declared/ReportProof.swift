import CarillonChannels
import CarillonModel

/// How a report shows whom it is from; made here, apart from the code that checks it.
enum ReportProof: Sendable, Hashable {
    case none
    case header(name: String, value: String)
    case code(CallbackCode, key: String)
    case embeddedCode(EmbeddedCallbackCode, key: String)
    case standardWebhook(StandardWebhookProof, secret: String)
    /// - Parameters:
    ///   - key: the private half, in PEM.
    ///   - isForged: whether something else is signed than is sent.
    case signature(CallbackSignature, key: String, isForged: Bool)

    func headers(url: String, body: [UInt8], at now: Instant) -> [SandboxRequest.Header] {
        switch self {
        case .none, .embeddedCode: return []
        case .header(let name, let value): return [.init(name, value)]
        case .code(let code, let key):
            let seconds = now.writtenSeconds
            var signed: [UInt8] = []
            for (index, part) in code.parts.enumerated() {
                if index > 0 { signed += Array(code.separator.utf8) }
                switch part {
                case .url: signed += Array(url.utf8)
                case .body: signed += body
                case .timestamp: signed += Array(seconds.utf8)
                case .form:
                    let fields = FormText.fields(body).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
                    for field in fields { signed += Array("\(field.name)\(field.value)".utf8) }
                }
            }
            let time = code.timestampHeader.map { [SandboxRequest.Header($0, seconds)] } ?? []
            let text = code.encoding.written(code.hash.code(signed, key: key))
            return time + [.init(code.header, code.prefix + text)]
        case .standardWebhook(let proof, let secret):
            let seconds = now.writtenSeconds
            let id = "msg_" + SoftwareSHA256.hash(Array(url.utf8) + body).prefix(12).hexadecimal
            let digits = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
            let signed = Array("\(id).\(seconds).".utf8) + body
            let code = SoftwareSHA256.hmac(signed, key: Base64.decode(digits) ?? Array(secret.utf8))
            return [
                .init("\(proof.prefix)-id", id), .init("\(proof.prefix)-timestamp", seconds),
                .init("\(proof.prefix)-signature", "v1,\(Base64.encode(code))"),
            ]
        case .signature(let signature, let key, let isForged):
            let seconds = now.writtenSeconds
            let signed = Array(seconds.utf8) + body + (isForged ? [0x20] : [])
            let made = PrivateKeyText.p256Scalar(in: key).flatMap { P256.signature(of: signed, key: $0) } ?? []
            return [
                .init(signature.timestampHeader, seconds),
                .init(signature.header, made.isEmpty ? "" : Base64.encode(P256.der(made))),
            ]
        }
    }

    /// The body with what proves it, where that stands in it.
    func proven(_ body: [UInt8], at now: Instant) -> [UInt8] {
        guard case .embeddedCode(let code, let key) = self, let json = try? JSONValue(parsing: body) else {
            return body
        }
        let seconds = now.writtenSeconds
        // Another word for each report, and for each time that it is sent.
        let word = SoftwareSHA256.hash(Array(seconds.utf8) + body).hexadecimal
        let text = code.encoding.written(code.hash.code(Array("\(seconds)\(word)".utf8), key: key))
        return [(code.timestamp, seconds), (code.word, word), (code.code, text)]
            .reduce(json) { json, part in json.replacing(at: part.0.steps[...]) { _ in .string(part.1) } }.utf8
    }
}

extension Instant {
    /// Seconds since 1970.
    fileprivate var writtenSeconds: String { String(epochMilliseconds / 1000) }
}

extension CallbackCode.Hash {
    fileprivate func code(_ message: [UInt8], key: String) -> [UInt8] {
        switch self {
        case .sha1: SoftwareSHA1.hmac(message, key: Array(key.utf8))
        case .sha256: SoftwareSHA256.hmac(message, key: Array(key.utf8))
        }
    }
}

extension RequestSignature.Encoding {
    fileprivate func written(_ bytes: [UInt8]) -> String {
        switch self {
        case .hex: bytes.hexadecimal
        case .base64: Base64.encode(bytes)
        case .base64url: Base64.encode(bytes, .url)
        }
    }
}
