import CarillonModel

/// A placeholder in the syntax of another tool: `$name`, `[name]`, `@name`, `%s`.
///
/// It counts as one only where a variable has the name, so prices, percents and text in brackets aren't reported.
struct OtherPlaceholder {
    enum Meaning: Equatable {
        case variable(String)
        /// `\{$name\}`: braces escaped as literal text that were meant as a placeholder's.
        case escaped(String)
        /// `%s` or `{0}`, without a name; with the conversion letter.
        case nameless(Character?)
    }

    let range: Range<Int>
    let meaning: Meaning

    /// Whether a text, with its escapes resolved, may contain one.
    static func mayBegin(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.indices.contains { place in
            switch text[place] {
            case UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "<"),
                UInt8(ascii: "("), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "#"), UInt8(ascii: "\\"),
                UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"):
                true
            // A colon followed by a blank doesn't begin a name.
            case UInt8(ascii: ":"): place + 1 < text.count && text[place + 1] > 0x20
            default: false
            }
        }
    }

    /// - Parameter bytes: the whole source; `range` contains no placeholder of MessageFormat.
    static func all(in range: Range<Int>, of bytes: [UInt8], _ guess: NameGuess) -> [OtherPlaceholder] {
        let finder = PlaceholderFinder(bytes: bytes, end: range.upperBound, start: range.lowerBound, guess: guess)
        return finder.all()
    }
}

/// Scans a text once.
private struct PlaceholderFinder {
    let bytes: [UInt8]
    let end: Int
    let start: Int
    let guess: NameGuess
    /// How far the end of a name is searched for.
    private static let longestName = 64

