/// Names and patterns of dates, times, relative times and lists.
///
/// A row begins with five numbers: hour cycle (1: twenty-four hours), the calendar in use, the rows of the Buddhist and
/// the Persian calendar (127: none), and whose rule for words before list items holds (1: Spanish, 2: Hebrew). References to texts (3 groups each) follow; their places are constants of the
/// generated file. In patterns fields are the control characters 1 to 26, in the order of `fields`.
struct DateTable {
    static let fields = [
        "y", "M", "MM", "MMM", "MMMM", "LLL", "LLLL", "d", "dd", "E", "EEEE", "c", "cccc",
        "h", "hh", "K", "H", "HH", "m", "mm", "s", "ss", "a", "z", "0", "1",
    ]
    private static let calendars = ["gregorian", "buddhist", "persian"]
    private static let sets = [
        "weekday", "day-weekday", "month-day", "month-day-weekday", "year-month-day", "year-month-day-weekday",
    ]
    private static let units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]

    private let dates: DateData
    private let numbers: NumberData
    private let locales: [String]
    private var pool = TextPool()
    /// Filled by the first row, checked by the others.
    private var places: [(name: String, value: Int)] = []

    init(_ dates: DateData, numbers: NumberData, locales: [String]) {
        self.dates = dates
        self.numbers = numbers
        self.locales = locales
    }

    func file() throws -> GeneratedFile {
        var copy = self
        return try copy.build()
    }

    private mutating func build() throws -> GeneratedFile {
        var rows: [TableBytes] = []
        var others: [TableBytes] = []
        for name in locales {
            guard let locale = dates.locales[name] else { throw UnexpectedData("no dates of \(name)") }
            let language = name.prefix { $0 != "-" }
            let listRule = language == "es" ? 1 : language == "he" ? 2 : 0
            var header = [locale.hourCycle == "H" ? 1 : 0, try Self.calendar(locale.calendar), 127, 127, listRule]
            for (calendar, change) in (locale.alt ?? [:]).sorted(by: { $0.key < $1.key }) {
                header[1 + (try Self.calendar(calendar))] = locales.count + others.count
                others.append(
                    try row(locale.changed(by: change), header: [header[0], 0, 127, 127, listRule], of: name)
                )
            }
            rows.append(try row(locale, header: header, of: name))
        }
        let length = rows[0].count
        guard (rows + others).allSatisfy({ $0.count == length }) else { throw UnexpectedData("rows of two lengths") }
        var table = pool.table
        let start = table.count
        for row in rows + others { table.append(row) }
        table.pad(to: table.count + 16)
        return try GeneratedFile(
            table: "DateTable",
            summary: "How dates, times, relative times and lists look; `DateSymbols` reads it.",
            constants: [("rows", start), ("rowLength", length)] + places,
            bytes: table
        )
    }

    private static func calendar(_ name: String?) throws -> Int {
        guard let index = calendars.firstIndex(of: name ?? "gregorian") else {
            throw UnexpectedData("calendar \(name ?? "")")
        }
        return index
    }
}

// MARK: - Rows

extension DateTable {
    private mutating func row(_ locale: DateData.Locale, header: [Int], of name: String) throws -> TableBytes {
        let digits = numbers.locales[name]?.digits
        var row = TableBytes()
        for number in header { try row.append(number, groups: 1) }
        for (place, texts) in try texts(of: locale, digits: digits == "0123456789" ? nil : digits) {
            if let known = places.first(where: { $0.name == place }) {
                guard known.value == row.count else { throw UnexpectedData("\(place) at two places") }
            } else {
                places.append((place, row.count))
            }
            for text in texts { try row.append(pool.reference(to: text.map { try Self.encoded($0) }), groups: 3) }
        }
        return row
    }

