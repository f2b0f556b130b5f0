public import CarillonModel
import Synchronization

/// Ways of delivering that are made when they are first asked for: a program that has many uses few.
///
/// A class with a lock, because many tenants share it.
public final class KindLibrary: Sendable {
    /// Sorted.
    public let ids: [PluginID]
    private let known: Set<PluginID>
    private let make: @Sendable (PluginID) -> (any ChannelKind)?
    private let made = Mutex<[PluginID: any ChannelKind]>([:])

    public static let empty = KindLibrary([]) { _ in nil }

    /// - Parameter make: the kind of this id, which is one of `ids`; may be called twice for one.
    public init(_ ids: [PluginID], make: @escaping @Sendable (PluginID) -> (any ChannelKind)?) {
        self.ids = ids.sorted()
        known = Set(ids)
        self.make = make
    }

    public subscript(id: PluginID) -> (any ChannelKind)? {
        guard known.contains(id) else { return nil }
        if let kind = made.withLock({ $0[id] }) { return kind }
        guard let kind = make(id) else { return nil }
        made.withLock { $0[id] = kind }
        return kind
    }
}
