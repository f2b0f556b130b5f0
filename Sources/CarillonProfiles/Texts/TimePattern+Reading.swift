public import CarillonModel

extension TimePattern {
    /// The time that a text says; nil where the text doesn't match the pattern, or there is no such day.
    ///
    /// Parts that the pattern leaves out are zero: the time of day, the minute, the second.
    public func instant(of text: String) -> Instant? {
        var rest = text.utf8[...]
        var time = WrittenTime()
        for part in parts {
            switch part {
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return nil }
                rest = rest.dropFirst(literal.utf8.count)
            case .field(let field):
                guard time.read(field, from: &rest) else { return nil }
            }
        }
        return rest.isEmpty ? time.instant : nil
    }
}

/// The parts of a time that have been read so far.
private struct WrittenTime {
    private var year: Int64?
    private var month: Int64?
    private var day: Int64?
    private var hour: Int64 = 0
    private var minute: Int64 = 0
    private var second: Int64 = 0
    private var millisecond: Int64 = 0
    /// Minutes east of Greenwich.
    private var offset: Int64 = 0

    var instant: Instant? {
        guard let year, year > 0, let month, (1...12).contains(month), let day, day >= 1,
            day <= CivilCalendar.length(ofMonth: month, year: year), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = CivilCalendar.day(year: year, month: month, day: day)
        let seconds = days * 86400 + hour * 3600 + (minute - offset) * 60 + second
        return Instant(epochMilliseconds: seconds * 1000 + millisecond)
    }

    mutating func read(_ field: TimePattern.Field, from text: inout Substring.UTF8View) -> Bool {
        switch field {
        case .year: year = Self.number(4...4, &text)
        case .month: month = Self.number(2...2, &text)
        case .shortMonth: month = Self.number(1...2, &text)
        case .monthName: month = Self.name(TimePattern.months, &text).map { Int64($0 + 1) }
        case .day: day = Self.number(2...2, &text)
        case .shortDay: day = Self.number(1...2, &text)
        case .weekday: return Self.name(TimePattern.weekdays, &text) != nil
        case .hour: return Self.read(2...2, &text, into: &hour)
        case .shortHour: return Self.read(1...2, &text, into: &hour)
        case .minute: return Self.read(2...2, &text, into: &minute)
        case .second: return Self.read(2...2, &text, into: &second)
        case .millisecond: return Self.read(3...3, &text, into: &millisecond)
        case .offset, .plainOffset: return readOffset(&text)
        }
        return true
    }

    private static func read(
        _ width: ClosedRange<Int>,
        _ text: inout Substring.UTF8View,
        into value: inout Int64
    ) -> Bool {
        guard let number = number(width, &text) else { return false }
        value = number
        return true
    }

    /// Reads digits, at most as many as the width allows.
    private static func number(_ width: ClosedRange<Int>, _ text: inout Substring.UTF8View) -> Int64? {
        let digits = text.prefix(width.upperBound).prefix { (48...57).contains($0) }
        guard digits.count >= width.lowerBound else { return nil }
        text = text.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    private static func name(_ names: [String], _ text: inout Substring.UTF8View) -> Int? {
        guard let index = names.firstIndex(where: { text.starts(with: $0.utf8) }) else { return nil }
        text = text.dropFirst(names[index].utf8.count)
        return index
    }

    private mutating func readOffset(_ text: inout Substring.UTF8View) -> Bool {
        guard let sign = text.popFirst() else { return false }
        guard sign != UInt8(ascii: "Z") else { return true }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = Self.number(2...2, &text), hours < 24,
            text.popFirst() == UInt8(ascii: ":"), let minutes = Self.number(2...2, &text), minutes < 60
        else { return false }
        offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        return true
    }
}
