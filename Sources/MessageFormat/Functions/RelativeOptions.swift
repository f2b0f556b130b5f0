/// The options of `carillon:relative`.
struct RelativeOptions: Hashable, Sendable {
    /// With a unit, the operand is an amount (`in 3 days`), otherwise a time (`today at 14:32`).
    var unit: RelativeAmountStyle.Unit?
    var width = RelativeAmountStyle.Width.long
    /// `numeric=auto`: names such as "tomorrow" are used where the language has them.
    var usesRelativeNames = false
    /// `capitalise=never` leaves the first letter in lower case, for use inside a sentence.
    var capitalises = true
}
