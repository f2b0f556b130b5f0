public import CarillonModel

/// The plugins of a program: a plain value, passed to whatever needs it.
public struct ChannelRegistry: Sendable {
    private let types: [PluginID: any DeliveryChannel.Type]

    /// Two plugins with one id trap here, at start, where a developer notices.
    public init(_ types: [any DeliveryChannel.Type]) {
        var byID: [PluginID: any DeliveryChannel.Type] = [:]
        for type in types {
            let id = type.descriptor.id
            precondition(byID[id] == nil, "two channel plugins are called “\(id)”")
            byID[id] = type
        }
        self.types = byID
    }

    public subscript(id: PluginID) -> (any DeliveryChannel.Type)? { types[id] }

    /// Sorted by id.
    public var descriptors: [ChannelDescriptor] {
        types.values.map { $0.descriptor }.sorted { $0.id < $1.id }
    }
}
