public import CarillonModel
import CarillonPluginKit

/// Kept as a value of another type.
public protocol StoredValue {
    associatedtype Stored
    var stored: Stored { get }
    init(stored: Stored)
}

/// Milliseconds since 1970.
extension Instant: StoredValue {
    public var stored: Int64 { epochMilliseconds }
    public init(stored: Int64) { self.init(epochMilliseconds: stored) }
}

extension ChannelID: StoredValue {
    public var stored: String { rawValue }
    public init(stored: String) { self.init(unchecked: stored) }
}

extension EventTypeID: StoredValue {
    public var stored: String { rawValue }
    public init(stored: String) { self.init(unchecked: stored) }
}

extension PluginID: StoredValue {
    public var stored: String { rawValue }
    public init(stored: String) { self.init(unchecked: stored) }
}

extension Topic: StoredValue {
    public var stored: String { rawValue }
    public init(stored: String) { self.init(unchecked: stored) }
}

extension UserID: StoredValue {
    public var stored: String { rawValue }
    public init(stored: String) { self.init(unchecked: stored) }
}

extension Priority: StoredValue {
    public var stored: Int64 {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }

    public init(stored: Int64) {
        self =
            switch stored {
            case 0: .low
            case 2: .high
            default: .normal
            }
    }
}
