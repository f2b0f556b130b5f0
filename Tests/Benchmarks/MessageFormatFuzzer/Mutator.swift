/// Makes hostile messages out of good ones, and out of nothing.
struct Mutator {
    private let seeds: [[Unicode.Scalar]]
    var random: Random

    /// What the grammar and its neighbours are made of.
    private static let tokens = [
        "{", "}", "{{", "}}", "|", "\\", "\\\\", "$", ":", "@", "#", "/", "=", "*", ".", " ", "\n", "\u{3000}", "\u{0}",
        "\u{200E}", "\u{2066}", "\u{61C}", "\u{FEFF}", "\u{FFFE}", "\u{10FFFF}", "e\u{301}", "\u{1E0A}\u{323}", "\r\n",
        ".input ", ".local $x = ", ".match $n ", "$n", "$name", "{$n}", "{$name}", ":number", ":integer", ":currency",
        " currency=NOK", ":percent", ":offset add=1", ":string", ":datetime", ":date", ":time", ":carillon:money",
        ":carillon:relative", ":carillon:list", " select=exact", " select=ordinal", " minimumFractionDigits=2",
        " maximumSignificantDigits=3", " timeZone=UTC", " u:dir=rtl", " u:id=x", " one {{", " other {{", " 1 {{",
        "* {{",
        "1e999999999", "-0", "0.1", "99999999999999999999999999999999999999999", "2026-02-25T06:13:20Z",
    ].map { Array($0.unicodeScalars) }

    init(seeds: [String], random: Random) {
        self.seeds = seeds.map { Array($0.unicodeScalars) }
        self.random = random
    }

    mutating func next() -> String {
        if below(8) == 0 || seeds.isEmpty { return noise() }
        var text = seeds[below(seeds.count)]
        for _ in 0...below(6) { mutate(&text) }
        var string = String.UnicodeScalarView()
        string.append(contentsOf: text.prefix(2_000))
        return String(string)
    }

    private mutating func mutate(_ text: inout [Unicode.Scalar]) {
        let position = below(text.count + 1)
        switch below(6) {
        case 0:
            text.insert(contentsOf: Self.tokens[below(Self.tokens.count)], at: position)
        case 1:
            text.removeSubrange(position..<min(text.count, position + 1 + below(6)))
        case 2:
            let end = min(text.count, position + below(12))
            text.insert(contentsOf: Array(text[position..<end]), at: below(text.count + 1))
        case 3:
            let other = seeds[below(seeds.count)]
            let start = below(other.count + 1)
            text.insert(contentsOf: other[start..<min(other.count, start + below(24))], at: position)
        case 4:
            guard position < text.count else { return }
            text[position] = scalar()
        default:
            guard position < text.count else { return }
            text.swapAt(position, below(text.count))
        }
    }

    /// Any bytes at all, repaired to text as a host would.
    private mutating func noise() -> String {
        let bytes = (0..<below(64)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func scalar() -> Unicode.Scalar {
        let value = UInt32(truncatingIfNeeded: random.next() >> UInt64(11 + below(15)))
        return Unicode.Scalar(value & 0x1FFFFF) ?? "x"
    }

    mutating func below(_ bound: Int) -> Int {
        Int(random.next() % UInt64(bound))
    }
}
