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
    let timeZones: any TimeZoneDatabase
    /// By path.
    package let files: [String: SyntaxFile]
    private let made = Mutex(Made())

    private struct Made {
        var findings: Findings?
        /// Nil until it is asked for, where a check hasn't left it.
        var profile: TenantProfile??
        var names: NameIndex?
        var events: WrittenTypes?
        var renderings: [EventTypeID: Rendering] = [:]
        var parts: [String: TenantPart] = [:]
        /// Those of an earlier snapshot: what is the same in them isn't checked again.
        var earlierParts: [String: TenantPart] = [:]
        /// The last snapshot before that was checked, until this one is.
        var checked: TenantSnapshot?
        /// Where ``keepsCheck``: the check of this one, and until there is one the last before.
        var check: FolderCheck?
        var earlierCheck: FolderCheck?
        /// Names of an earlier snapshot, until those of this one are found.
        var earlierNames: NameIndex?
    }

    /// What a check finds, without the profile: that of a large tenant would be most of what is kept.
    private struct Findings {
        let diagnostics: [Diagnostic]
        let sources: SourceSet
        let isSound: Bool

        init(_ inspection: TenantInspection) {
            (diagnostics, sources) = (inspection.diagnostics, inspection.sources)
            isSound = inspection.isSound
        }
    }

    /// - Parameters:
    ///   - folder: the tenant's files.
    ///   - registry: the plugins that profiles may use.
    ///   - timeZones: for the words of samples.
    ///   - loader: proves the folder, as `carillon validate` does.
    ///   - keepsCheck: whether snapshots after this one look again at nothing but what another text changes. That takes
    ///     memory for every text of the tenant.
    ///   - earlier: an earlier snapshot, of which files that haven't changed aren't read again.
    public init(
        of folder: TenantFolder,
        registry: ChannelRegistry,
        timeZones: any TimeZoneDatabase,
        loader: ProfileLoader,
        keepsCheck: Bool = false,
        after earlier: TenantSnapshot? = nil
    ) {
        self.keepsCheck = keepsCheck
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
        isLarge = folder.files.reduce(0) { $0 + $1.content.count } > Self.largeSize
        guard let earlier else { return }
        let (checked, names, events, parts, check) = earlier.made.withLock { earlierMade in
            defer { (earlierMade.parts, earlierMade.earlierParts) = ([:], [:]) }
            return (
                earlierMade.findings == nil ? earlierMade.checked : earlier,
                earlierMade.names ?? earlierMade.earlierNames,
                files["events.json"] === earlier.files["events.json"] ? earlierMade.events : nil,
                earlierMade.earlierParts.merging(earlierMade.parts) { $1 },
                keepsCheck ? earlierMade.check ?? earlierMade.earlierCheck : nil
            )
        }
        made.withLock { made in
            (made.checked, made.earlierNames, made.events) = (checked, names, events)
            made.earlierCheck = check
            made.earlierParts = parts.count > Self.partLimit ? [:] : parts
        }
    }

    // MARK: checking

    /// In bytes of all files: what is smaller is checked within 20 ms or so.
    private static let largeSize = 128 << 10

    /// Whether a check takes so long that no answer waits for one: what is asked meanwhile is found in the part of the tenant
    /// that it is about.
    public let isLarge: Bool

    /// Whether ``diagnostics`` are found already.
    public var isChecked: Bool { made.withLock { $0.findings != nil } }

    /// Finds ``diagnostics``, on whatever thread.
    ///
    /// - Returns: false where it was cancelled before.
    package func check(unless cancellation: Cancellation) -> Bool {
        guard !isChecked else { return true }
        if keepsCheck {
            let earlier = made.withLock { $0.earlierCheck }
            guard let check = loader.check(folder, after: earlier, unless: cancellation) else { return false }
            keep(check)
            return true
        }
        let intact = isLarge ? files.compactMapValues(\.intactRoot) : [:]
        guard let inspection = loader.inspect(folder, unless: cancellation, intact: intact) else { return false }
        if isLarge { for (path, root) in inspection.intact { files[path]?.keep(intact: root) } }
        keep(inspection, withProfile: !isLarge)
        return true
    }

    /// Whether the syntax of every file can be read; of one that is too large to be served, nothing is said.
    package var isWhole: Bool { files.values.allSatisfy { $0.kind == nil || !$0.isServed || $0.isWhole } }

    /// Whether what was found is kept for those after this one.
    private let keepsCheck: Bool

    /// The check of the folder with what it read; only where it is kept.
    package var check: FolderCheck? {
        guard keepsCheck else { return nil }
        let (known, earlier) = made.withLock { ($0.check, $0.earlierCheck) }
        if let known { return known }
        let check = loader.check(folder, after: earlier)
        keep(check)
        return check
    }

    private func keep(_ check: FolderCheck) {
        keep(check.inspection, withProfile: true)
        made.withLock { ($0.check, $0.earlierCheck) = (check, nil) }
    }

    private func keep(_ inspection: TenantInspection, withProfile: Bool) {
        made.withLock { made in
            made.findings = Findings(inspection)
            if withProfile { made.profile = .some(inspection.profile) }
            made.checked = nil
        }
    }

    /// The last snapshot before this one that was checked.
    var lastChecked: TenantSnapshot? { made.withLock { $0.checked } }

    /// What `carillon validate` says of the folder alone.
    public var diagnostics: [Diagnostic] { findings.diagnostics }
    /// The files that ``diagnostics`` point into.
    public var sources: SourceSet { findings.sources }
    /// The profile as far as it can be read; nil where `profile.json` can't.
    public var profile: TenantProfile? {
        if let profile = made.withLock({ $0.profile }) { return profile }
        return inspect().profile
    }
    /// Whether the host would run it.
    public var isSound: Bool { findings.isSound }
    /// The same without waiting for the check of a large tenant: what the one before has found, and false until there was one.
    package var wasSound: Bool { isLarge && !isChecked ? lastChecked?.isSound ?? false : isSound }

    private var findings: Findings {
        if let findings = made.withLock({ $0.findings }) { return findings }
        return Findings(inspect())
    }

    private func inspect() -> TenantInspection {
        if let check { return check.inspection }
        let inspection = loader.inspect(folder)
        keep(inspection, withProfile: true)
        return inspection
    }

    /// How many parts are kept: those of what is seen of a file, and some more.
    private static let partLimit = 32

    /// The tenant with one event or app text alone.
    func part(of id: String) -> TenantPart {
        let (known, earlier) = made.withLock { ($0.parts[id], $0.earlierParts[id]) }
        if let known { return known }
        let part = TenantPart(of: id, in: self, after: earlier)
        made.withLock { made in
            if made.parts.count >= Self.partLimit { made.parts = [:] }
            made.parts[id] = part
            made.earlierParts[id] = nil
        }
        return part
    }

    /// The profile with the event or app text at least: of a large tenant whose profile isn't at hand, with nothing else.
    func profile(with id: String) -> TenantProfile? {
        if isLarge, made.withLock({ $0.profile == nil }) { return part(of: id).snapshot.profile }
        return profile
    }

    /// The same for an event by its id or its alias.
    package func profile(naming name: String) -> TenantProfile? {
        let event = written.events.first { $0.id.rawValue == name || $0.alias == name }
        return profile(with: event?.id.rawValue ?? name)
    }

    package var names: NameIndex {
        let (known, earlier) = made.withLock { ($0.names, $0.earlierNames) }
        if let known { return known }
        let names = NameIndex(self, after: earlier)
        made.withLock { ($0.names, $0.earlierNames) = (names, nil) }
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
        guard let profile = profile(with: event.id.rawValue) else { return nil }
        let rendering = Rendering(
            profile: TenantProfile(profile, with: [event]),
            registry: registry.serving(profile),
            timeZones: timeZones
        )
        made.withLock { $0.renderings[event.id] = rendering }
        return rendering
    }

    package func lines(of path: String) -> TextLines? { files[path]?.lines }
}

