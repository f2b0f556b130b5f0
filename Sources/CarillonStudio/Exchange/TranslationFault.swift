/// Why something of a translators' file isn't taken; the rest of it is.
package struct TranslationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text, or the name that the file has for one.
    package let text: String
    package let reason: Reason

    package enum Reason: Error, Sendable, Hashable {
        /// The tenant has no such text or row, or developers alone change it.
        case unknown
        /// The original isn't any more what was translated.
        case originalChanged
        /// The words have changed in the tenant's file since the file was made.
        case wordsChanged
        /// A new text needs all of its rows.
        case incomplete(rows: [String])
        /// A placeholder that the text doesn't have.
        case unknownCode(String)
        /// A mark that doesn't end where it must.
        case unbalanced(String)
        case form(FormFault)
        case edit(EditFault)
    }

    package var description: String {
        switch reason {
        case .unknown: "\(text): there is no such text, or none that translators change; export again"
        case .originalChanged: "\(text): the original has changed since this was exported; export again"
        case .wordsChanged: "\(text): somebody has changed these words since this was exported; export again"
        case .incomplete(let rows):
            "\(text): \(rows.map { "`\($0)`" }.joined(separator: ", ")) \(rows.count == 1 ? "isn't" : "aren't") translated, and a new text needs all of its forms"
        case .unknownCode(let name): "\(text): there is no placeholder `\(name)` in this text"
        case .unbalanced(let name): "\(text): the mark `\(name)` must end once, inside the marks around it"
        case .form(let fault): "\(text): \(fault)"
        case .edit(let fault): "\(text): \(fault)"
        }
    }
}

/// Why a whole file of translators can't be read.
package enum TranslationFileFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// - Parameter line: counted from 1.
    case syntax(line: Int, String)
    /// Neither XLIFF nor PO.
    case format
    /// The file doesn't say what it is of, or in a way that can't be understood.
    case head(String)
    /// The tenant's files have errors, or no such language.
    case tenant(String)

    package var description: String {
        switch self {
        case .syntax(let line, let what): "line \(line): \(what)"
        case .format: "this is neither XLIFF 2 nor gettext PO"
        case .head(let what), .tenant(let what): what
        }
    }
}
