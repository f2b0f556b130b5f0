public import CarillonChannels
public import CarillonDiagnostics
import CarillonModel
public import CarillonPluginKit

/// A folder of channel files, `<id>.json` each.
public enum ChannelFolder {
    /// Reads and proves all of them.
    ///
    /// - Parameter registry: what their names can't take the place of.
    /// - Throws: ``UnreadablePath`` when there is no such folder.
    public static func read(
        _ path: String,
        registry: ChannelRegistry
    ) throws(UnreadablePath) -> (channels: [DeclaredChannel], report: DiagnosticReport) {
        let folder = try TenantFolder.Shared(in: path)
        let taken = ChannelHome.all(of: registry)
        var sources = SourceSet()
        var channels: [DeclaredChannel] = []
        var diagnostics: [Diagnostic] = []
        for fault in folder.faults {
            let source = sources.add(SourceFile(path: "\(folder.path)/\(fault.path)", content: []))
            diagnostics.append(.folderFault(fault, Span(source, 0..<0)))
        }
        for file in folder.files {
            let read = ChannelFile(file.content, path: "\(folder.path)/\(file.path)", taken: taken, into: &sources)
            diagnostics += read.diagnostics
            if let channel = read.channel { channels.append(channel) }
        }
        let report = DiagnosticReport(sources: sources, diagnostics: diagnostics, subjects: [path], noun: "folder")
        return (channels, report)
    }
}
