import CarillonModel

/// Generates values of payload types: at their limits, and with characters that programs often handle wrongly.
struct ValueMaker {
    /// The languages that localized texts may have.
    let locales: [LocaleTag]
    /// Whether markup and control characters are allowed in texts, because they get removed.
    let stripsTags: Bool
    /// Names that maps must not have.
    let reserved: ReservedDataNames

    enum Extreme: CaseIterable {
        case shortest
        case longest
        case hostile
        /// Any value of the type.
        case mixed
    }

    func value(of type: PayloadType, _ extreme: Extreme, _ random: inout SplitMix) -> JSONValue {
        switch type {
        case .text(let limit): .string(text(limit, extreme, &random))
        case .integer(let range): JSONValue(integer(range, extreme, &random))
        case .decimal: .string(decimal(extreme, &random))
        case .money: money(extreme, &random)
        case .boolean: .boolean(extreme == .longest ? false : random.below(2) == 0)
        case .choice(let values): .string(choice(values, extreme, &random))
        case .uuid: .string(uuid(extreme, &random))
        case .slug: .string(slug(extreme, &random))
        case .path:
            .string(
                Array(repeating: slug(extreme, &random), count: extreme == .longest ? PayloadType.pathSegments : 1)
                    .joined(separator: "/")
            )
        case .url(let limit): .string(url(limit, extreme, &random))
        case .email: .string(email(extreme, &random))
        case .instant: .string(random.chosen(Self.instants, extreme))
        case .date: .string(random.chosen(Self.dates, extreme))
        case .list(let element, let limit): list(of: element, limit, extreme, &random)
        case .map(let length, let limit): map(length, limit, extreme, &random)
        case .localizedText(let limit): localizedText(limit, extreme, &random)
        }
    }

    // MARK: texts

    /// Characters of four bytes in UTF-8, and characters that affect the text around them.
    private static let wide: [Unicode.Scalar] = ["\u{1F69A}", "\u{20C9F}", "\u{1D54F}"]
    private static let hostile: [Unicode.Scalar] = [
        "\u{202E}", "\u{202B}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{200F}", "\u{061C}", "\u{0301}", "\u{20E3}",
        "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{00AD}", "\u{FFFD}", "\u{FFFE}", "\u{10FFFF}", "\u{2028}", "\u{2400}",
        "\u{3A9}", "\u{5D0}", "\u{627}", "\u{E01}", "\u{1F468}", "\u{FE0F}", "\n", "\t", "\"", "\\", "<", ">", "&", "'",
        "{", "}", "$", "|", "%", "/", "?", "#", ":", " ",
    ]
    private static let controls: [Unicode.Scalar] = ["\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}"]
    private static let phrases = [
        "<script>alert(1)</script>", "{$link}", "javascript://x", "//evil.example", "..", "%2e%2e%2f", "{{x}}",
    ]

    private func text(_ limit: Int, _ extreme: Extreme, _ random: inout SplitMix) -> String {
        switch extreme {
        case .shortest: return ""
        case .longest: return Self.row(of: random.element(of: Self.wide), limit)
        case .hostile: return mixture(limit, random.below(3) == 0 ? random.element(of: Self.phrases) : "", &random)
        case .mixed: return mixture(random.below(limit + 1), random.below(2) == 0 ? "Lamp 7" : "", &random)
        }
    }

    /// One character, repeated.
    private static func row(of scalar: Unicode.Scalar, _ count: Int) -> String {
        // Built by doubling: repetitions of length 1, 2, 4, 8 … are joined by the bits of the count.
        var (row, part, rest) = ("", String(scalar), count)
        while rest > 0 {
            if rest % 2 == 1 { row += part }
            rest /= 2
            if rest > 0 { part += part }
        }
        return row
    }

    /// At most this many scalars, beginning with the given ones.
    private func mixture(_ limit: Int, _ beginning: String, _ random: inout SplitMix) -> String {
        let pool = Self.hostile + Self.wide + (stripsTags ? Self.controls : [])
        // Removing markup may insert a blank after each `<`, so leave room for it.
        let limit = stripsTags ? limit / 2 : limit
        var scalars = Array(beginning.unicodeScalars.prefix(limit))
        while scalars.count < min(limit, 64) { scalars.append(random.element(of: pool)) }
        return String(String.UnicodeScalarView(scalars))
    }

    /// In one language or in all; each text has a visible character.
    private func localizedText(_ limit: Int, _ extreme: Extreme, _ random: inout SplitMix) -> JSONValue {
        let chosen = extreme == .longest || extreme == .hostile ? locales : [random.element(of: locales)]
        let members = chosen.map { locale in
            let rest = text(limit - 1, extreme, &random)
            return JSONObject.Member(locale.rawValue, .string("w" + rest))
        }
        return .object(JSONObject(members))
    }

    // MARK: numbers and times

    private func integer(_ range: ClosedRange<Int64>, _ extreme: Extreme, _ random: inout SplitMix) -> Int64 {
        let bounds = [range.lowerBound, range.upperBound]
        switch extreme {
        case .shortest: return range.contains(0) ? 0 : range.lowerBound
        case .longest: return bounds.max { String($0).utf8.count < String($1).utf8.count } ?? 0
        case .hostile: return random.element(of: bounds)
        case .mixed:
            let number = random.element(of: [1, 2, 3, 5, 11, 21, 100, 1_000_000, -1, Int64(random.below(2000))])
            return min(max(number, range.lowerBound), range.upperBound)
        }
    }