/// The events and app texts that `events.json` declares, as far as it can be read; without the profile.
package struct WrittenTypes: Sendable {
    package let events: [EventType]
    package let texts: [AppText]
    private let payloads: [EventTypeID: [PayloadField]]
    private let eventNames: Set<String>

    init(_ root: JSONNode?) {
        events = root.map { WrittenEvents.events(in: $0) } ?? []
        texts = root.map { WrittenEvents.texts(in: $0) } ?? []
        let all = events.map { ($0.id, $0.payload) } + texts.map { ($0.id, $0.payload) }
        payloads = Dictionary(all) { first, _ in first }
        eventNames = Set(events.map(\.id.rawValue))
    }

    /// The payload of an event or app text.
    package func fields(of id: String) -> [PayloadField] { EventTypeID(id).flatMap { payloads[$0] } ?? [] }
    package func event(_ id: String) -> EventType? { events.first { $0.id.rawValue == id } }
    package func isText(_ id: String) -> Bool { texts.contains { $0.id.rawValue == id } }
    /// Whether there is an event or app text of this name.
    package func has(_ id: String) -> Bool { EventTypeID(id).map { payloads[$0] != nil } ?? false }

    /// The event that a sample's file is of: `order.shipped.express` is one of `order.shipped`.
    package func event(ofSample stem: String) -> String? { Self.owner(of: stem, among: eventNames) }

    /// The longest of some names that a file's name begins with, up to its end or a dot.
    static func owner(of stem: String, among names: Set<String>) -> String? {
        var name = stem[...]
        while !names.contains(String(name)) {
            guard let dot = name.lastIndex(of: ".") else { return nil }
            name = name[..<dot]
        }
        return String(name)
    }
}
