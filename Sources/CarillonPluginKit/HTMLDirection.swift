import MessageFormat

/// In which direction a language is read, as HTML's `dir` says it.
package enum HTMLDirection {
    /// - Parameter language: a BCP 47 tag.
    /// - Returns: `ltr` or `rtl`, by the script of the language; `ltr` for what is no tag.
    package static func of(_ language: String) -> String {
        LanguageTag(language)?.direction == .rightToLeft ? "rtl" : "ltr"
    }
}
