package import CarillonModel
import CarillonPluginKit

/// Kept as a value of another type.
package protocol StoredValue {
    associatedtype Stored
    var stored: Stored { get }
    init(stored: Stored)
}

/// Milliseconds since 1970.
extension Instant: StoredValue {
    package var stored: Int64 { epochMilliseconds }
    package init(stored: Int64) { self.init(epochMilliseconds: stored) }
}

extension ChannelID: StoredValue {
    package var stored: String { rawValue }
    package init(stored: String) { self.init(unchecked: stored) }
}

extension EventTypeID: StoredValue {
    package var stored: String { rawValue }
    package init(stored: String) { self.init(unchecked: stored) }
}

extension PluginID: StoredValue {
    package var stored: String { rawValue }
    package init(stored: String) { self.init(unchecked: stored) }
}

extension Topic: StoredValue {
    package var stored: String { rawValue }
    package init(stored: String) { self.init(unchecked: stored) }
}

extension UserID: StoredValue {
    package var stored: String { rawValue }
    package init(stored: String) { self.init(unchecked: stored) }
}

extension Priority: StoredValue {
    package var stored: Int64 {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }

    package init(stored: Int64) {
        self =
            switch stored {
            case 0: .low
            case 2: .high
            default: .normal
            }
    }
}
