/// Private keys in PEM as people have them: lines of any length and end, other blocks or text around.
///
/// Source: RFC 7468, sections 2 and 3.
enum PrivateKeyPEM {
    /// The first private key, in lines of 64 letters and with nothing around it; `text` as it is where there is none.
    static func strict(_ text: String) -> String {
        for label in ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"] {
            let frame = (begin: "-----BEGIN \(label)-----", end: "-----END \(label)-----")
            guard let begin = text.firstRange(of: frame.begin),
                let end = text[begin.upperBound...].firstRange(of: frame.end)
            else { continue }
            let body = text[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
            return ([frame.begin] + lines(of: Array(body.utf8)) + [frame.end]).joined(separator: "\n")
        }
        return text
    }

    private static func lines(of body: [UInt8]) -> [String] {
        stride(from: 0, to: body.count, by: 64)
            .map { String(decoding: body[$0..<min($0 + 64, body.count)], as: UTF8.self) }
    }
}
