/// Digits, separators, grouping and affixes of numbers, percentages and currencies.
///
/// - Texts have their length in one group.
/// - Row of a locale, 32 bytes: references (2 groups) to decimal separator, group separator, digits (0: ASCII), the two
///   separators in amounts; group sizes primary, secondary, minimum, and the same for amounts (1 each); affix sets
///   (2 each) of numbers, percentages, amounts with a code, and those in accounts; bytes per digit; secondary group size
///   of percentages and in accounts.
/// - Affix set, 12 bytes: references to prefix and suffix of positive, negative, and positive with plus sign.
/// - Forms: for each locale and currency the affix sets (2 each) with symbol and narrow symbol, and in accounts.
/// - Currencies: their codes, their fraction digits, and a table without collisions that leads from code to row.
struct NumberTable {
    /// Stands in affixes for a code that is put in while printing.
    static let codePlaceholder = "\u{1}"
    static let hashSlots = 512

    private typealias Affixes = NumberData.Affixes

    private let language: LanguageData
    private let locales: [String]
    private let currencies: [String]
    private var pool = TextPool(lengthGroups: 1)
    private var sets = TableBytes()
    private var setIndices: [[Int]: Int] = [:]

    init(_ language: LanguageData, locales: [String]) {
        self.language = language
        self.locales = locales
        currencies = language.numbers.currencyDigits.keys.sorted()
    }

    func file() throws -> GeneratedFile {
        var copy = self
        return try copy.build()
    }

    private mutating func build() throws -> GeneratedFile {
        var rows = TableBytes()
        var forms = TableBytes()
        for name in locales {
            guard let locale = language.numbers.locales[name] else { throw UnexpectedData("no numbers of \(name)") }
            try appendRow(of: locale, name, to: &rows)
            for code in currencies {
                guard let form = locale.currency[code] else { throw UnexpectedData("\(name) lacks \(code)") }
                try appendForms(form, code, of: locale, language.additions.accounting[name], to: &forms)
            }
        }
        var codes = TableBytes()
        for code in currencies { codes.append(text: code) }
        for code in currencies { try codes.append(language.numbers.currencyDigits[code] ?? 2, groups: 1) }
        let (multiplier, slots) = try hash()

        var table = pool.table
        var constants = [
            ("currencyCount", currencies.count), ("hashMultiplier", multiplier), ("hashMask", Self.hashSlots - 1),
        ]
        for (name, part) in [
            ("rows", rows), ("affixSets", sets), ("forms", forms), ("currencies", codes), ("hash", slots),
        ] {
            constants.append((name, table.count))
            table.append(part)
        }
        // Short texts are copied sixteen bytes at a time, also the last one.
        table.pad(to: table.count + 16)
        return try GeneratedFile(
            table: "NumberTable",
            summary: "How numbers and amounts look; `NumberSymbols` and `Affixes` read it.",
            constants: constants,
            bytes: table
        )
    }

    private mutating func appendRow(
        of locale: NumberData.Locale,
        _ name: String,
        to rows: inout TableBytes
    ) throws {
        let accounting = language.additions.accounting[name]
        guard let generic = locale.currency["XXX"]?.code else { throw UnexpectedData("a locale without XXX") }
        guard max(locale.primary, locale.secondary, locale.currencyPrimary, locale.currencySecondary) <= 4 else {
            throw UnexpectedData("a group of more than four digits")
        }
        let isASCII = locale.digits == "0123456789"
        let digitLength = locale.digits.utf8.count / 10
        guard locale.digits.unicodeScalars.allSatisfy({ String($0).utf8.count == digitLength }) else {
            throw UnexpectedData("digits of different lengths: \(locale.digits)")
        }
        for text in [locale.decimal, locale.group, isASCII ? nil : locale.digits, generic.dec, generic.grp] {
            try rows.append(pool.reference(to: text), groups: 2)
        }
        for size in [
            locale.primary, locale.secondary, locale.minGroupingDigits,
            locale.currencyPrimary, locale.currencySecondary, locale.currencyMinGroupingDigits,
        ] {
            try rows.append(size, groups: 1)
        }
        let code = Self.masked(generic.affixes)
        for (affixes, plus) in [
            (locale.number, Self.plus(locale.number)),
            (locale.percent, Self.plus(locale.percent)),
            (code, Self.plus(code)),
            accountingForm(of: code, listed: accounting.flatMap(Self.codeForm), accounting, locale),
        ] {
            try rows.append(set(affixes, plus: plus), groups: 2)
        }
        try rows.append(digitLength, groups: 1)
        try rows.append(language.additions.percentSecondary[name] ?? locale.secondary, groups: 1)
        try rows.append(language.additions.accountingSecondary[name] ?? locale.currencySecondary, groups: 1)
        rows.pad(to: (rows.count + 31) / 32 * 32)
    }

