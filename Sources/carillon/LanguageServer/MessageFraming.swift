import CarillonModel

/// Cuts a stream of bytes into messages, as the protocol frames them: headers, an empty line, and so many bytes of JSON.
///
/// Headers may be in any case and order, unknown ones are passed over, and the stream may be cut anywhere.
struct MessageFraming {
    /// Bytes of one message.
    static let sizeLimit = 64 << 20
    private static let headerLimit = 64 << 10

    /// A stream that can't be read any further.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private var bytes: [UInt8] = []
    private var start = 0
    /// How far the end of the headers was searched for.
    private var searched = 0
    /// Of the message whose headers were read.
    private var length: Int?

    mutating func append(_ chunk: some Collection<UInt8>) {
        if start > 1 << 16 {
            bytes.removeFirst(start)
            searched = max(0, searched - start)
            start = 0
        }
        bytes += chunk
    }

    /// The next message's content; nil until more bytes come.
    ///
    /// - Throws: where a message has no length, or is too long.
    mutating func next() throws(Fault) -> [UInt8]? {
        if length == nil {
            guard let end = endOfHeaders() else {
                guard bytes.count - start <= Self.headerLimit else {
                    throw Fault(description: "headers without an end")
                }
                try checkFirstLine()
                return nil
            }
            length = try Self.length(in: bytes[start..<end])
            start = end
            searched = end
        }
        guard let length, bytes.count - start >= length else { return nil }
        let content = Array(bytes[start..<start + length])
        start += length
        searched = start
        self.length = nil
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
            (start, searched) = (0, 0)
        }
        return content
    }

    /// What the stream may not end with: the beginning of a message; nil where it ends behind one.
    var rest: Fault? {
        if let length { return Fault(description: "it ends \(bytes.count - start) bytes into a message of \(length)") }
        return start < bytes.count ? Fault(description: "it ends within a message's headers") : nil
    }

    /// - Throws: where no header can begin so: the end of such headers would be waited for in vain.
    private func checkFirstLine() throws(Fault) {
        guard let end = bytes[start...].firstIndex(of: 0x0A) else { return }
        guard end > start, bytes[end - 1] == 0x0D else {
            throw Fault(description: "a header that doesn't end with CR LF")
        }
        guard bytes[start..<end].contains(UInt8(ascii: ":")) else {
            throw Fault(description: "a first line that is no header")
        }
    }

    /// Behind the empty line.
    private mutating func endOfHeaders() -> Int? {
        var position = max(start, searched - 3)
        while position + 4 <= bytes.count {
            if bytes[position] == 0x0D, bytes[position + 1] == 0x0A, bytes[position + 2] == 0x0D,
                bytes[position + 3] == 0x0A
            {
                return position + 4
            }
            position += 1
        }
        searched = bytes.count
        return nil
    }

    private static func length(in headers: ArraySlice<UInt8>) throws(Fault) -> Int {
        let text = String(decoding: headers, as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            guard let length = Int(parts[1].drop { $0 == " " || $0 == "\t" }.prefix { $0.isNumber }), length >= 0
            else { throw Fault(description: "a length that is no number") }
            guard length <= sizeLimit else { throw Fault(description: "a message of \(length) bytes") }
            return length
        }
        throw Fault(description: "a message without a length")
    }

    /// The bytes of a message as they go out.
    static func framed(_ message: JSONValue) -> [UInt8] {
        let content = message.utf8
        return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
    }
}
