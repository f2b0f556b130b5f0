/// What a device runs.
public enum Platform: String, Sendable, Hashable, CaseIterable {
    case ios
    case android
    case web
}
