public import CarillonModel

/// A reader's notifications of a priority that one message replaces, by the times they were due.
///
/// A message has room for the ids of a few dozen. Its group has a name, which is taken wherever ids are marked, and marks all of
/// them. It is derived from the content, so that nothing has to be stored for it.
public struct CollectedGroup: Sendable, Hashable {
    public var priority: Priority
    public var due: ClosedRange<Instant>

    public init(priority: Priority, due: ClosedRange<Instant>) {
        self.priority = priority
        self.due = due
    }

    /// Notifications that a group may have: as many as a list of all of them.
    public static let limit = 5000

    private static let prefix = "collected"

    /// Such as `collected-low-1771848000000-1771848900000`: times in milliseconds since 1970.
    public var name: String {
        "\(Self.prefix)-\(priority.rawValue)-\(due.lowerBound.epochMilliseconds)-\(due.upperBound.epochMilliseconds)"
    }

    /// Nil where `name` is no group's.
    public init?(_ name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == Self.prefix, let priority = Priority(rawValue: String(parts[1])),
            let first = Self.time(parts[2]), let last = Self.time(parts[3]), first <= last
        else { return nil }
        self.init(priority: priority, due: first...last)
    }

    /// Digits only, and no more than times have.
    private static func time(_ digits: Substring) -> Instant? {
        guard (1...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int64(digits).map { Instant(epochMilliseconds: $0) }
    }
}