    private func decimal(_ extreme: Extreme, _ random: inout SplitMix) -> String {
        let digits = PayloadType.decimalDigits
        let nines = String(repeating: "9", count: digits - 1)
        return random.chosen(
            ["0", "-9.\(nines)", "-0.0", "9\(nines)", "0.\(nines)", "-\(nines).5", "12.50", "1", "-1.05"],
            extreme
        )
    }

    private func money(_ extreme: Extreme, _ random: inout SplitMix) -> JSONValue {
        if extreme == .mixed, random.below(3) == 0 {
            let units = random.element(of: [Int64.min, .max, 0, 5, 1250])
            return ["minor": JSONValue(units), "currency": .string(random.element(of: ["KWD", "JPY", "NGN", "CLF"]))]
        }
        let currency = random.chosen(
            ["W", "A.b-c_d.e-f_g.h-i_j.k-1_0", "nok", "XXX", "USDC", "NGN", "EUR", "1INCH"],
            extreme
        )
        return ["value": .string(decimal(extreme, &random)), "currency": .string(String(currency.prefix(24)))]
    }

    private static let instants = [
        "2026-02-25T12:00:00Z", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z", "2026-03-29T01:30:00+01:00",
        "1969-12-31T23:59:59.999Z", "2028-02-29T23:59:60Z",
    ]
    private static let dates = ["2026-02-25", "9999-12-31", "0001-01-01", "2028-02-29", "1582-10-10"]

    // MARK: names and addresses

    private func choice(_ values: [String], _ extreme: Extreme, _ random: inout SplitMix) -> String {
        let byLength = values.sorted { $0.utf8.count < $1.utf8.count }
        switch extreme {
        case .shortest: return byLength.first ?? ""
        case .longest: return byLength.last ?? ""
        case .hostile, .mixed: return values.isEmpty ? "" : random.element(of: values)
        }
    }

    private func uuid(_ extreme: Extreme, _ random: inout SplitMix) -> String {
        random.chosen(
            [
                "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
                "FFFFFFFF-ABCD-7EF0-8000-0123456789AB", "0192f0c1-2345-7abc-8def-0123456789ab",
            ],
            extreme
        )
    }

    private func slug(_ extreme: Extreme, _ random: inout SplitMix) -> String {
        let longest = String(repeating: "W", count: PayloadType.slugLength)
        return random.chosen(["0", longest, "-", "_", "--__--", "order-7", "NULL"], extreme)
    }

    private func url(_ limit: Int, _ extreme: Extreme, _ random: inout SplitMix) -> String {
        let begin = "https://a.example/"
        guard limit > begin.utf8.count else { return "https://a" }
        switch extreme {
        case .shortest: return "https://a"
        case .longest: return begin + String(repeating: "a", count: limit - begin.utf8.count)
        case .hostile, .mixed:
            let urls = ["https://a.example:65535/%00%2e%2e/?a=&a=%22#x", "https://xn--p.example/a'b", begin]
            return random.element(of: urls.filter { $0.utf8.count <= limit })
        }
    }

    private func email(_ extreme: Extreme, _ random: inout SplitMix) -> String {
        let label = String(repeating: "d", count: 61)
        let longest = String(repeating: "l", count: 64) + "@" + [label, label, label].joined(separator: ".") + ".e"
        return random.chosen(
            ["a@b.c", longest, "a/b%2F'{}|`?#&@b.example", "\u{FC}\u{627}@ex\u{E4}mple.com", "//x@y.example"],
            extreme
        )
    }

    // MARK: several

    private func list(
        of element: PayloadType,
        _ limit: Int,
        _ extreme: Extreme,
        _ random: inout SplitMix
    ) -> JSONValue {
        let count: Int
        switch extreme {
        case .shortest: count = 0
        case .longest: count = limit
        case .hostile, .mixed: count = random.below(min(limit, 5) + 1)
        }
        return .array((0..<count).map { _ in value(of: element, extreme, &random) })
    }

    private func map(_ length: Int, _ limit: Int, _ extreme: Extreme, _ random: inout SplitMix) -> JSONValue {
        guard extreme != .shortest else { return .object(JSONObject()) }
        let count = extreme == .longest ? limit : random.below(min(limit, 5) + 1)
        let members = (0..<count).compactMap { index -> JSONObject.Member? in
            let number = "_\(index)"
            let filler = extreme == .longest ? ReservedDataNames.longestName - number.utf8.count : 0
            let name = number + String(repeating: "-", count: filler)
            return reserved.contains(name) ? nil : JSONObject.Member(name, .string(text(length, extreme, &random)))
        }
        return .object(JSONObject(members))
    }
}

extension SplitMix {
    /// Chooses from values of which the first is the shortest and the second the longest.
    fileprivate mutating func chosen(_ values: [String], _ extreme: ValueMaker.Extreme) -> String {
        switch extreme {
        case .shortest: values[0]
        case .longest: values[1]
        case .hostile, .mixed: element(of: values)
        }
    }
}
