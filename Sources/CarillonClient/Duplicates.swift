public import CarillonModel

/// What came already: the same notification comes by push and by stream, and the same tap as a launch option and as a callback.
///
/// It remembers the latest ``limit`` keys. Keep it where the app finds it after a restart, because platforms hand out the
/// last tap again at the next start.
public struct Duplicates: Sendable, Hashable {
    /// Keys that are remembered.
    public static let limit = 50
    /// How long what has no id of its own counts as the same, in milliseconds: ten minutes.
    public static let window: Int64 = 600_000

    private var entries: [Entry]

    private struct Entry: Hashable {
        let key: String
        let at: Int64
    }

    /// Nothing came yet.
    public init() { entries = [] }

    /// From what ``json`` wrote; empty from anything else.
    public init(_ json: JSONValue) {
        let read = (json.array ?? []).compactMap { element -> Entry? in
            guard let key = element["key"]?.string, let at = element["at"]?.keptInteger else { return nil }
            return Entry(key: key, at: at)
        }
        entries = Array(read.suffix(Self.limit))
    }

    /// `[{"key", "at"}]`, the latest last.
    public var json: JSONValue {
        .array(entries.map { ["key": .string($0.key), "at": JSONValue($0.at)] })
    }

    /// Notes a key.
    ///
    /// - Parameters:
    ///   - at: now, in milliseconds since 1970.
    ///   - isID: whether the key is an id, which never comes a second time; what is only made of an event's members may come
    ///     again after ten minutes. A clock that was set back counts as no time gone.
    /// - Returns: whether it is the first; always for an empty key, which tells nothing apart.
    public mutating func isFirst(_ key: String, at now: Int64, isID: Bool) -> Bool {
        guard !key.isEmpty else { return true }
        let index = entries.lastIndex { $0.key.exact == key.exact }
        if let index {
            let former = entries[index]
            guard !isID, now - former.at >= Self.window else {
                if now < former.at { entries[index] = Entry(key: former.key, at: now) }
                return false
            }
            entries.remove(at: index)
        }
        entries.append(Entry(key: key, at: now))
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
        return true
    }
}
