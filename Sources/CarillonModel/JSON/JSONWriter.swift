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
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): write(text)
        case .array(let elements): writeList(elements, "[", "]") { $0.write($1) }
        case .object(let object):
            writeList(object.members, "{", "}") { writer, member in
                writer.write(member.name)
                writer.bytes += (writer.isPretty ? ": " : ":").utf8
                writer.write(member.value)
            }
        }
    }

    public mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += "\\u00".utf8
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeList<Element>(
        _ elements: [Element],
        _ open: String,
        _ close: String,
        write: (inout JSONWriter, Element) -> Void
    ) {
        bytes += open.utf8
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes += ",".utf8 }
            breakLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes += close.utf8
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }
}
