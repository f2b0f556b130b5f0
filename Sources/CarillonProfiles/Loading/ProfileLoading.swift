import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// One run of ``ProfileLoader`` over one folder.
struct ProfileLoading {
    let folder: TenantFolder
    /// The program's, and once they are read those that files declare.
    private(set) var registry: ChannelRegistry
    /// Contains all files of the folder from the start, because several folders can be read in parallel, each with its
    /// own numbering.
    private(set) var sources: SourceSet
    private(set) var diagnostics: [Diagnostic] = []
    /// What the profile allows.
    private(set) var allowed: [SuppressedDiagnostic] = []
    /// What the rules checked.
    private(set) var context: TenantContext?
    /// What was read and found on the way.
    private(set) var trace = Trace()
    private var inputs = Inputs()
    /// Channels whose files have errors, which were reported.
    private var faultyChannels: Set<PluginID> = []

    /// The files to parse.
    private struct Inputs {
        var single: [ParsedFile.Input] = []
        var templates: [ParsedFile.Input] = []
        var samples: [ParsedFile.Input] = []
        var channels: [ParsedFile.Input] = []
        var shared: [ParsedFile.Input] = []
        var operators: [ParsedFile.Input] = []
    }

    /// Each step's outcome, with which a check of almost the same folder can go on.
    struct Trace {
        /// In the order of their files.
        var templates: [ParsedTemplates] = []
        /// With the defaults of channels and events filled in; nil where it can't be read.
        var profile: TenantProfile?
        /// What is wrong with files by themselves.
        var files: [Diagnostic] = []
        /// One report a rule.
        var reports: [RuleReport] = []
        /// Messages that can't be made; nil where an error kept them from being looked for.
        var failures: [MessageFailure]?
    }

    /// Whether what is wrong with files that several tenants share is reported here.
    private let reportsShared: SharedReports
    /// Ends the work early, with a result that nobody looks at.
    var cancellation: Cancellation?
    /// The values of files with whose syntax and shape nothing is wrong, by their paths: of those that are known from an earlier check,
    /// then of all.
    private(set) var intact: [String: JSONNode] = [:]

    /// Of which files that several tenants share the faults are reported.
    struct SharedReports {
        var shared = true
        var operators = true
    }

    init(
        folder: TenantFolder,
        registry: ChannelRegistry,
        sources: SourceSet,
        reportsShared: SharedReports = SharedReports(),
        intact: [String: JSONNode] = [:]
    ) {
        self.intact = intact
        self.reportsShared = reportsShared
        self.folder = folder
        self.registry = registry
        self.sources = sources
        reportFolderFaults()
        registerFiles()
    }

    /// The outcome for a folder of which only texts differ, as it was found without another run.
    init(_ earlier: ProfileLoading, of folder: TenantFolder, context: TenantContext, trace: Trace) {
        reportsShared = earlier.reportsShared
        registry = earlier.registry
        self.folder = folder
        sources = context.sources
        self.context = context
        self.trace = trace
        diagnostics = trace.files + trace.reports.flatMap(\.diagnostics)
    }

