public import CarillonModel

/// The ways of delivering that a program has: a plain value, passed to whatever needs it.
///
/// Nothing beyond it can tell what a kind is made of.
public struct ChannelRegistry: Sendable {
    private var kinds: [PluginID: any ChannelKind]
    /// Providers that come with the program, each read when a profile names it.
    public let library: KindLibrary

    /// Two kinds with one id trap here, at start, where a developer notices.
    public init(kinds: [any ChannelKind], library: KindLibrary = .empty) {
        var byID: [PluginID: any ChannelKind] = [:]
        for kind in kinds {
            let id = kind.descriptor.id
            precondition(byID[id] == nil, "two channel plugins are called “\(id)”")
            byID[id] = kind
        }
        for id in library.ids { precondition(byID[id] == nil, "two channel plugins are called “\(id)”") }
        self.kinds = byID
        self.library = library
    }

    /// Plugins written in Swift.
    public init(_ plugins: [any DeliveryChannel.Type], library: KindLibrary = .empty) {
        self.init(kinds: plugins.map { $0.kind }, library: library)
    }

    public subscript(id: PluginID) -> (any ChannelKind)? { kinds[id] ?? library[id] }

    /// The same with others, each in the place of what had its id before.
    public func adding(_ others: [any ChannelKind]) -> ChannelRegistry {
        guard !others.isEmpty else { return self }
        var registry = self
        for kind in others { registry.kinds[kind.descriptor.id] = kind }
        return registry
    }

    /// What `use` can name, sorted.
    public var ids: [PluginID] { (kinds.keys + library.ids).sorted() }

    /// Sorted by id, without the library's, which would have to be read for it.
    public var descriptors: [ChannelDescriptor] {
        kinds.values.map(\.descriptor).sorted { $0.id < $1.id }
    }
}
