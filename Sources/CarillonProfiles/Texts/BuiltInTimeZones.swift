public import CarillonModel
public import CarillonPluginKit

/// The rules of all time zones, in the program itself.
///
/// Whoever writes a tenant gets the same words on every machine: zones of the operating system are of another version on each,
/// and missing in slim containers. A value without state, so any thread may ask.
///
/// Source: IANA time zone database (public domain), without `Factory`.
public struct BuiltInTimeZones: TimeZoneDatabase {
    public init() {}

    /// The database's version, such as `2025b`.
    public static var version: String { TimeZoneTable.version }

    /// Seconds east of Greenwich in `zone` at `instant`; nil when there is no such zone.
    ///
    /// Names are told apart by case.
    public func offset(of zone: String, at instant: Instant) -> Int? {
        guard let rules = Self.rules[zone] else { return nil }
        var reader = TimeZoneRules(digits: Self.table[rules])
        return reader.offset(at: instant.epochMilliseconds.floorDivided(by: 1000))
    }

    /// Whether there is a zone of this name, in this case.
    static func contains(_ name: String) -> Bool { rules[name] != nil }

    /// In no order.
    static var names: Dictionary<String, Range<Int>>.Keys { rules.keys }

    private static let table = TimeZoneTable.lines.withUTF8Buffer { Array($0) }

    /// Where in the table each zone's rules are.
    private static let rules: [String: Range<Int>] = {
        var places: [String: Range<Int>] = [:]
        for line in table.split(separator: UInt8(ascii: "\n")) {
            guard let end = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            for name in line[..<end].split(separator: UInt8(ascii: " ")) {
                places[String(decoding: name, as: UTF8.self)] = end + 1..<line.endIndex
            }
        }
        return places
    }()
}
