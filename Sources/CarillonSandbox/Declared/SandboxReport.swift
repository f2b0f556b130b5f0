import CarillonChannels
public import CarillonModel

/// What a simulated provider reports by itself about a message that it took.
///
/// Whoever holds the connection sends it, by POST.
public struct SandboxReport: Sendable, Hashable {
    /// The channel's id.
    public let provider: String
    /// The sample of the channel file that it is.
    public let name: String
    /// To whom the message went.
    public let token: String
    /// How long after the answer to its message it is sent.
    public let delay: Duration
    /// Where the provider was told to report.
    public let url: String
    public let body: [UInt8]
    let content: CallbackForm.Content
    let proof: ReportProof

    /// - Parameter now: when it is sent.
    public func headers(at now: Instant) -> [SandboxRequest.Header] {
        let type = content == .json ? "application/json" : "application/x-www-form-urlencoded"
        return [SandboxRequest.Header("Content-Type", type)] + proof.headers(url: url, body: body, at: now)
    }
}

/// How a report shows whom it is from; made here, apart from the code that checks it.
enum ReportProof: Sendable, Hashable {
    case none
    case header(name: String, value: String)
    case code(CallbackCode, key: String)

    func headers(url: String, body: [UInt8], at now: Instant) -> [SandboxRequest.Header] {
        switch self {
        case .none: return []
        case .header(let name, let value): return [.init(name, value)]
        case .code(let code, let key):
            let seconds = String(now.epochMilliseconds / 1000)
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
            let bytes =
                switch code.hash {
                case .sha1: SoftwareSHA1.hmac(signed, key: Array(key.utf8))
                case .sha256: SoftwareSHA256.hmac(signed, key: Array(key.utf8))
                }
            let text =
                switch code.encoding {
                case .hex: bytes.hexadecimal
                case .base64: Base64.encode(bytes)
                case .base64url: Base64.encode(bytes, .url)
                }
            let time = code.timestampHeader.map { [SandboxRequest.Header($0, seconds)] } ?? []
            return time + [.init(code.header, code.prefix + text)]
        }
    }
}
