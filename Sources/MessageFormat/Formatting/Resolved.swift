/// The value of an expression, with what later functions inherit from it.
struct Resolved: Sendable {
    enum Payload: Sendable {
        /// A value, formatted by `form`.
        case value(MessageValue)
        /// The result of a host's function.
        case own(any FunctionValue)
        /// A wall-clock time in the zone in which it is shown, with the zone's offset and the original value.
        case moment(CivilDateTime, TimeZoneOffset, MessageValue)
        /// No value that can be formatted.
        case fallback
    }

    var payload: Payload
    /// The last built-in function that was applied; nil where none was.
    var form: BuiltInFunction?
    var numbers = NumberOptions()
    var dates = DateOptions()
    var lists = ListStyle()
    var relative = RelativeOptions()
    /// The value of `u:dir`: isolate always, with this direction.
    var isolate: Isolate?
    /// The value of `u:id`.
    var id: String?
    /// The text of its fallback.
    var source: String

    static func fallback(_ source: String) -> Resolved {
        Resolved(payload: .fallback, source: source)
    }

    var isFallback: Bool {
        if case .fallback = payload { return true }
        return false
    }

    /// The value for functions and options that use it; nil for a fallback.
    var value: MessageValue? {
        switch payload {
        case .value(let value), .moment(_, _, let value): value
        case .own(let result): result.value
        case .fallback: nil
        }
    }
}
