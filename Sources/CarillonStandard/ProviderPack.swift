public import CarillonChannels
public import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// The providers that come with the program as files; those of `Plugins/Providers`, which tests prove.
public enum ProviderPack {
    public static let library = KindLibrary(EmbeddedProviders.files.keys.compactMap { PluginID($0) }) { channel($0) }

    /// The file of a provider, as it is in `Plugins/Providers`.
    public static func file(of id: PluginID) -> String? { EmbeddedProviders.files[id.rawValue] }

    /// All of them, read; sorted by id.
    public static var channels: [DeclaredChannel] { library.ids.compactMap { channel($0) } }

    private static func channel(_ id: PluginID) -> DeclaredChannel? {
        file(of: id).flatMap { ChannelFile.proven(Array($0.utf8), name: id) }
    }
}
