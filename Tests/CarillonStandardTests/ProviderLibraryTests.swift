import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Testing

/// The providers that come with the program are those of `Plugins/Providers`.
struct ProviderLibraryTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Plugins/Providers")

    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { !$0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted()

    @Test func `every file is built in, as it is; Tests/Tools/embed-providers.py writes it`() throws {
        #expect(!Self.names.isEmpty)
        #expect(ProviderPack.library.ids.map(\.rawValue) == Self.names)
        for name in Self.names {
            let file = try String(contentsOf: Self.folder.appending(path: "\(name)/channel.json"), encoding: .utf8)
            #expect(ProviderPack.file(of: try #require(PluginID(name))) == file, "\(name)")
        }
    }

    @Test func `each is a channel of the standard registry under its folder's name`() throws {
        #expect(ProviderPack.channels.map(\.descriptor.id.rawValue) == Self.names)
        for name in Self.names {
            let id = try #require(PluginID(name))
            #expect(ChannelRegistry.standard[id]?.descriptor.id == id)
            #expect(ChannelRegistry.standard.ids.contains(id))
        }
        let descriptors = ChannelRegistry.standard.descriptors.map(\.id.rawValue)
        #expect(Set(descriptors).isDisjoint(with: Self.names))
    }

    @Test func `what is read without its proof is what is proven`() throws {
        for id in ProviderPack.library.ids {
            let text = Array(try #require(ProviderPack.file(of: id)).utf8)
            var sources = SourceSet()
            let proven = ChannelFile(text, path: "\(id)/channel.json", into: &sources)
            #expect(proven.diagnostics.isEmpty)
            #expect(try #require(proven.channel) == ProviderPack.library[id] as? DeclaredChannel, "\(id)")
        }
        #expect(ChannelFile.proven(Array("{".utf8), name: "acme") == nil)
    }

    @Test func `a library makes what it has when it is asked, once, and nothing else`() {
        let library = KindLibrary(["slack-bot", "ntfy"]) { id in
            ProviderPack.library[id]
        }
        #expect(library.ids == ["ntfy", "slack-bot"])
        #expect(library["ntfy"]?.descriptor.id == "ntfy")
        #expect(library["telegram"] == nil)
    }
}
