/// The value of an expression, with what later functions inherit from it.
struct Resolved: Sendable {
    enum Payload: Sendable {
        /// A value, formatted by `form`.
        case value(MessageValue)
        /// What a host's function made.
        case own(any FunctionValue)
        /// A moment as clocks show it where it is to be shown, with the value it came from.
        case moment(CivilDateTime, TimeZoneOffset, MessageValue)
        /// Nothing that could be formatted.
        case fallback
    }

    var payload: Payload
    /// The built-in function the value went through last; nil before any.
    var form: BuiltInFunction?
    var numbers = NumberOptions()
    var dates = DateOptions()
    var lists = ListStyle()
    var relative = RelativeOptions()
    /// `u:dir`: isolate in any case, with this direction.
    var isolate: Isolate?
    /// The value of `u:id`.
    var id: String?
    /// What fallback text shows.
    var source: String

    static func fallback(_ source: String) -> Resolved {
        Resolved(payload: .fallback, source: source)
    }

    var isFallback: Bool {
        if case .fallback = payload { return true }
        return false
    }

    /// The value as functions and option values see it; nil of a fallback.
    var value: MessageValue? {
        switch payload {
        case .value(let value), .moment(_, _, let value): value
        case .own(let result): result.value
        case .fallback: nil
        }
    }
}

/// The options of `carillon:relative`.
struct RelativeOptions: Hashable, Sendable {
    /// With a unit the operand is an amount (`in 3 days`), without one a moment (`today at 14:32`).
    var unit: RelativeAmountStyle.Unit?
    var width = RelativeAmountStyle.Width.long
    /// `numeric=auto`: words such as "tomorrow" where the language has them.
    var usesRelativeNames = false
    /// `capitalise=never` keeps the first letter small, for use inside a sentence.
    var capitalises = true
}
