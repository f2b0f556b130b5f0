public import CarillonModel

/// A text with times in it, which depend on the day on which it is read: “today at 14:32”, and a day later “yesterday
/// at 14:32”.
///
/// A push is read when it comes. What is in a feed is read on other days, too: so a feed keeps the times themselves,
/// and has them rendered whenever it is read.
public struct DeferredText: Sendable, Hashable {
    /// BCP 47: the language it is written in.
    public var locale: String
    /// In order; at least one is a time.
    public var pieces: [Piece]

    public enum Piece: Sendable, Hashable {
        /// Literal text, with the marks around values that isolate directions (U+2066 to U+2069).
        case text(String)
        case time(DeferredTime)
    }

    public init(locale: String, pieces: [Piece]) {
        self.locale = locale
        self.pieces = pieces
    }
}

/// A point in time, and how it is rendered.
public struct DeferredTime: Sendable, Hashable {
    public var instant: Instant
    /// IANA, or `±hh:mm`.
    public var timeZone: String
    /// Nil: the language's custom.
    public var hour12: Bool?
    /// Whether “today” begins with a capital letter.
    public var isCapitalised: Bool

    public init(_ instant: Instant, timeZone: String, hour12: Bool? = nil, isCapitalised: Bool = true) {
        self.instant = instant
        self.timeZone = timeZone
        self.hour12 = hour12
        self.isCapitalised = isCapitalised
    }
}
