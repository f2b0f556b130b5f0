import CarillonModel

/// A message as a mail program would read it: headers, and its alternatives decoded.
///
/// Source: RFC 5322 and RFC 2045.
struct ReceivedMail: Sendable {
    private let headers: [(name: String, value: String)]
    private let parts: [(type: String, text: String)]

    /// Nil for what a strict relay refuses: bare CR or LF, long lines, doubled headers, broken MIME.
    init?(stuffed: [UInt8]) {
        guard let lines = Self.lines(of: stuffed) else { return nil }
        let plain = lines.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
        guard let (headers, body) = Self.split(plain) else { return nil }
        let names = headers.map { $0.name.lowercased() }
        for single in ["from", "to", "subject", "date", "message-id", "mime-version", "content-type"] {
            guard names.count(where: { $0 == single }) <= 1 else { return nil }
        }
        guard ["from", "date", "message-id"].allSatisfy(names.contains) else { return nil }
        guard let parts = Self.parts(headers, body) else { return nil }
        self.headers = headers.map { ($0.name, EncodedWords.decoded($0.value)) }
        self.parts = parts
    }

    func json(from sender: String) -> JSONValue {
        var object = JSONObject([.init("from", .string(sender))])
        object["headers"] = .object(headers.reduce(into: JSONObject()) { $0[$1.name.lowercased()] = .string($1.value) })
        for part in parts { object[part.type == "text/html" ? "html" : "text"] = .string(part.text) }
        return .object(object)
    }

    private static func lines(of bytes: [UInt8]) -> [String]? {
        var lines: [String] = []
        var line: [UInt8] = []
        var previous: UInt8 = 0
        for byte in bytes {
            if (byte == 0x0A) != (previous == 0x0D) { return nil }
            if byte == 0x0A {
                guard line.count <= 998, let text = String(validating: line, as: UTF8.self) else { return nil }
                lines.append(text)
                line = []
            } else if byte != 0x0D {
                line.append(byte)
            }
            previous = byte
        }
        return line.isEmpty && previous != 0x0D ? lines : nil
    }

    /// Folded lines joined; the body begins behind the first empty one.
    private static func split(_ lines: [String]) -> (headers: [(name: String, value: String)], body: [String])? {
        var headers: [(name: String, value: String)] = []
        let end = lines.firstIndex(of: "") ?? lines.count
        for line in lines[..<end] {
            if line.hasPrefix(" ") || line.hasPrefix("\t") {
                guard !headers.isEmpty else { return nil }
                headers[headers.count - 1].value += line
                continue
            }
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[0].contains(" ") else { return nil }
            headers.append((String(pair[0]), String(pair[1].drop { $0 == " " })))
        }
        return (headers, Array(lines.dropFirst(end + 1)))
    }

    private static func parts(
        _ headers: [(name: String, value: String)],
        _ body: [String]
    ) -> [(type: String, text: String)]? {
        let content = value("content-type", headers) ?? "text/plain"
        let type = content.prefix { $0 != ";" }.lowercased()
        guard type.hasPrefix("multipart/") else {
            return decoded(body, value("content-transfer-encoding", headers)).map { [(type, $0)] }
        }
        let pieces = content.split(separator: "\"")
        guard pieces.count >= 2, content.contains("boundary=\""), body.contains("--\(pieces[1])--") else { return nil }
        let whole = body.prefix { $0 != "--\(pieces[1])--" }
        var found: [(type: String, text: String)] = []
        for part in whole.split(separator: "--\(pieces[1])", omittingEmptySubsequences: false).dropFirst() {
            guard let (inner, text) = split(Array(part)), let read = parts(inner, text) else { return nil }
            found += read
        }
        return found.isEmpty ? nil : found
    }

    private static func value(_ name: String, _ headers: [(name: String, value: String)]) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    private static func decoded(_ lines: [String], _ encoding: String?) -> String? {
        switch encoding?.lowercased() ?? "7bit" {
        case "base64": Base64.decode(lines.joined()).map { String(decoding: $0, as: UTF8.self) }
        case "quoted-printable": lines.allSatisfy { $0.utf8.count <= 76 } ? quotedPrintable(lines) : nil
        case "7bit", "8bit": lines.joined(separator: "\n")
        default: nil
        }
    }

    private static func quotedPrintable(_ lines: [String]) -> String? {
        var bytes: [UInt8] = []
        for line in lines {
            var rest = Array(line.utf8)[...]
            let isSoft = rest.last == UInt8(ascii: "=")
            if isSoft { rest.removeLast() }
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            }
            if !isSoft { bytes.append(0x0A) }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Encoded words in headers.
///
/// Source: RFC 2047.
private enum EncodedWords {
    /// White space between two encoded words isn't part of the text.
    static func decoded(_ text: String) -> String {
        var output = ""
        var wasEncoded = false
        for word in text.split(separator: " ") {
            let plain = decodedWord(word)
            if !output.isEmpty, !(wasEncoded && plain != nil) { output += " " }
            output += plain ?? String(word)
            wasEncoded = plain != nil
        }
        return output
    }

    private static func decodedWord(_ word: Substring) -> String? {
        guard word.utf8.count <= 75, word.hasPrefix("=?UTF-8?B?"), word.hasSuffix("?="),
            let bytes = Base64.decode(word.dropFirst(10).dropLast(2))
        else { return nil }
        // A character split in two is no text.
        return String(validating: bytes, as: UTF8.self)
    }
}