    private mutating func appendForms(
        _ form: NumberData.CurrencyForms,
        _ code: String,
        of locale: NumberData.Locale,
        _ accounting: NumberAdditions.Accounting?,
        to forms: inout TableBytes
    ) throws {
        let narrow = form.narrow ?? form.symbol
        try forms.append(set(form.symbol.affixes, plus: Self.plus(form.symbol.affixes)), groups: 2)
        try forms.append(set(narrow.affixes, plus: Self.plus(narrow.affixes)), groups: 2)
        var listed: (symbol: [[String]]?, narrow: [[String]]?)
        if case .explicit(let explicit) = accounting {
            listed.symbol = explicit.symbol[code]
            listed.narrow = form.narrow == nil ? explicit.symbol[code] : explicit.narrow[code]
        }
        let symbolSet = accountingForm(of: form.symbol.affixes, listed: listed.symbol, accounting, locale)
        let narrowSet = accountingForm(of: narrow.affixes, listed: listed.narrow, accounting, locale)
        try forms.append(set(symbolSet.0, plus: symbolSet.plus), groups: 2)
        try forms.append(set(narrowSet.0, plus: narrowSet.plus), groups: 2)
    }
}

// MARK: - Affixes

extension NumberTable {
    /// The number of the set with these affixes, which is added if there's none.
    private mutating func set(_ affixes: Affixes, plus: [String]) throws -> Int {
        let texts = affixes.pos + affixes.neg + plus
        guard texts.count == 6 else { throw UnexpectedData("affixes that aren't pairs: \(texts)") }
        let references = try texts.map { try pool.reference(to: $0) }
        if let known = setIndices[references] { return known }
        let index = setIndices.count
        setIndices[references] = index
        for reference in references { try sets.append(reference, groups: 2) }
        return index
    }

    /// A plus sign takes the place of the minus.
    private static func plus(_ affixes: Affixes) -> [String] {
        affixes.neg.map { $0.replacingScalars("-", with: "+").replacingScalars("−", with: "+") }
    }

    /// How an amount looks in accounts, given how it looks elsewhere and what the data lists for it.
    private func accountingForm(
        of standard: Affixes,
        listed: [[String]]?,
        _ accounting: NumberAdditions.Accounting?,
        _ locale: NumberData.Locale
    ) -> (Affixes, plus: [String]) {
        var form = standard
        if let listed, listed.count == 2 {
            form = Affixes(pos: listed[0], neg: listed[1])
        } else if case .parentheses = accounting {
            form.neg = ["(" + standard.pos[0], standard.pos[1] + ")"]
        } else {
            return (standard, Self.plus(standard))
        }
        // A plus sign stands in front of the whole.
        return (form, [Self.plus(locale.number)[0] + form.pos[0], form.pos[1]])
    }

    private static func codeForm(_ accounting: NumberAdditions.Accounting) -> [[String]]? {
        guard case .explicit(let forms) = accounting else { return nil }
        return forms.code?.map { $0.map(masked) }
    }

    private static func masked(_ affixes: Affixes) -> Affixes {
        Affixes(pos: affixes.pos.map(masked), neg: affixes.neg.map(masked))
    }

    private static func masked(_ text: String) -> String {
        text.replacingScalars("XXX", with: codePlaceholder)
    }
}

// MARK: - From code to row

extension NumberTable {
    /// A multiplier that sends every code to a slot of its own, and the slots: row + 1, or 0.
    private func hash() throws -> (multiplier: Int, slots: TableBytes) {
        for multiplier in stride(from: 1, to: 100_000, by: 2) {
            var slots = [Int](repeating: 0, count: Self.hashSlots)
            let isPerfect = currencies.enumerated().allSatisfy { row, code in
                let key = code.utf8.reduce(0) { $0 << 5 | Int($1 & 31) }
                let slot = (key * multiplier) >> 7 & (Self.hashSlots - 1)
                defer { slots[slot] = row + 1 }
                return slots[slot] == 0
            }
            guard isPerfect else { continue }
            var bytes = TableBytes()
            for slot in slots { try bytes.append(slot, groups: 1) }
            return (multiplier, bytes)
        }
        throw UnexpectedData("no multiplier keeps the currencies apart")
    }
}
