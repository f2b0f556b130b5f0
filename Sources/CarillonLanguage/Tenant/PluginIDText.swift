import CarillonModel
import CarillonPluginKit

/// Plugins by the names that profiles use.
enum PluginIDText {
    static func descriptor(_ name: String, in registry: ChannelRegistry) -> ChannelDescriptor? {
        PluginID(name).flatMap { registry[$0]?.descriptor }
    }

    static func summary(_ name: String, in registry: ChannelRegistry) -> String? {
        descriptor(name, in: registry)?.summary
    }
}
