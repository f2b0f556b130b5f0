/// How `carillon:list` reads its options.
extension ListStyle {
    mutating func set(_ name: String, to value: String) -> NumberOptions.Outcome {
        switch name {
        case "type":
            guard let found = Self.kinds.first(where: { $0.0 == value }) else { return .badValue }
            kind = found.1
        case "style":
            guard let found = Self.widths.first(where: { $0.0 == value }) else { return .badValue }
            width = found.1
        default: return .ignored
        }
        return .accepted
    }

    static let kinds: [(String, Kind)] = [
        ("conjunction", .conjunction), ("disjunction", .disjunction), ("unit", .unit),
    ]

    static let widths: [(String, Width)] = [("long", .long), ("short", .short), ("narrow", .narrow)]
}
