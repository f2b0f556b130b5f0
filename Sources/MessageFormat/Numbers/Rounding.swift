/// How many digits are kept and what happens to the rest.
struct Rounding: Sendable, Hashable {
    enum Mode: Sendable, Hashable {
        case ceil, floor, expand, trunc, halfCeil, halfFloor, halfExpand, halfTrunc, halfEven
    }

    enum Priority: Sendable, Hashable { case auto, morePrecision, lessPrecision }

    var mode = Mode.halfExpand
    var priority = Priority.auto
    /// 0 to 100.
    var minimumFractionDigits = 0
    var maximumFractionDigits = 3
    /// 1 to 100; nil: fraction digits decide.
    var minimumSignificantDigits: Int?
    var maximumSignificantDigits: Int?
    /// 1, or one of 2, 5, 10, 20, 25, 50 … 5000: the last kept digits are a multiple of it.
    var increment = 1
    /// Whether `.00` is left out (stripIfInteger).
    var dropsZeroFraction = false
}
