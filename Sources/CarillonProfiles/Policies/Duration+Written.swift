extension Duration {
    /// Reads `500ms`, `5s`, `2m`, `24h`, `90d` or `2w`: a whole number and one unit, at most a hundred years.
    public init?(written text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let number = Int64(digits) else { return nil }
        guard let unit = Self.units.first(where: { $0.name == text.dropFirst(digits.count) }) else { return nil }
        let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow, milliseconds <= 36525 * 86_400_000 else { return nil }
        self = .milliseconds(milliseconds)
    }

    /// As tenants write it, in the largest unit that divides it.
    public var written: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        for unit in Self.units where milliseconds != 0 && milliseconds % unit.milliseconds == 0 {
            return "\(milliseconds / unit.milliseconds)\(unit.name)"
        }
        return "\(milliseconds)ms"
    }

    /// Largest first.
    ///
    /// Weeks can be read, but are written as days.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60000), ("s", 1000), ("ms", 1), ("w", 604_800_000),
    ]
}