    /// The texts of a row in order, under the names of their places.
    private func texts(of locale: DateData.Locale, digits: String?) throws -> [(String, [String?])] {
        let months = locale.months
        let weekdays = locale.weekdays
        func zoned(_ patterns: [String: [PatternOrDefault]]) -> [String?] {
            ["h", "H"].flatMap { cycle in
                (patterns[cycle] ?? []).map { if case .pattern(let text) = $0 { text } else { nil } }
            }
        }
        func weekdayTime(_ length: String) -> [String?] {
            ["h", "H"].flatMap { locale.weekdayTime[length]?[$0] ?? [] }
        }
        func offset(_ texts: [String]) -> [String?] { texts.count == 3 ? texts : texts + [texts[1]] }
        return [
            ("digits", [digits]),
            ("monthsWide", months.w), ("monthsShort", months.a),
            ("monthsWideAlone", months.sw ?? months.w), ("monthsShortAlone", months.sa ?? months.a),
            ("weekdaysWide", weekdays.w), ("weekdaysShort", weekdays.a),
            ("weekdaysWideAlone", weekdays.sw ?? weekdays.w), ("weekdaysShortAlone", weekdays.sa ?? weekdays.a),
            ("dayHalves", locale.ampm),
            ("dates", Self.sets.flatMap { locale.date[$0] ?? [] }),
            ("times", ["h", "H"].flatMap { locale.time[$0] ?? [] }),
            ("joins", locale.join),
            ("joinsRelative", locale.joinRelative ?? locale.join),
            ("weekdayTimesLong", weekdayTime("long")), ("weekdayTimesShort", weekdayTime("short")),
            ("zonedTimes", zoned(locale.timeZ)), ("zonedTimesLong", zoned(locale.timeZL ?? locale.timeZ)),
            ("offsetAhead", offset(locale.offset.pos)), ("offsetBehind", offset(locale.offset.neg)),
            ("offsetSeparator", [locale.offset.sep ?? ":"]),
            ("relative", try relative(locale.relative)),
            ("relativeNames", relativeNames(locale.relative.auto)),
            ("dayNamesCapitalised", relativeDayTexts(locale.relative.auto).map { $0.map(Self.capitalised) }),
            ("lists", try ["conjunction", "disjunction", "unit"].flatMap { try lists(locale.list[$0]) }),
        ]
    }

    /// By width, unit, direction (future first) and category.
    private func relative(_ relative: DateData.Relative) throws -> [String?] {
        var texts: [String?] = []
        for fallbacks in [
            [relative.long], [relative.short, relative.long], [relative.narrow, relative.short, relative.long],
        ] {
            for unit in Self.units {
                guard let forms = fallbacks.compactMap({ $0?[unit] }).first else {
                    throw UnexpectedData("no relative \(unit)")
                }
                texts += PluralTable.categories.map { forms.f[$0] } + PluralTable.categories.map { forms.p[$0] }
            }
        }
        return texts
    }

    /// By width, unit and offset, -2 to 2.
    private func relativeNames(_ names: DateData.Relative.Names) -> [String?] {
        [names.long, names.short ?? [:], names.narrow ?? [:]].flatMap { style in
            Self.units.flatMap { unit -> [String?] in
                let texts = style[unit] ?? names.long[unit]
                return (-2...2).map { texts?[String($0)] }
            }
        }
    }

    /// Yesterday, today, tomorrow.
    private func relativeDayTexts(_ names: DateData.Relative.Names) -> [String?] {
        (-1...1).map { names.long["day"]?[String($0)] }
    }

    /// What stands between items, by width: of two, then at start, middle and end of longer lists.
    private func lists(_ list: DateData.List?) throws -> [String?] {
        guard let list else { throw UnexpectedData("a kind of list is missing") }
        return try (list.long + (list.short ?? list.long) + (list.narrow ?? list.short ?? list.long)).map { pattern in
            guard pattern.hasPrefix("{0}"), pattern.hasSuffix("{1}") else {
                throw UnexpectedData("a list pattern with text around the items: \(pattern)")
            }
            return String(pattern.unicodeScalars.dropFirst(3).dropLast(3))
        }
    }

    private static func capitalised(_ word: String) -> String {
        guard let first = word.unicodeScalars.first else { return word }
        return first.properties.titlecaseMapping + String(word.unicodeScalars.dropFirst())
    }

    /// `{code}` as a control character.
    private static func encoded(_ pattern: String) throws -> String {
        guard pattern.utf8.allSatisfy({ $0 >= 32 }) else { throw UnexpectedData("a control character in `\(pattern)`") }
        var text: [UInt8] = []
        var rest = Array(pattern.utf8)[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest.firstIndex(of: UInt8(ascii: "}")) {
            let code = String(decoding: rest[(open + 1)..<close], as: UTF8.self)
            guard let index = fields.firstIndex(of: code) else { throw UnexpectedData("a field of `\(pattern)`") }
            text += rest[..<open] + [UInt8(index + 1)]
            rest = rest[(close + 1)...]
        }
        text += rest
        return String(decoding: text, as: UTF8.self)
    }
}

extension DateData.Locale {
    fileprivate func changed(by change: DateData.Alternative) -> DateData.Locale {
        var locale = self
        locale.months = change.months ?? months
        locale.date = change.date ?? date
        locale.time = change.time ?? time
        locale.join = change.join ?? join
        locale.joinRelative = change.joinRelative ?? joinRelative
        locale.weekdayTime = change.weekdayTime ?? weekdayTime
        locale.timeZL = change.timeZL ?? timeZL
        locale.timeZ = change.timeZ ?? timeZ
        return locale
    }
}
