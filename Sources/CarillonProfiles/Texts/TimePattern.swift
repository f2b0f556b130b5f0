public import CarillonModel

/// Reads and writes points in time by a pattern, such as `dd.MM.yyyy HH:mm`.
///
/// Written in UTC; read in UTC, or with the offset that the text itself gives. Names of months and days are English.
///
/// Source: Unicode Technical Standard 35, part 4, "Date Format Patterns", of whose fields it knows those of ``Field``.
public struct TimePattern: Sendable, Hashable {
    enum Field: String, Sendable, Hashable, CaseIterable {
        case year = "yyyy"
        case month = "MM"
        case shortMonth = "M"
        case monthName = "MMM"
        case day = "dd"
        case shortDay = "d"
        case weekday = "EEE"
        case hour = "HH"
        case shortHour = "H"
        case minute = "mm"
        case second = "ss"
        case millisecond = "SSS"
        /// `+01:00`, and `Z` for UTC.
        case offset = "XXX"
        /// The same without `Z`: `+00:00`.
        case plainOffset = "xxx"
    }

    enum Part: Sendable, Hashable {
        case literal(String)
        case field(Field)
    }

    /// As written.
    public let source: String
    let parts: [Part]

    /// How many characters a pattern may have.
    static let limit = 60

    /// Nil where a letter outside single quotes belongs to no known field, or where there is no field at all.
    public init?(_ source: String) {
        guard source.count <= Self.limit, let parts = Self.parts(of: source),
            parts.contains(where: { if case .field = $0 { true } else { false } })
        else { return nil }
        self.source = source
        self.parts = parts
    }

    /// Whether it contains the date, so that a point in time can be read by it.
    public var hasDay: Bool {
        let fields = Set(parts.compactMap { if case .field(let field) = $0 { field } else { nil } })
        return fields.contains(.year) && !fields.isDisjoint(with: [.month, .shortMonth, .monthName])
            && !fields.isDisjoint(with: [.day, .shortDay])
    }

    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Begins with the weekday of 1970-01-01.
    static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    private static func parts(of source: String) -> [Part]? {
        var parts: [Part] = []
        var rest = source[...]
        var literal = ""
        while let first = rest.first {
            if first == "'" {
                guard let (text, end) = quoted(rest) else { return nil }
                literal += text
                rest = end
            } else if first.isASCII, first.isLetter {
                let run = rest.prefix { $0 == first }
                guard let field = Field(rawValue: String(run)) else { return nil }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.field(field))
                rest = rest.dropFirst(run.count)
            } else {
                literal.append(first)
                rest = rest.dropFirst()
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }

    /// The text between single quotes, and what follows; two quotes stand for one.
    private static func quoted(_ text: Substring) -> (String, Substring)? {
        if text.hasPrefix("''") { return ("'", text.dropFirst(2)) }
        var inner = ""
        var rest = text.dropFirst()
        while let first = rest.popFirst() {
            if first != "'" {
                inner.append(first)
            } else if rest.first == "'" {
                inner.append(rest.removeFirst())
            } else {
                return (inner, rest)
            }
        }
        return nil
    }
}

extension TimePattern {
    /// The time in UTC, written by this pattern.
    public func text(of instant: Instant) -> String {
        let days = instant.epochMilliseconds.floorDivided(by: 86_400_000)
        let rest = instant.epochMilliseconds - days * 86_400_000
        let (year, month, day) = CivilCalendar.date(ofDay: days)
        return parts.map { part in
            switch part {
            case .literal(let text): text
            case .field(let field):
                switch field {
                case .year: Self.digits(year, 4)
                case .month: Self.digits(month, 2)
                case .shortMonth: "\(month)"
                case .monthName: Self.months[Int(month) - 1]
                case .day: Self.digits(day, 2)
                case .shortDay: "\(day)"
                case .weekday: Self.weekdays[Int(days - days.floorDivided(by: 7) * 7)]
                case .hour: Self.digits(rest / 3_600_000, 2)
                case .shortHour: "\(rest / 3_600_000)"
                case .minute: Self.digits(rest / 60_000 % 60, 2)
                case .second: Self.digits(rest / 1000 % 60, 2)
                case .millisecond: Self.digits(rest % 1000, 3)
                case .offset: "Z"
                case .plainOffset: "+00:00"
                }
            }
        }
        .joined()
    }

    private static func digits(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
