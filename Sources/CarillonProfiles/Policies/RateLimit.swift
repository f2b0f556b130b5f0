/// `100/1m`: at most this many in any window of that length.
public struct RateLimit: Sendable, Hashable, CustomStringConvertible {
    /// At least 1.
    public package(set) var count: Int
    public package(set) var window: Duration

    public init(count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(parts[0]),
            count > 0, let window = Duration(written: String(parts[1])), window > .zero
        else { return nil }
        self.init(count: count, per: window)
    }

    public var description: String { "\(count)/\(window.written)" }
}
