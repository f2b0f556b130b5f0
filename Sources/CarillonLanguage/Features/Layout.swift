import CarillonDiagnostics
import CarillonProfiles

/// The layout of tenants' files: two blanks a level, a member a line; what is written on one line stays on one.
enum Layout {
    /// The file with other blanks, and nothing else changed; nil where its syntax is wrong.
    ///
    /// Lines end as its first one does.
    static func formatted(_ bytes: [UInt8]) -> [UInt8]? {
        var sources = SourceSet()
        let source = sources.add(SourceFile(path: "", content: []))
        let read = JSONReader.read(bytes, source: source)
        guard read.diagnostics.isEmpty, read.root != nil else { return nil }
        var writer = Writer(bytes: bytes, lineEnd: lineEnd(of: bytes))
        writer.write()
        return writer.output
    }

    /// As the first line has it; a line feed where there is only one line.
    private static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }), bytes[first] == 0x0D else {
            return [0x0A]
        }
        return first + 1 < bytes.count && bytes[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
    }

    private struct Writer {
        let bytes: [UInt8]
        let lineEnd: [UInt8]
        var output: [UInt8] = []
        /// Of each open bracket, whether its content is on lines of its own.
        var levels: [Bool] = []

        mutating func write() {
            var position = 0
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case 0x20, 0x09, 0x0A, 0x0D: position += 1
                case UInt8(ascii: "\""):
                    let end = JSONPlaceFinder.endOfString(position, in: bytes).end
                    output += bytes[position..<end]
                    position = end
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    output.append(byte)
                    position += 1
                    open(at: position, isObject: byte == UInt8(ascii: "{"))
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    close(byte)
                    position += 1
                case UInt8(ascii: ","):
                    output.append(byte)
                    position += 1
                    if levels.last == true { newLine() } else { output.append(0x20) }
                case UInt8(ascii: ":"):
                    output += [byte, 0x20]
                    position += 1
                default:
                    output.append(byte)
                    position += 1
                }
            }
            output += lineEnd
        }

        private mutating func open(at position: Int, isObject: Bool) {
            var next = position
            var hasLine = false
            while next < bytes.count, bytes[next] <= 0x20 {
                hasLine = hasLine || bytes[next] == 0x0A || bytes[next] == 0x0D
                next += 1
            }
            let isEmpty = next < bytes.count && (bytes[next] == UInt8(ascii: "}") || bytes[next] == UInt8(ascii: "]"))
            levels.append(hasLine && !isEmpty)
            guard !isEmpty else { return }
            if hasLine { newLine() } else if isObject { output.append(0x20) }
        }

        private mutating func close(_ byte: UInt8) {
            let isWide = levels.popLast() ?? false
            if isWide {
                newLine()
            } else if byte == UInt8(ascii: "}"), output.last != UInt8(ascii: "{") {
                output.append(0x20)
            }
            output.append(byte)
        }

        private mutating func newLine() {
            output += lineEnd
            output += [UInt8](repeating: 0x20, count: levels.count { $0 } * 2)
        }
    }
}

extension TenantSnapshot {
    /// What brings a file into its layout; nothing where it is, or can't be read.
    public func formatting(of path: String) -> [FileEdit] {
        guard let file = files[path], let formatted = Layout.formatted(file.bytes), formatted != file.bytes else {
            return []
        }
        return [FileEdit(path, 0..<file.bytes.count, String(decoding: formatted, as: UTF8.self))]
    }
}
