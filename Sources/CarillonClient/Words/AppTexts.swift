public import CarillonModel
import MessageFormat

/// The texts that an app shows by itself, from the client profile: headings, labels, what it says before it asks.
///
/// Generated code has a function for each of them, with the types of its arguments; this is what these call.
///
/// ```swift
/// let texts = AppTexts(profile)
/// texts.text("bell.label", in: "nb", ["count": .integer(3)])
/// ```
public struct AppTexts: Sendable {
    private let texts: [String: JSONValue]
    private let languages: Languages
    private let terms: JSONValue?
    private let product: String

    /// - Parameter profile: the client profile; what can't be read of it is left out.
    public init(_ profile: JSONValue) {
        let list = profile["texts"]?.array ?? []
        texts = Dictionary(list.compactMap { text in text["id"]?.string.map { ($0, text) } }) { first, _ in first }
        languages = Languages(profile["locales"] ?? .null)
        terms = profile["device"]?["terms"]
        product = profile["name"]?.string ?? ""
    }

    /// What a text is filled with.
    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        /// Exact, such as `12.50`.
        case decimal(String)
        /// An exact amount and the code of its currency, such as `12.50` and `NOK`.
        case money(String, currency: String)
        case boolean(Bool)
        /// Milliseconds since 1970-01-01T00:00:00Z.
        case instant(Int64)
        /// `2026-02-25`.
        case date(String)
        case list([Value])
    }

    /// The reader's present and place, for texts that show times.
    public struct Clock: Sendable {
        /// Milliseconds since 1970-01-01T00:00:00Z.
        public let now: Int64
        /// How many seconds the reader's clock is ahead of UTC at an instant in milliseconds since 1970; less than a day.
        public let offset: @Sendable (_ instant: Int64) -> Int

        /// - Parameters:
        ///   - now: milliseconds since 1970-01-01T00:00:00Z.
        ///   - offset: how many seconds the reader's clock is ahead of UTC at an instant; less than a day.
        public init(now: Int64, offset: @escaping @Sendable (_ instant: Int64) -> Int) {
            self.now = now
            self.offset = offset
        }
    }

    /// The text in the first of the reader's languages that has it, formatted.
    ///
    /// - Parameters:
    ///   - id: of the text.
    ///   - slot: its part, such as `title`.
    ///   - locale: the reader's language, as BCP 47 or with `_`.
    ///   - values: by the name of the argument; an absent one is empty, so that a text can choose between its variants.
    ///   - clock: only for texts that show times; without it, these are in UTC, and none is “yesterday”.
    /// - Returns: empty where the profile has no such text. A value that isn't what the text takes shows as its name in
    ///   braces, as Unicode MessageFormat has it.
    public func text(
        _ id: String,
        slot: String = "text",
        in locale: String,
        _ values: [String: Value?] = [:],
        clock: Clock? = nil
    ) -> String {
        guard let text = texts[id], let byLanguage = text["words"]?.object else { return "" }
        for language in languages.chain(for: locale) {
            guard let source = byLanguage[language]?[slot]?.string else { continue }
            // Those without arguments come ready to show.
            let names = text["arguments"]?.texts ?? []
            guard !names.isEmpty else { return source }
            let given = values.compactMapValues(\.self)
            return formatted(source, in: language, names: names, given, clock)
        }
        return ""
    }

    private func formatted(
        _ source: String,
        in language: String,
        names: [String],
        _ values: [String: Value],
        _ clock: Clock?
    ) -> String {
        let message = CompiledMessage(Message.parse(source), locale: language)
        var arguments = values.mapValues(\.messageValue)
        let presence = ".present"
        for name in message.variables where arguments[name] == nil {
            if names.contains(name) {
                arguments[name] = .string("")
            } else if name.hasSuffix(presence) {
                arguments[name] = .string(String(values[String(name.dropLast(presence.count))] != nil))
            } else if let term = terms?[language]?[name]?.string {
                arguments[name] = .string(term)
            } else if name == "tenant" {
                arguments[name] = .string(product)
            }
        }
        let text = message.format(arguments, context: clock?.context ?? FormattingContext()).text
        return NeededIsolates.kept(in: text, isRightToLeft: LanguageTag(language)?.direction == .rightToLeft)
    }
}

extension AppTexts.Value {
    fileprivate var messageValue: MessageValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(Int(clamping: number))
        case .decimal(let text): ExactDecimal(text).map { .decimal($0) } ?? .string(text)
        case .money(let value, let currency):
            if let amount = ExactDecimal(value), let code = CurrencyCode(currency) {
                .money(amount, code)
            } else {
                .string("\(value) \(currency)")
            }
        case .boolean(let value): .boolean(value)
        case .instant(let instant): .instant(instant.seconds)
        case .date(let text): Self.day(text).map { .date($0) } ?? .string(text)
        case .list(let values): .list(values.map(\.messageValue))
        }
    }

    private static func day(_ text: String) -> CivilDate? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else {
            return nil
        }
        return CivilDate(year: year, month: month, day: day)
    }
}

extension AppTexts.Clock {
    fileprivate var context: FormattingContext {
        let offset = offset
        let zones = TimeZones { _, seconds in
            let (instant, isBeyond) = seconds.multipliedReportingOverflow(by: 1000)
            return isBeyond ? nil : TimeZoneOffset(seconds: offset(instant))
        }
        return FormattingContext(now: now.seconds, timeZone: "device", timeZones: zones)
    }
}

extension Int64 {
    /// Of milliseconds: the seconds before or at it.
    fileprivate var seconds: Int64 { self / 1000 - (self % 1000 < 0 ? 1 : 0) }
}
