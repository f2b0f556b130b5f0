/// A printed number split into ECMA-402's pieces: sign, integer, separators, fraction and symbols.
struct NumberPieces {
    private(set) var pieces: [FormattedPart.Piece] = []

    init(_ shown: ExactDecimal, _ style: NumberStyle, _ locale: LocaleData) {
        var layout: NumberLayout?
        var text: [UInt8] = []
        _ = withTextWriter { writer in
            layout = style.appendInPieces(shown, to: &writer, locale: locale)
            text = writer.withBytes { Array($0) }
        }
        guard let layout else { return }
        let symbol = Self.symbolType(of: style.kind)
        add(text[..<layout.integer.lowerBound], as: symbol, sign: true)
        addInteger(text[layout.integer])
        var end = layout.integer.upperBound
        if let fraction = layout.fraction {
            add(text[end..<fraction.lowerBound], as: "decimal")
            add(text[fraction], as: "fraction")
            end = fraction.upperBound
        }
        add(text[end...], as: symbol, sign: true)
    }

    private static func symbolType(of kind: NumberStyle.Kind) -> String {
        switch kind {
        case .decimal: "literal"
        case .percent: "percentSign"
        case .currency: "currency"
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>, as type: String) {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        if !text.isEmpty { pieces.append(FormattedPart.Piece(type: type, text: text)) }
    }

    /// Digits and the separators between them.
    private mutating func addInteger(_ bytes: ArraySlice<UInt8>) {
        var run = ""
        var runIsDigits = true
        for character in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isDigit = character.properties.numericType == .decimal
            if isDigit != runIsDigits, !run.isEmpty {
                pieces.append(FormattedPart.Piece(type: runIsDigits ? "integer" : "group", text: run))
                run = ""
            }
            runIsDigits = isDigit
            run.unicodeScalars.append(character)
        }
        if !run.isEmpty { pieces.append(FormattedPart.Piece(type: runIsDigits ? "integer" : "group", text: run)) }
    }

    /// Splits the text before or after the digits: a sign, a symbol, and spaces or marks between them.
    private mutating func add(_ bytes: ArraySlice<UInt8>, as symbol: String, sign: Bool) {
        var run = ""
        var runType = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let type =
                switch scalar {
                case "-", "\u{2212}", "\u{2011}": "minusSign"
                case "+": "plusSign"
                case " ", "\u{A0}", "\u{202F}", "\u{200E}", "\u{200F}", "\u{61C}", "(", ")": "literal"
                default: symbol
                }
            if type != runType, !run.isEmpty {
                pieces.append(FormattedPart.Piece(type: runType, text: run))
                run = ""
            }
            runType = type
            run.unicodeScalars.append(scalar)
        }
        if !run.isEmpty { pieces.append(FormattedPart.Piece(type: runType, text: run)) }
    }
}