    func all() -> [OtherPlaceholder] {
        var found: [OtherPlaceholder] = []
        var position = start
        while position < end {
            if let placeholder = placeholder(at: position) {
                found.append(placeholder)
                position = placeholder.range.upperBound
            } else {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        return found
    }

    private func placeholder(at position: Int) -> OtherPlaceholder? {
        switch bytes[position] {
        case UInt8(ascii: "\\"): escaped(position)
        case UInt8(ascii: "$"): dollar(position)
        case UInt8(ascii: "%"): delimited(position) ?? conversion(position)
        case UInt8(ascii: ":"): colon(position)
        case UInt8(ascii: "@"): delimited(position) ?? mention(position)
        case UInt8(ascii: "_"): delimited(position) ?? underscored(position)
        case UInt8(ascii: "#"): hashed(position)
        case UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "*"): delimited(position)
        default: nil
        }
    }

    /// `\{$name\}`, or `\{name\}`.
    private func escaped(_ position: Int) -> OtherPlaceholder? {
        guard has("\\{", at: position), let close = find("\\}", from: position + 2) else { return nil }
        let inside = trimmed(position + 2..<close)
        let hasSign = inside.first.map { bytes[$0] } == UInt8(ascii: "$")
        guard let name = guess.alike(text(hasSign ? inside.dropFirst() : inside)) else { return nil }
        return OtherPlaceholder(range: position..<close + 2, meaning: hasSign ? .escaped(name) : .variable(name))
    }

    /// `$name`, also with a full stop after it.
    private func dollar(_ position: Int) -> OtherPlaceholder? {
        let isFree = position == start || !(isWordByte(bytes[position - 1]) || bytes[position - 1] == bytes[position])
        var last = endOfName(position + 1)
        while isFree, last > position + 1 {
            if isWordByte(bytes[last - 1]), let name = guess.alike(text(position + 1..<last)) {
                return OtherPlaceholder(range: position..<last, meaning: .variable(name))
            }
            // In `$order.` and `$name-san`, the name ends before the sign.
            last -= 1
            while last > position + 1, isWordByte(bytes[last]) { last -= 1 }
        }
        return nil
    }

    /// `:name` after a blank; `:name:` is an emoji's name.
    private func colon(_ position: Int) -> OtherPlaceholder? {
        guard position == start || bytes[position - 1] <= 0x20, let found = name(behind: position) else { return nil }
        let last = found.range.upperBound
        return last < end && bytes[last] == UInt8(ascii: ":") ? nil : found
    }

    /// `@name`, unless it is part of a mail address.
    private func mention(_ position: Int) -> OtherPlaceholder? {
        position == start || !isPartOfAddress(bytes[position - 1]) ? name(behind: position) : nil
    }

    /// `_name_`, with exactly this spelling, and not within a longer word.
    private func underscored(_ position: Int) -> OtherPlaceholder? {
        guard !followsWord(position) else { return nil }
        var last = position
        skip(&last) { isWordByte($0) }
        guard last - position > 3, bytes[last - 1] == UInt8(ascii: "_") else { return nil }
        return exactly(position + 1..<last - 1, within: position..<last)
    }

    /// `#name#`, with exactly this spelling; `#name` alone is a hashtag.
    private func hashed(_ position: Int) -> OtherPlaceholder? {
        guard !followsWord(position), let last = find("#", from: position + 1), last > position + 2 else { return nil }
        return exactly(position + 1..<last, within: position..<last + 1)
    }

    private func followsWord(_ position: Int) -> Bool { position > start && isWordByte(bytes[position - 1]) }

    private func exactly(_ name: Range<Int>, within range: Range<Int>) -> OtherPlaceholder? {
        let word = text(name)
        return guess.alike(word) == word ? OtherPlaceholder(range: range, meaning: .variable(word)) : nil
    }

    /// The name of a variable after a sign, with exactly this spelling.
    private func name(behind position: Int) -> OtherPlaceholder? {
        var last = endOfName(position + 1)
        while last > position + 1, !isWordByte(bytes[last - 1]) { last -= 1 }
        let word = text(position + 1..<last)
        guard guess.alike(word) == word else { return nil }
        return OtherPlaceholder(range: position..<last, meaning: .variable(word))
    }

    private func isPartOfAddress(_ byte: UInt8) -> Bool {
        isWordByte(byte) || byte >= 0x80 || "@./-+".utf8.contains(byte)
    }

    /// Longer delimiters come first.
    private static let delimiters: KeyValuePairs<StaticString, StaticString> = [
        "<%=": "%>", "[[": "]]", "((": "))", "<<": ">>", "*|": "|*", "%(": ")s", "__": "__",
        "@@": "@@", "%": "%", "[": "]", "<": ">", "@": "@",
    ]

    /// `[name]`, `%name%` and similar ones.
    private func delimited(_ position: Int) -> OtherPlaceholder? {
        for (open, close) in Self.delimiters where has(open, at: position) {
            let inner = position + open.utf8CodeUnitCount
            guard let last = find(close, from: inner) else { continue }
            var name = trimmed(inner..<last)
            // A percent sign beside a blank belongs to a number.
            if open.utf8CodeUnitCount == 1, name != inner..<last { continue }
            if name.first.map({ bytes[$0] }) == UInt8(ascii: "$") { name = name.dropFirst() }
            let end = last + close.utf8CodeUnitCount
            let isLink = bytes[position] == UInt8(ascii: "[") && has("(", at: end)
            guard name.count > 1, !isLink, let variable = guess.alike(text(name)) else { continue }
            return OtherPlaceholder(range: position..<end, meaning: .variable(variable))
        }
        return nil
    }

    /// `%s`, `%1$s`, `%@`, `%d`, `%.2f`: the conversions of C and related languages.
    private func conversion(_ position: Int) -> OtherPlaceholder? {
        guard !isBehindNumberOrPath(position) else { return nil }
        var next = position + 1
        skip(&next) { isDigit($0) }
        if next > position + 1 {
            // Accepts a position (`1$`) or zeros (`02d`). A number alone is part of a URL: `%20f`.
            if next < end, bytes[next] == UInt8(ascii: "$") {
                next += 1
            } else if bytes[position + 1] != UInt8(ascii: "0") {
                return nil
            }
        }
        if next < end, bytes[next] == UInt8(ascii: ".") {
            next += 1
            skip(&next) { isDigit($0) }
        }
        skip(&next) { $0 == UInt8(ascii: "l") }
        guard next < end, "sdiuf@".utf8.contains(bytes[next]) else { return nil }
        let isWhole = next + 1 == end || !isWordByte(bytes[next + 1])
        guard isWhole, !guess.fields.isEmpty else { return nil }
        let letter = Character(Unicode.Scalar(bytes[next]))
        return OtherPlaceholder(range: position..<next + 1, meaning: .nameless(letter))
    }

    /// After a number, it is a percent sign; after `=` or a letter, it is part of a URL.
    private func isBehindNumberOrPath(_ position: Int) -> Bool {
        guard position > start else { return false }
        let before = bytes[position - 1]
        if before == 0x20 { return position - 1 > start && isDigit(bytes[position - 2]) }
        return isWordByte(before) || "/=&%".utf8.contains(before)
    }

    private func skip(_ position: inout Int, while condition: (UInt8) -> Bool) {
        while position < end, condition(bytes[position]) { position += 1 }
    }

    private func has(_ word: StaticString, at position: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= end else { return false }
        return (0..<count).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
    }

    private func find(_ word: StaticString, from position: Int) -> Int? {
        (position..<min(end, position + Self.longestName)).first { has(word, at: $0) }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first] == 0x20 { range = range.dropFirst() }
        while let last = range.last, bytes[last] == 0x20 { range = range.dropLast() }
        return range
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isWordByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte == UInt8(ascii: "_") }

    /// The end of a name; names of fields and terms are ASCII.
    private func endOfName(_ start: Int) -> Int {
        (start..<max(start, end)).first { !isWordByte(bytes[$0]) && !"-.".utf8.contains(bytes[$0]) } ?? end
    }
}
