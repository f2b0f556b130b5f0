/// A notification channel of Android 8 and later.
///
/// The app creates it from these values.
public struct AndroidChannel: Sendable, Hashable {
    /// By name, because Android and Expo number them differently.
    public enum Importance: String, Sendable, Hashable, CaseIterable {
        case none
        case min
        case low
        case `default`
        case high
        case max
    }

    /// What the lock screen shows.
    public enum Visibility: String, Sendable, Hashable, CaseIterable {
        case `public`
        case `private`
        case secret
    }

    public package(set) var id: String
    public package(set) var name: LocalizedText
    public package(set) var description: LocalizedText?
    public package(set) var importance: Importance = .default
    /// Durations in milliseconds, alternately a pause and a vibration; empty for the device's own pattern.
    public package(set) var vibration: [Int] = []
    public package(set) var lightColor: Color?
    /// `default`, or the name of a file in the app; nil for Android's default, which is a sound for importance
    /// `default` and above, and none below.
    ///
    /// Source: Android, “Set the importance level”; expo-notifications, `NotificationChannelInput`.
    public package(set) var sound: String?
    public package(set) var showsBadge = true
    public package(set) var visibility: Visibility?

    public init(id: String, name: LocalizedText) {
        self.id = id
        self.name = name
    }
}

/// A colour, `#RRGGBB`.
public struct Color: Sendable, Hashable, CustomStringConvertible {
    /// As written.
    public let description: String

    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7,
            text.utf8.dropFirst().allSatisfy({ (48...57).contains($0) || (97...102).contains($0 | 0x20) })
        else { return nil }
        description = text
    }
}
