/// How urgent a notification is.
///
/// Each tenant's profile defines what `low` means.
public enum Priority: String, Sendable, Hashable, CaseIterable, Comparable {
    case low
    case normal
    case high

    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }
}
