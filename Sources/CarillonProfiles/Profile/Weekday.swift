/// A day of the week, from Monday as in ISO 8601.
public enum Weekday: String, Sendable, Hashable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    /// - Parameter day: days since 1970-01-01, which was a Thursday.
    public init(ofDay day: Int64) {
        let index = ((day + 3) % 7 + 7) % 7
        self = Self.allCases[Int(index)]
    }
}
