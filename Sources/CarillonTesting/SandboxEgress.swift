import CarillonModel
public import CarillonPluginKit
public import CarillonSandbox

/// HTTP that ends in a sandbox in the same process: a plugin and its simulated provider, with no network.
public struct SandboxEgress: Egress {
    private let sandbox: Sandbox
    private let onReport: @Sendable (SandboxReport) -> Void

    /// - Parameter onReport: gets what the providers report by themselves, which nobody sends here.
    public init(_ sandbox: Sandbox, onReport: @escaping @Sendable (SandboxReport) -> Void = { _ in }) {
        self.sandbox = sandbox
        self.onReport = onReport
    }

    public func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        guard let origin = WebOrigin(url: request.url) else { throw .notSent("this is no https URL") }
        let target = request.url.dropFirst("https://".count).drop { $0 != "/" }
        let path = target.prefix { $0 != "?" }
        var headers = request.headers.map { SandboxRequest.Header($0.name, $0.value) }
        var body = request.body
        if request.compression == .gzip {
            headers.append(.init("Content-Encoding", "gzip"))
            body = StoredGzip.member(body)
        }
        let response = await sandbox.respond(
            to: SandboxRequest(
                method: request.method.rawValue,
                host: origin.host,
                path: path.isEmpty ? "/" : String(path),
                query: String(target.dropFirst(path.count + 1)),
                headers: headers,
                body: body,
                version: request.version == .http2 ? .http2 : .http1,
                connection: origin.hashValue
            )
        )
        response.reports.forEach(onReport)
        guard !response.dropsConnection else { throw .noAnswer("the sandbox dropped the connection") }
        return EgressResponse(
            status: response.status,
            headers: response.headers.map { EgressRequest.Header($0.name, $0.value) },
            body: response.body
        )
    }
}

/// gzip that doesn't compress: stored blocks only.
///
/// Source: RFC 1951, section 3.2.4, and RFC 1952.
private enum StoredGzip {
    static func member(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            output.append(rest.isEmpty ? 1 : 0)
            output += number(UInt32(block.count), bytes: 2) + number(~UInt32(block.count), bytes: 2) + block
        } while !rest.isEmpty
        return output + number(checksum(bytes), bytes: 4) + number(UInt32(truncatingIfNeeded: bytes.count), bytes: 4)
    }

    private static func number(_ value: UInt32, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }

    /// CRC-32, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
    }
}