    /// The profile as far as it can be read, after everything is reported.
    mutating func run() -> TenantProfile? {
        let revisions = Parallel.begin { [folder] in
            let all = ProfileRevision.files(of: folder)
            let settings = all.filter { path, _ in !path.hasPrefix("templates/") && !path.hasPrefix("samples/") }
            return (all: ProfileRevision(hashing: all), settings: ProfileRevision(hashing: settings))
        }
        let declared = readChannels()
        let parsed = parse()
        guard !isCancelled, let profileFile = parsed.file("profile.json") else { return nil }
        let eventsFile = parsed.file("events.json")
        let contractFile = parsed.file("contract.json")
        var parts = ProfileReading(root: profileFile.root).profile(folder: folder.name)
        parts.declaredChannels = declared.tenants
        parts.operatorChannels = declared.operators
        checkTenantName(profileFile)
        if let eventsFile {
            let reading = EventsReading(root: eventsFile.root)
            parts.events = reading.events()
            parts.texts = reading.texts()
        }
        let contract = contractFile.map { ContractReading(root: $0.root) }
        let routes = contract?.routes() ?? []
        parts.contract = contract?.contract(routes)
        let events = Dictionary(parts.events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let appTexts = Dictionary(parts.texts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let templates = readTemplates(parsed, profileFile, into: &parts) {
            events[$0]?.payload ?? appTexts[$0]?.payload
        }
        guard !isCancelled else { return nil }
        let samples = readSamples(parsed, events: Set(events.keys.map(\.rawValue)), into: &parts)
        (parts.revision, parts.settingsRevision) = (revisions.value.all, revisions.value.settings)
        let profile = TenantProfile(parts)
        var context = TenantContext(
            folder: folder.name,
            profile: profile,
            registry: registry,
            profileFile: profileFile,
            eventsFile: eventsFile,
            contractFile: contractFile,
            contractRoutes: routes,
            templateFiles: templates.files,
            texts: templates.texts,
            textsByID: Dictionary(grouping: templates.texts, by: \.id),
            textsByLocale: templates.textsByLocale,
            sampleFiles: samples,
            sources: sources,
            appTexts: appTexts,
            eventNodes: Self.eventNodes(eventsFile),
            variables: MessageVariables.all(profile, eventsFile)
        )
        context.faultyChannels = faultyChannels
        context.lostSamples = LostSamples(
            parsed.samples.filter { $0.file == nil }.map(\.path) + folder.faults.map(\.path),
            isFolder: folder.mayHold("samples"),
            events: Set(events.keys.map(\.rawValue))
        )
        context.misspelt = MisplacedTexts(context)
        context.collected = CollectedTexts(context)
        trace.files = diagnostics
        trace.reports = Rules.check(context, unless: cancellation)
        diagnostics += trace.reports.flatMap(\.diagnostics)
        applyDefaults(to: &parts, of: profile)
        self.context = context
        let complete = TenantProfile(parts)
        trace.profile = complete
        return complete
    }

    /// Renders messages, unless an error would prevent that.
    mutating func prove(_ profile: TenantProfile?, by proof: any MessageProof) {
        guard !isCancelled, let profile, let context, isProvable else { return }
        let failures = proof.failures(of: profile)
        trace.failures = failures
        diagnostics += failures.compactMap(context.diagnostic)
    }

    /// The same where what can't be made is known already.
    mutating func take(_ failures: [MessageFailure]) {
        trace.failures = failures
        diagnostics += failures.compactMap { context?.diagnostic(for: $0) }
    }

    /// Whether there is no error so far.
    var isProvable: Bool { diagnostics.allSatisfy { $0.severity != .error } }

    /// Takes out the warnings that the profile allows, after everything is reported.
    mutating func allow(today: String) {
        guard let file = context?.profileFile, case let exemptions = Exemptions(file), !exemptions.isEmpty else {
            return
        }
        let identified = StablePlaces.identified(diagnostics, in: sources)
        (diagnostics, allowed) = exemptions.split(identified, tenant: folder.name, today: today)
    }

    var isCancelled: Bool { cancellation?.isCancelled ?? false }

    private static func eventNodes(_ file: TenantFile?) -> [EventTypeID: JSONNode] {
        let members = file?.root["events"]?.members ?? []
        return Dictionary(
            members.compactMap { member in EventTypeID(rawValue: member.name).map { ($0, member.value) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: files

    private mutating func registerFiles() {
        for (path, shape) in [("profile.json", Shape.profile), ("events.json", Shape.events)] {
            if let file = folder.file(path) {
                inputs.single.append(register(file, shape))
            } else if !folder.mayHold(path) {
                diagnostics.append(.missingFile(path, emptySource(path)))
            }
        }
        if let file = folder.file("contract.json") { inputs.single.append(register(file, .contract)) }
        inputs.templates = folder.files.filter { $0.path.hasPrefix("templates/") }.map { register($0, .templates) }
        inputs.samples = folder.files.filter { $0.path.hasPrefix("samples/") }.map { file in
            register(file, file.path == ParsedFolder.sampleContext ? .sampleContext : .anyObject)
        }
        inputs.channels = folder.files.filter { $0.path.hasPrefix("channels/") }.map { register($0, .channelFile) }
        inputs.shared = folder.shared.files.map { register($0, .channelFile, in: folder.shared.path) }
        inputs.operators = folder.operators.files.map { register($0, .channelFile, in: folder.operators.path) }
    }

    /// The channels that files declare, which `use` can name from here on: the operator's, then shared ones, then the
    /// tenant's own; none takes the place of another.
    private mutating func readChannels() -> (tenants: [DeclaredChannel], operators: [DeclaredChannel]) {
        guard !(inputs.operators.isEmpty && inputs.shared.isEmpty && inputs.channels.isEmpty) else { return ([], []) }
        var taken = ChannelHome.all(of: registry)
        let operators = readChannels(inputs.operators, &taken, isReported: reportsShared.operators)
        let shared = readChannels(inputs.shared, &taken, isReported: reportsShared.shared)
        return (shared + readChannels(inputs.channels, &taken, isReported: true), operators)
    }

    private mutating func readChannels(
        _ inputs: [ParsedFile.Input],
        _ taken: inout [PluginID: ChannelHome],
        isReported: Bool
    ) -> [DeclaredChannel] {
        let files = Parallel.map(inputs) { [taken] in ChannelFile($0, taken: taken) }
        if isReported {
            diagnostics += files.flatMap(\.diagnostics)
            for (input, file) in zip(inputs, files) where file.channel == nil {
                let name = input.file.path.split(separator: "/").last?.dropLast(".json".count)
                faultyChannels.formUnion(
                    [name.flatMap { PluginID(String($0)) }, file.draft?.descriptor.id].compactMap(\.self)
                )
            }
        }
        for file in files {
            guard let channel = file.draft, let name = file.name else { continue }
            taken[channel.descriptor.id] = taken[channel.descriptor.id] ?? .file(name)
        }
        let channels = files.compactMap(\.channel)
        registry = registry.adding(channels)
        return channels
    }

    /// Checks syntax and shape of every file, in parallel because the files are independent here.
    private mutating func parse() -> ParsedFolder {
        let parsed = Parallel.map(inputs.single + inputs.templates + inputs.samples) { [intact] input in
            ParsedFile(input, known: intact[input.file.path])
        }
        for file in parsed {
            diagnostics += file.diagnostics
            intact[file.path] = file.diagnostics.isEmpty ? file.file?.root : nil
        }
        return ParsedFolder(
            single: Array(parsed[..<inputs.single.count]),
            templates: Array(parsed[inputs.single.count...].prefix(inputs.templates.count)),
            samples: Array(parsed.suffix(inputs.samples.count))
        )
    }

    private mutating func register(
        _ file: TenantFolder.File,
        _ shape: Shape,
        in path: String? = nil
    ) -> ParsedFile.Input {
        let source = sources.add(source(file.path, content: file.content, in: path))
        return ParsedFile.Input(file: file, source: source, shape: shape)
    }

    /// - Parameter place: the folder of shared channel files; nil for the tenant's own folder.
    private func source(_ path: String, content: [UInt8], in place: String?) -> SourceFile {
        // A channel file that is shared is the same whichever tenant it is read for.
        let home =
            place == nil
            ? SourceFile.Home(tenant: folder.name, path: path)
            : SourceFile.Home(tenant: "", path: "channels/\(path)")
        return SourceFile(path: "\(place ?? folder.path)/\(path)", content: content, home: home)
    }

    /// An empty place for diagnostics about a file that is missing or wasn't read.
    private mutating func emptySource(_ path: String, in place: String? = nil) -> Span {
        Span(sources.add(source(path, content: [], in: place)), 0..<0)
    }

    private mutating func reportFolderFaults() {
        for fault in folder.faults {
            diagnostics.append(.folderFault(fault, emptySource(fault.path)))
        }
        report(folder.operators, if: reportsShared.operators)
        report(folder.shared, if: reportsShared.shared)
    }

    /// A file that wasn't read may be one that `use` names: that isn't reported as well.
    private mutating func report(_ shared: TenantFolder.Shared, if isReported: Bool) {
        for fault in shared.faults {
            if let id = PluginID(String(fault.path.dropLast(".json".count))) { faultyChannels.insert(id) }
            guard isReported else { continue }
            diagnostics.append(.folderFault(fault, emptySource(fault.path, in: shared.path)))
        }
    }

    private mutating func checkTenantName(_ file: TenantFile) {
        guard let name = file.root.text("tenant"), TenantID.isValid(name), name != folder.name else { return }
        diagnostics.append(.wrongTenant(name, folder: folder.name, file.span("tenant")))
    }

    // MARK: templates and samples

    private mutating func readTemplates(
        _ parsed: ParsedFolder,
        _ profileFile: TenantFile,
        into profile: inout ProfileParts,
        fields: @escaping @Sendable (EventTypeID) -> [PayloadField]?
    ) -> (files: [LocaleTag: TenantFile], texts: [WrittenText], textsByLocale: [LocaleTag: [WrittenText]]) {
        var files: [LocaleTag: TenantFile] = [:]
        var texts: [WrittenText] = []
        var textsByLocale: [LocaleTag: [WrittenText]] = [:]
        trace.templates = Parallel.map(parsed.templates) { ParsedTemplates($0, fields: fields) }
        for templates in trace.templates {
            guard let file = templates.file else { continue }
            let name = templates.name
            guard let locale = templates.locale else {
                diagnostics.append(.templateName(name, Span(file.source, file.root.range.prefix(1))))
                continue
            }
            if let written = file.root.text("locale"), let tag = LocaleTag(written), tag != locale {
                diagnostics.append(.wrongLocale(written, file: name, file.span("locale")))
            }
            files[locale] = file
            texts += templates.texts
            textsByLocale[locale, default: []] += templates.texts
            profile.messages.setTerms(templates.terms, locale: locale)
            profile.messages.add(templates.messages, locale: locale)
        }
        guard !profileFile.isDamaged("locales") else { return (files, texts, textsByLocale) }
        for locale in profile.locales.supported where files[locale] == nil {
            let path = "templates/\(locale).json"
            guard folder.file(path) == nil, !folder.mayHold(path) else { continue }
            diagnostics.append(.missingTemplates(locale, path, profileFile.span("locales", "supported")))
        }
        return (files, texts, textsByLocale)
    }

    private mutating func readSamples(
        _ parsed: ParsedFolder,
        events: Set<String>,
        into profile: inout ProfileParts
    ) -> [TenantContext.SampleFile] {
        var samples: [TenantContext.SampleFile] = []
        for parsed in parsed.samples {
            guard let file = parsed.file else { continue }
            if file.path == ParsedFolder.sampleContext {
                profile.sampleContext = SampleReading.context(file.root)
                continue
            }
            let (event, name) = SampleReading.split(file.stem, events: events)
            samples.append(TenantContext.SampleFile(event: event, name: name, file: file, payload: parsed.value))
            guard let id = EventTypeID(event), let payload = parsed.value else { continue }
            profile.samples.append(Sample(event: id, name: name, payload: payload))
        }
        return samples
    }

    /// Fills in defaults: of a channel's settings from its plugin, of an event's audience from the route it leads to.
    private func applyDefaults(to parts: inout ProfileParts, of profile: TenantProfile) {
        for index in parts.events.indices where parts.events[index].audience == nil {
            parts.events[index].audience = profile.audienceOfRoute(of: parts.events[index])
        }
        for index in parts.channels.indices {
            guard let descriptor = registry[parts.channels[index].plugin]?.descriptor else { continue }
            for field in descriptor.fields where parts.channels[index].settings[field.name] == nil {
                parts.channels[index].settings[field.name] = field.defaultValue
            }
        }
    }
}
