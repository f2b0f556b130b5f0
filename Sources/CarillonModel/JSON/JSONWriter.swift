extension JSONValue {
    /// Compact JSON text, members in their order.
    public var text: String { String(decoding: utf8, as: UTF8.self) }

    /// Compact JSON as UTF-8.
    public var utf8: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// JSON over several lines, two spaces a level: for people and for files under version control.
    public var prettyText: String {
        var writer = JSONWriter(isPretty: true)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Writes JSON (RFC 8259): only `"`, `\` and control characters are escaped.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0

    public init(isPretty: Bool = false) {
        self.isPretty = isPretty
    }

    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: writePlain("null")
        case .boolean(let value): writePlain(value ? "true" : "false")
        case .number(let text): writePlain(text)
        case .string(let text): write(text)
        case .array(let elements):
            writeList(elements, UInt8(ascii: "["), UInt8(ascii: "]")) { $0.write($1) }
        case .object(let object):
            writeList(object.members, UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, member in
                writer.write(member.name)
                writer.bytes.append(UInt8(ascii: ":"))
                if writer.isPretty { writer.bytes.append(UInt8(ascii: " ")) }
                writer.write(member.value)
            }
        }
    }

    public mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            while true {
                // Almost every text goes in as it is, in one piece.
                let end = utf8.span.plainEnd(from: start)
                bytes += UnsafeBufferPointer(rebasing: utf8[start..<end])
                guard end < utf8.count else { break }
                writeEscape(utf8[end])
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes += "\\u00".utf8
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private mutating func writePlain(_ text: String) {
        var text = text
        text.withUTF8 { bytes += $0 }
    }

    private mutating func writeList<Element>(
        _ elements: [Element],
        _ open: UInt8,
        _ close: UInt8,
        write: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(open)
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(close)
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }
}
