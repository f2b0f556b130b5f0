import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// What is sent to a provider, as it is sent: line by line for people, with its parts apart for programs.
extension Transmission {
    /// A request as HTTP/1.1 writes it, but for what the connection adds (RFC 9112).
    ///
    /// A body that is compressed or encrypted on its way is shown as it was before.
    var text: String {
        switch self {
        case .request(let request, let sealed):
            let headers = request.sentHeaders.map { "\($0.name): \($0.value)\n" }.joined()
            let body = String(decoding: sealed ?? request.body, as: UTF8.self)
            return "\(request.method.rawValue) \(request.url)\n\(headers)\n\(body)\n"
        case .conversation(_, let said):
            return String(decoding: said, as: UTF8.self).replacing("\r\n", with: "\n")
        case .entry: return entry.text + "\n"
        case .line(let line): return line + "\n"
        }
    }

    /// What has to be known of it beforehand.
    var note: String {
        switch self {
        case .request(_, .some): "the request; its body before it is encrypted"
        case .request(let request, nil):
            request.compression == .gzip ? "the request; its body before gzip" : "the request"
        case .conversation(let server, _): "said to \(server)"
        case .entry: "kept in the product's own feed"
        case .line: "a line of the log"
        }
    }

    var json: JSONValue {
        switch self {
        case .request(let request, let sealed):
            var object = JSONObject([
                .init("method", .string(request.method.rawValue)), .init("url", .string(request.url)),
                .init(
                    "headers",
                    .object(JSONObject(request.sentHeaders.map { .init($0.name, .string($0.value)) }))
                ),
                .init("body", .string(String(decoding: sealed ?? request.body, as: UTF8.self))),
            ])
            if sealed != nil { object["isEncrypted"] = true }
            return .object(object)
        case .conversation(let server, let said):
            return ["server": .string(server), "said": .string(String(decoding: said, as: UTF8.self))]
        case .entry: return ["entry": entry]
        case .line(let line): return ["line": .string(line)]
        }
    }

    private var entry: JSONValue {
        guard case .entry(let content, let category, let priority) = self else { return .null }
        var object = JSONObject([
            .init("locale", .string(content.locale)), .init("priority", .string(priority.rawValue)),
            .init("words", .object(content.texts)),
        ])
        object["spoken"] = content.deferredJSON
        object["category"] = category.map { .string($0) }
        object["link"] = content.link.map { .object(JSONObject($0.jsonMembers)) }
        object["image"] = content.imageURL.map { .string($0) }
        object["data"] = content.data.isEmpty ? nil : .object(content.data)
        return .object(object)
    }
}

extension EgressRequest {
    /// With the one that names the body's compression, which is added where that is done.
    fileprivate var sentHeaders: [Header] {
        headers + (compression == .gzip ? [Header("Content-Encoding", "gzip")] : [])
    }
}
