import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// One run of ``ProfileLoader`` over one folder.
struct ProfileLoading {
    let folder: TenantFolder
    let registry: ChannelRegistry
    var sources: SourceSet
    private(set) var diagnostics: [Diagnostic] = []

    init(folder: TenantFolder, registry: ChannelRegistry, sources: SourceSet) {
        self.folder = folder
        self.registry = registry
        self.sources = sources
    }

    /// The profile as far as it can be read, once everything is reported.
    mutating func run() -> TenantProfile? {
        reportFolderFaults()
        let profileFile = require("profile.json", .profile)
        let eventsFile = require("events.json", .events)?.ifWhole
        let contractFile = folder.file("contract.json").flatMap { read($0, .contract) }?.ifWhole
        guard let profileFile = profileFile?.ifWhole else {
            readTheRest()
            return nil
        }
        var profile = ProfileReading(root: profileFile.root).profile(folder: folder.name)
        checkTenantName(profileFile)
        if let eventsFile {
            let reading = EventsReading(root: eventsFile.root)
            profile.events = reading.events()
            profile.texts = reading.texts()
        }
        profile.contract = contractFile.map { ContractReading(root: $0.root).contract() }
        let events = Dictionary(profile.events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let appTexts = Dictionary(profile.texts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let templates = readTemplates(profileFile, into: &profile) { events[$0]?.payload ?? appTexts[$0]?.payload }
        let samples = readSamples(events: Set(events.keys.map(\.rawValue)), into: &profile)
        profile.revision = ProfileRevision(hashing: folder.files.map { ($0.path, $0.content) })
        let context = TenantContext(
            folder: folder.name,
            profile: profile,
            registry: registry,
            profileFile: profileFile,
            eventsFile: eventsFile,
            contractFile: contractFile,
            templateFiles: templates.files,
            texts: templates.texts,
            textsByID: Dictionary(grouping: templates.texts, by: \.id),
            textsByLocale: Dictionary(grouping: templates.texts, by: \.locale),
            sampleFiles: samples,
            sources: sources,
            events: events,
            appTexts: appTexts,
            eventNodes: Self.eventNodes(eventsFile),
            variables: MessageVariables.all(profile, eventsFile)
        )
        diagnostics += Rules.check(context)
        applyDefaults(to: &profile)
        return profile
    }

    private static func eventNodes(_ file: TenantFile?) -> [EventTypeID: JSONNode] {
        let members = file?.root["events"]?.members ?? []
        return Dictionary(
            members.compactMap { member in EventTypeID(rawValue: member.name).map { ($0, member.value) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: files

    /// Without a profile nothing can be compared, but each file can still be read.
    private mutating func readTheRest() {
        for file in folder.files {
            if file.path.hasPrefix("templates/") { _ = read(file, .templates) }
            if file.path.hasPrefix("samples/") { _ = read(file, .anyObject) }
        }
    }

    private mutating func require(_ path: String, _ shape: Shape) -> TenantFile? {
        if let file = folder.file(path) { return read(file, shape) }
        if !folder.faults.contains(where: { $0.path == path }) {
            diagnostics.append(.missingFile(path, emptySource(path)))
        }
        return nil
    }

    private mutating func read(_ file: TenantFolder.File, _ shape: Shape) -> TenantFile? {
        let parsed = ParsedFile(register(file), shape)
        diagnostics += parsed.diagnostics
        return parsed.file
    }

    private mutating func register(_ file: TenantFolder.File) -> ParsedFile.Input {
        let source = sources.add(SourceFile(path: "\(folder.path)/\(file.path)", content: file.content))
        return ParsedFile.Input(file: file, source: source)
    }

    /// A place for what has no file, or none that was read.
    private mutating func emptySource(_ path: String) -> Span {
        Span(sources.add(SourceFile(path: "\(folder.path)/\(path)", content: [])), 0..<0)
    }

    private mutating func reportFolderFaults() {
        for fault in folder.faults {
            diagnostics.append(.folderFault(fault, emptySource(fault.path)))
        }
    }

    private mutating func checkTenantName(_ file: TenantFile) {
        guard let name = file.root.text("tenant"), TenantID.isValid(name), name != folder.name else { return }
        diagnostics.append(.wrongTenant(name, folder: folder.name, file.span("tenant")))
    }

    // MARK: templates and samples

    private mutating func readTemplates(
        _ profileFile: TenantFile,
        into profile: inout TenantProfile,
        fields: @escaping @Sendable (EventTypeID) -> [PayloadField]?
    ) -> (files: [LocaleTag: TenantFile], texts: [WrittenText]) {
        var files: [LocaleTag: TenantFile] = [:]
        var texts: [WrittenText] = []
        let inputs = folder.files.filter { $0.path.hasPrefix("templates/") }.map { register($0) }
        let parsed = Parallel.map(inputs) { ParsedTemplates($0, fields: fields) }
        for templates in parsed {
            diagnostics += templates.diagnostics
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
            profile.messages.setTerms(templates.terms, locale: locale)
            for text in templates.texts {
                texts.append(text)
                guard let message = text.message else { continue }
                profile.messages.add(
                    TextTemplate(source: text.source, message: message),
                    to: text.id,
                    path: text.path,
                    locale: locale
                )
            }
        }
        guard !profileFile.isDamaged("locales") else { return (files, texts) }
        for locale in profile.locales.supported where files[locale] == nil {
            let path = "templates/\(locale).json"
            guard folder.file(path) == nil, !folder.faults.contains(where: { $0.path == path }) else { continue }
            diagnostics.append(.missingTemplates(locale, path, profileFile.span("locales", "supported")))
        }
        return (files, texts)
    }

    private mutating func readSamples(
        events: Set<String>,
        into profile: inout TenantProfile
    ) -> [TenantContext.SampleFile] {
        var samples: [TenantContext.SampleFile] = []
        let inputs = folder.files.filter { $0.path.hasPrefix("samples/") }.map { register($0) }
        let parsed = Parallel.map(inputs) { ParsedFile($0, $0.stem == "context" ? .sampleContext : .anyObject) }
        for (input, parsed) in zip(inputs, parsed) {
            diagnostics += parsed.diagnostics
            guard let file = parsed.file else { continue }
            if input.stem == "context" {
                profile.sampleContext = SampleReading.context(file.root)
                continue
            }
            let (event, name) = SampleReading.split(input.stem, events: events)
            samples.append(TenantContext.SampleFile(event: event, name: name, file: file))
            guard let id = EventTypeID(event), let payload = file.root.value else { continue }
            profile.samples.append(Sample(event: id, name: name, payload: payload))
        }
        return samples
    }

    /// What plugins take when a tenant is silent.
    private func applyDefaults(to profile: inout TenantProfile) {
        for index in profile.channels.indices {
            guard let descriptor = registry[profile.channels[index].plugin]?.descriptor else { continue }
            for field in descriptor.fields where profile.channels[index].settings[field.name] == nil {
                profile.channels[index].settings[field.name] = field.defaultValue
            }
        }
    }
}
