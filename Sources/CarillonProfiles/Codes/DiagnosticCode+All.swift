public import CarillonDiagnostics

extension DiagnosticCode {
    /// Every code there is, by number.
    public static let all: [DiagnosticCode] = [
        // JSON
        .emptyFile, .notUTF8, .byteOrderMark, .nulCharacter, .unexpectedCharacter, .missingComma, .extraComma,
        .missingColon, .missingValue, .unclosedBracket, .wrongBracket, .textAfterEnd, .badNumber, .badWord, .badEscape,
        .loneSurrogate, .controlCharacter, .unclosedString, .comment, .wrongQuotes, .unquotedName, .tooDeep,
        .fileTooLarge, .duplicateKey, .tooManyFaults,
        // Shape
        .unknownKey, .missingKey, .wrongType, .outOfRange, .notAllowed, .wrongCount, .badName, .emptyText,
        .conflictingKeys, .badDuration, .badRate, .badColor, .badTimeOfDay, .badTimeZone, .badLocale, .badInstant,
        .badHost, .badURL, .badIDStyle, .badHeader, .badPlaceholder, .missingFile, .unreadableFile, .unexpectedFile,
        .outsideFolder, .tooManyFiles, .wrongTenant, .wrongLocale,
        // Links and contract, single values
        .badScheme, .badOrigin, .badPath, .badRequestPath, .badPattern,
    ]
    .sorted { $0.number < $1.number }

    /// The code of that number or slug, whatever its case.
    public static func named(_ name: String) -> DiagnosticCode? {
        all.first { $0.number == name.uppercased() || $0.slug == name.lowercased() }
    }
}
