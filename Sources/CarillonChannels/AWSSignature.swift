import CarillonModel
import CarillonPluginKit

/// AWS Signature Version 4 with keys that don't change.
///
/// Source: AWS, “Create a signed AWS API request”.
public struct AWSSignature: Sendable, Hashable {
    /// Such as `ses`.
    public let service: String
    public let region: ChannelText
    public let accessKey: ChannelText
    public let secretKey: ChannelText

    public init(service: String, region: ChannelText, accessKey: ChannelText, secretKey: ChannelText) {
        self.service = service
        self.region = region
        self.accessKey = accessKey
        self.secretKey = secretKey
    }

    static let algorithm = "AWS4-HMAC-SHA256"

    func applied(
        to request: EgressRequest,
        in scope: MessageScope,
        _ cryptography: any Cryptography
    ) throws(RequestFault) -> EgressRequest {
        guard let region = try region.text(in: scope), let accessKey = try accessKey.text(in: scope),
            let secretKey = try secretKey.text(in: scope), let origin = WebOrigin(url: request.url)
        else { return request }
        // 20150830T123600Z
        let seconds = scope.now.epochMilliseconds.floorDivided(by: 1000)
        let time = Instant(epochMilliseconds: seconds * 1000).rfc3339.filter { $0 != "-" && $0 != ":" }
        let date = String(time.prefix(8))
        var headers = [("host", String(origin.description.dropFirst("https://".count))), ("x-amz-date", time)]
        if let type = request.headers.first(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(("content-type", type.value))
        }
        headers.sort { $0.0 < $1.0 }
        let names = headers.map(\.0).joined(separator: ";")
        let canonical = [
            request.method.rawValue, path(of: request), query(of: request),
            headers.map { "\($0.0):\($0.1)\n" }.joined(), names, cryptography.sha256(request.body).hexadecimal,
        ].joined(separator: "\n")
        let credentials = "\(date)/\(region)/\(service)/aws4_request"
        let digest = cryptography.sha256(Array(canonical.utf8)).hexadecimal
        var key = Array("AWS4\(secretKey)".utf8)
        for part in [date, region, service, "aws4_request"] {
            key = cryptography.hmacSHA256(Array(part.utf8), key: key)
        }
        let toSign = [Self.algorithm, time, credentials, digest].joined(separator: "\n")
        let signature = cryptography.hmacSHA256(Array(toSign.utf8), key: key).hexadecimal
        return try request.adding("X-Amz-Date", time).adding(
            "Authorization",
            "\(Self.algorithm) Credential=\(accessKey)/\(credentials), SignedHeaders=\(names), Signature=\(signature)"
        )
    }

    /// Each step encoded once more, which all services but S3 demand.
    private func path(of request: EgressRequest) -> String {
        request.target.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    }

    private func query(of request: EgressRequest) -> String {
        FormText.fields(request.target.query)
            .map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
            .sorted { $0 < $1 }
            .map { "\($0.0)=\($0.1)" }
            .joined(separator: "&")
    }
}
