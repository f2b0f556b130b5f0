public import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
public import CarillonPluginKit
public import CarillonProfiles
import Synchronization

/// A tenant's folder at one moment, with open documents laid over the disk: what every feature is a function of.
///
/// Immutable; what takes time to find out is found once, when it is first asked for. A class, so that passing it around copies
/// nothing.
public final class TenantSnapshot: Sendable {
    public let folder: TenantFolder
    let loader: ProfileLoader
    package let registry: ChannelRegistry
    private let timeZones: any TimeZoneDatabase
    /// By path.
    package let files: [String: SyntaxFile]
    private let made = Mutex(Made())

    private struct Made {
        var inspection: TenantInspection?
        var names: NameIndex?
        var events: WrittenTypes?
        var renderings: [EventTypeID: Rendering] = [:]
    }

    /// - Parameters:
    ///   - folder: the tenant's files.
    ///   - registry: the plugins that profiles may use.
    ///   - timeZones: for the words of samples.
    ///   - loader: proves the folder, as `carillon validate` does.
    ///   - earlier: an earlier snapshot, of which files that haven't changed aren't read again.
    public init(
        of folder: TenantFolder,
        registry: ChannelRegistry,
        timeZones: any TimeZoneDatabase,
        loader: ProfileLoader,
        after earlier: TenantSnapshot? = nil
    ) {
        self.folder = folder
        self.registry = registry
        self.timeZones = timeZones
        self.loader = loader
        var files: [String: SyntaxFile] = [:]
        for file in folder.files {
            if let known = earlier?.files[file.path], known.bytes == file.content {
                files[file.path] = known
            } else {
                files[file.path] = SyntaxFile(path: file.path, bytes: file.content)
            }
        }
        self.files = files
    }

    /// What `carillon validate` says of the folder alone.
    public var diagnostics: [Diagnostic] { inspection.diagnostics }
    /// The files that ``diagnostics`` point into.
    public var sources: SourceSet { inspection.sources }
    /// The profile as far as it can be read; nil where `profile.json` can't.
    public var profile: TenantProfile? { inspection.profile }
    /// Whether the host would run it.
    public var isSound: Bool { inspection.isSound }

    private var inspection: TenantInspection {
        if let inspection = made.withLock({ $0.inspection }) { return inspection }
        let inspection = loader.inspect(folder)
        made.withLock { $0.inspection = inspection }
        return inspection
    }

    package var names: NameIndex {
        if let names = made.withLock({ $0.names }) { return names }
        let names = NameIndex(self)
        made.withLock { $0.names = names }
        return names
    }

    /// The events and app texts of `events.json`.
    package var written: WrittenTypes {
        if let events = made.withLock({ $0.events }) { return events }
        let events = WrittenTypes(files["events.json"]?.root)
        made.withLock { $0.events = events }
        return events
    }

    /// The stage that makes the messages of an event; nil where the profile can't be read.
    func rendering(of event: EventType) -> Rendering? {
        if let rendering = made.withLock({ $0.renderings[event.id] }) { return rendering }
        guard let profile else { return nil }
        let rendering = Rendering(
            profile: TenantProfile(profile, with: [event]),
            registry: registry.serving(profile),
            timeZones: timeZones
        )
        made.withLock { $0.renderings[event.id] = rendering }
        return rendering
    }

    package func lines(of path: String) -> TextLines? { files[path].map { TextLines($0.bytes) } }
}

/// The events and app texts that `events.json` declares, as far as it can be read; without the profile.
package struct WrittenTypes: Sendable {
    package let events: [EventType]
    package let texts: [AppText]
    private let payloads: [EventTypeID: [PayloadField]]

    init(_ root: JSONNode?) {
        events = root.map { WrittenEvents.events(in: $0) } ?? []
        texts = root.map { WrittenEvents.texts(in: $0) } ?? []
        let all = events.map { ($0.id, $0.payload) } + texts.map { ($0.id, $0.payload) }
        payloads = Dictionary(all) { first, _ in first }
    }

    /// The payload of an event or app text.
    package func fields(of id: String) -> [PayloadField] { EventTypeID(id).flatMap { payloads[$0] } ?? [] }
    package func event(_ id: String) -> EventType? { events.first { $0.id.rawValue == id } }
    package func isText(_ id: String) -> Bool { texts.contains { $0.id.rawValue == id } }

    /// The event that a sample's file is of: `order.shipped.express` is one of `order.shipped`.
    package func event(ofSample stem: String) -> String? {
        if events.contains(where: { $0.id.rawValue == stem }) { return stem }
        return events.map(\.id.rawValue).filter { stem.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    }
}
