import CarillonModel
import CarillonPluginKit

/// A text in seven bits and short lines.
///
/// Source: RFC 2045, section 6.
enum TransferEncoding {
    /// The encoding's name, and the text in it, with CRLF at every line's end.
    static func encoded(_ text: String) -> (name: String, lines: String) {
        let bytes = normalized(text)
        // Readable where that is worth something, else the shorter one.
        let foreign = bytes.count { $0 >= 0x80 }
        return foreign * 5 > bytes.count ? ("base64", base64(bytes)) : ("quoted-printable", quotedPrintable(bytes))
    }

    /// Every line end, whatever it was, as CRLF; the last line has one too.
    static func normalized(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0D: output += [0x0D, 0x0A]
            case 0x0A where previous == 0x0D: break
            case 0x0A: output += [0x0D, 0x0A]
            default: output.append(byte)
            }
            previous = byte
        }
        if output.last != 0x0A { output += [0x0D, 0x0A] }
        return output
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = Array(Base64.encode(bytes).utf8)
        return stride(from: 0, to: text.count, by: 76)
            .map { String(decoding: text[$0..<min($0 + 76, text.count)], as: UTF8.self) + "\r\n" }
            .joined()
    }

    /// Section 6.7: lines of at most 76 characters, broken by a `=` at their end.
    private static func quotedPrintable(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        var width = 0
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0D || byte == 0x0A {
                output.append(byte)
                width = 0
                continue
            }
            let atEnd = index + 1 < bytes.count && bytes[index + 1] == 0x0D
            let token = token(for: byte, atLineEnd: atEnd)
            if width + token.count > (atEnd ? 76 : 75) {
                output += [UInt8(ascii: "="), 0x0D, 0x0A]
                width = 0
            }
            output += token
            width += token.count
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Spaces at a line's end would be lost on the way.
    private static func token(for byte: UInt8, atLineEnd: Bool) -> [UInt8] {
        let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
        let isSpace = byte == 0x20 || byte == 0x09
        guard !isPlain, !isSpace || atLineEnd else { return [byte] }
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
