import CarillonModel
import CarillonPluginKit
import CarillonStandard
import Foundation
import Testing

private let folders = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Plugins/Channels")

private func plugins() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folders, includingPropertiesForKeys: nil)
        .filter { $0.hasDirectoryPath }.sorted { $0.path < $1.path }
}

@Test func `every plugin folder is in the standard registry, and nothing else`() throws {
    #expect(try plugins().count == ChannelRegistry.standard.descriptors.count)
}

@Test func `every plugin's sample names the plugin and sets only fields it has, with values that fit`() throws {
    var ids: Set<PluginID> = []
    for folder in try plugins() {
        let sample = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "sample.json")))
        let id = try #require(sample["use"]?.string.flatMap(PluginID.init(rawValue:)), "\(folder.lastPathComponent)")
        let descriptor = try #require(ChannelRegistry.standard[id]?.descriptor, "\(id)")
        ids.insert(id)
        let settings = sample["settings"]?.object ?? JSONObject()
        for setting in settings.members {
            let field = try #require(descriptor.fields.first { $0.name == setting.name }, "\(id).\(setting.name)")
            #expect(field.problem(in: setting.value) == nil, "\(id).\(setting.name)")
        }
        for field in descriptor.fields where field.isRequired {
            #expect(settings[field.name] != nil, "\(id).\(field.name)")
        }
    }
    #expect(ids == Set(ChannelRegistry.standard.descriptors.map(\.id)))
}

@Test func `every plugin's README names each setting and each slot it must have`() throws {
    for folder in try plugins() {
        let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let sample = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "sample.json")))
        let id = try #require(sample["use"]?.string.flatMap(PluginID.init(rawValue:)))
        let descriptor = try #require(ChannelRegistry.standard[id]?.descriptor)
        #expect(readme.hasPrefix("# \(id): "))
        for field in descriptor.fields {
            #expect(readme.contains("`\(field.name)`"), "\(id) doesn't explain \(field.name)")
        }
        for slot in descriptor.slots where slot.isRequired {
            #expect(readme.contains(slot.name), "\(id): \(slot.name)")
        }
    }
}
