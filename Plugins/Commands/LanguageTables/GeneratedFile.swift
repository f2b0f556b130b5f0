/// One Swift file of tables.
struct GeneratedFile {
    var name: String
    var contents: String
    /// The table itself.
    var bytes: [UInt8]

    /// The enum `table` with a doc comment, its constants (offsets into the table and counts) and its bytes.
    init(table: String, summary: String, constants: [(name: String, value: Int)], bytes: TableBytes) throws {
        name = "\(table).swift"
        self.bytes = bytes.bytes
        contents = """
            // swift-format-ignore-file
            // Written by `swift run LanguageTables` from Plugins/Commands/LanguageTables/Data; not to be edited.
            // Derived from the Unicode Common Locale Data Repository, copyright © 1991-2026 Unicode, Inc.; the licence
            // is LICENSE-Unicode-3.0.txt in that folder.

            /// \(summary)
            enum \(table) {
            \(constants.map { "    static var \($0.name): Int { \($0.value) }" }.joined(separator: "\n"))

                static var bytes: StaticString {
                    \"\"\"
            \(try Self.lines(of: bytes).joined(separator: "\\\n"))
                    \"\"\"
                }
            }

            """
    }

    private static func lines(of bytes: TableBytes) throws -> [String] {
        guard let text = String(validating: bytes.bytes, as: UTF8.self) else {
            throw UnexpectedData("a table that isn't UTF-8")
        }
        let indent = Array("        ".utf8)
        var lines: [String] = []
        var line = indent
        for scalar in text.unicodeScalars {
            if line.count > 108 {
                lines.append(String(decoding: line, as: UTF8.self))
                line = indent
            }
            let isPlain = scalar.value >= 32 && scalar.value < 127 && scalar != "\\" && scalar != "\""
            if isPlain { line.append(UInt8(scalar.value)) } else { line += escaped(scalar).utf8 }
        }
        return lines + [String(decoding: line, as: UTF8.self)]
    }

    /// Nothing invisible stays in the source.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": return "\\\\"
        case "\"": return "\\\""
        case "\0": return "\\0"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            return "\\u{\(String(scalar.value, radix: 16))}"
        case .spaceSeparator where scalar != " ":
            return "\\u{\(String(scalar.value, radix: 16))}"
        default:
            return String(scalar)
        }
    }
}
