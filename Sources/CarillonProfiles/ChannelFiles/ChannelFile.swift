public import CarillonChannels
public import CarillonDiagnostics
public import CarillonModel

/// A file that declares a way of delivering, read and proven.
public struct ChannelFile: Sendable {
    /// Nil where there are errors.
    public let channel: DeclaredChannel?
    /// The channel as far as it can be read, errors or not.
    public let draft: DeclaredChannel?
    public let diagnostics: [Diagnostic]
    /// Where its name stands; nil where it couldn't be read.
    let name: Span?

    /// Bytes of a file.
    public static let sizeLimit = 256 << 10

    /// - Parameters:
    ///   - path: as printed; its last part is the channel's name with `.json`, or `channel.json` in a folder called so.
    ///   - taken: channels that are there already, with where they are at home.
    ///   - sources: receives the file.
    public init(
        _ content: [UInt8],
        path: String,
        taken: [PluginID: ChannelHome] = [:],
        into sources: inout SourceSet
    ) {
        let source = sources.add(SourceFile(path: path, content: content))
        let parts = path.split(separator: "/")
        let isInFolder = parts.last == "channel.json" && parts.count > 1
        let name = isInFolder ? "\(parts[parts.count - 2]).json" : String(parts.last ?? "")
        self.init(ParsedFile.Input(file: .init(name, content), source: source, shape: .channelFile), taken: taken)
    }

    /// The channel of a file that was proven before it came here, as those of the program were: reading it takes a sixth of
    /// proving it.
    ///
    /// - Returns: nil where it can't be read.
    public static func proven(_ content: [UInt8], name: PluginID) -> DeclaredChannel? {
        var sources = SourceSet()
        let path = "\(name).json"
        let source = sources.add(SourceFile(path: path, content: content))
        let (root, faults) = JSONReader.read(content, source: source)
        guard let root, faults.isEmpty else { return nil }
        var reader = ChannelFileReader(TenantFile(path: path, source: source, root: root, faults: []))
        let channel = reader.channel()
        return reader.diagnostics.isEmpty ? channel : nil
    }

    init(_ input: ParsedFile.Input, taken: [PluginID: ChannelHome]) {
        guard input.file.content.count <= Self.sizeLimit else {
            (channel, draft, name) = (nil, nil, nil)
            diagnostics = [.channelFileTooLarge(Span(input.source, 0..<0), limit: Self.sizeLimit)]
            return
        }
        let parsed = ParsedFile(input)
        guard parsed.diagnostics.isEmpty, let file = parsed.file else {
            (channel, draft, name, diagnostics) = (nil, nil, nil, parsed.diagnostics)
            return
        }
        var check = ChannelFileCheck(file, taken: taken)
        draft = check.channel()
        diagnostics = check.diagnostics
        name = file.span("channel")
        channel = diagnostics.contains { $0.severity == .error } ? nil : draft
    }
}

extension Diagnostic {
    fileprivate static func channelFileTooLarge(_ span: Span, limit: Int) -> Diagnostic {
        Diagnostic(.fileTooLarge, "this file has more than \(limit >> 10) KiB", at: span)
    }
}
