import CarillonModel

/// A request to a host on this machine, with a JSON body where it posts one.
struct LoopbackRequest {
    var method = "POST"
    let path: String
    var body = JSONValue.null
    /// The key that is sent as `Authorization: Bearer`.
    let bearer: String

    /// As it is sent: HTTP/1.0, so that the answer comes in one piece and ends with the connection.
    ///
    /// Source: RFC 9112.
    func bytes(to authority: String) -> [UInt8] {
        let content = method == "GET" ? "" : body.text
        var head = [
            "\(method) \(path) HTTP/1.0", "Host: \(authority)", "Authorization: Bearer \(bearer)",
            "Accept: application/json",
        ]
        if method != "GET" { head += ["Content-Type: application/json", "Content-Length: \(content.utf8.count)"] }
        head.append("Connection: close")
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + content).utf8)
    }
}

/// What a host answered.
struct LoopbackAnswer {
    let status: Int
    let json: JSONValue

    /// - Parameter bytes: all that came until the connection ended.
    init(_ bytes: [UInt8]) throws(LoopbackFailure) {
        let end = bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
        let head = String(decoding: bytes[..<(end ?? 0)], as: UTF8.self)
        let line = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard let end, line.count >= 2, line[0].hasPrefix("HTTP/1."), let status = Int(line[1]) else {
            throw LoopbackFailure("what answers there isn't a host of Carillon")
        }
        self.status = status
        json = (try? JSONValue(parsing: Array(bytes[(end + 4)...]))) ?? .null
    }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// Why it isn't one, in a line.
    var reason: String {
        let detail = json["detail"]?.string ?? json["title"]?.string
        let key = status == 401 || status == 403 ? "the key isn't accepted" : nil
        return ["\(status)", key, detail].compactMap(\.self).joined(separator: ", ")
    }
}

/// Why there is no answer, for the person who watches.
struct LoopbackFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension LoopbackRequest {
    /// A host's key for operators: as it was given, or else that of the environment.
    static func operatorKey(_ given: String?) -> String? { given ?? Terminal.variable("CARILLON_ADMIN_KEY") }
}
