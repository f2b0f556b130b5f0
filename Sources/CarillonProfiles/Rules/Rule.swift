import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// A condition for a valid profile that involves more than one value.
///
/// Each rule is a file with its condition, its check and its messages.
///
/// Rules run after syntax and shape, on all that could be read. A rule reports nothing about places where an error was
/// reported already.
protocol Rule: ScopedRule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport)
}

/// A rule that runs after the others, because it reports nothing where one of them found an error.
protocol LateRule: ScopedRule {
    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport)
}

/// A rule that says what it looks at, so that a changed text has only that looked at again which depends on it.
protocol ScopedRule: SendableMetatype {
    static var scope: RuleScope { get }
}

extension ScopedRule {
    static var scope: RuleScope { .tenant }
}

/// What the findings of a rule depend on.
enum RuleScope: Sendable {
    /// On no text: another one changes at most where they stand.
    case settings
    /// What is said of an event or app text depends on no other one's texts, and of those in focus it is said again.
    ///
    /// It is said at the member of that name in a template file or in `events.json`, or names it
    /// (``RuleReport/add(_:about:)``).
    case texts
    /// On any text.
    case tenant
}

/// A profile as far as it could be read, and its files.
struct TenantContext {
    let folder: String
    private(set) var profile: TenantProfile
    let registry: ChannelRegistry
    let profileFile: TenantFile?
    let eventsFile: TenantFile?
    let contractFile: TenantFile?
    /// One for each route in the file; nil where it can't be read.
    let contractRoutes: [ContractRoute?]
    private(set) var templateFiles: [LocaleTag: TenantFile]
    private(set) var texts: [WrittenText]
    /// The texts of each event or app text, by language.
    private(set) var textsByID: [EventTypeID: [WrittenText]]
    private(set) var textsByLocale: [LocaleTag: [WrittenText]]
    let sampleFiles: [SampleFile]
    private(set) var sources: SourceSet
    let appTexts: [EventTypeID: AppText]
    /// The JSON of each event, by id.
    let eventNodes: [EventTypeID: JSONNode]
    /// The variables of each event or app text, without terms.
    let variables: [EventTypeID: MessageVariables]
    /// Channels whose files have errors, which are reported.
    var faultyChannels: Set<PluginID> = []
    /// Samples that are there and can't be read, which is reported.
    var lostSamples = LostSamples()
    /// Found after everything else was read.
    var misspelt = MisplacedTexts()
    /// Likewise.
    var collected = CollectedTexts()
    /// The events and app texts that rules of ``RuleScope/texts`` are to look at; nil for all.
    private(set) var focus: Set<EventTypeID>?

    struct SampleFile {
        let event: String
        let name: String?
        let file: TenantFile
        let payload: JSONValue?
    }

    /// The same tenant with other texts; what follows from where they stand isn't found anew.
    func replacing(
        profile: TenantProfile,
        templateFiles: [LocaleTag: TenantFile],
        texts: [WrittenText],
        sources: SourceSet
    ) -> TenantContext {
        var copy = self
        copy.profile = profile
        copy.templateFiles = templateFiles
        copy.texts = texts
        copy.textsByID = Dictionary(grouping: texts, by: \.id)
        copy.textsByLocale = Dictionary(grouping: texts, by: \.locale)
        copy.sources = sources
        return copy
    }

    /// The payload of an event or app text; nil where there is none.
    func fields(of id: EventTypeID) -> [PayloadField]? { profile.event(id)?.payload ?? appTexts[id]?.payload }

    /// The same for rules of ``RuleScope/texts``, which then look at some events and app texts alone.
    func focused(on ids: Set<EventTypeID>) -> TenantContext {
        var copy = self
        copy.focus = ids
        copy.textsByID = textsByID.filter { ids.contains($0.key) }
        copy.texts = copy.textsByID.flatMap(\.value)
        copy.textsByLocale = Dictionary(grouping: copy.texts, by: \.locale)
        copy.collected = collected.only(ids)
        return copy
    }

    /// The events in focus, in the order written.
    var eventsInFocus: [EventType] {
        guard let focus else { return profile.events }
        return profile.events.filter { focus.contains($0.id) }
    }

    /// The app texts in focus, in the order written.
    var appTextsInFocus: [AppText] {
        guard let focus else { return profile.texts }
        return profile.texts.filter { focus.contains($0.id) }
    }

    /// The channels that put notifications into a feed.
    var feedChannels: [ChannelID] {
        profile.channels.map(\.id).filter { descriptor($0)?.address == .user }
    }

    /// The descriptor of the plugin that serves a channel.
    func descriptor(_ channel: ChannelID) -> ChannelDescriptor? {
        profile.channel(channel).flatMap { registry[$0.plugin]?.descriptor }
    }

    /// The bytes of the template file from which `range` of a text's MessageFormat source was made.
    func span(_ range: Range<Int>, of text: WrittenText) -> Span? {
        guard let file = templateFiles[text.locale] else { return nil }
        let fields = fields(of: text.id) ?? []
        let bytes = sources[file.source].content
        return Span(file.source, TemplateSource(text.node, fields: fields).fileRange(range, in: bytes))
    }

    /// The place of the slot's name.
    func nameSpan(_ text: WrittenText) -> Span? { templateFiles[text.locale]?.nameSpan(text.place) }
}

/// What the rules found.
struct RuleReport {
    /// How many faults of one kind are reported; a profile with more was not written by hand.
    static let limit = 1000

    private(set) var diagnostics: [Diagnostic] = []
    /// What those diagnostics are about whose place doesn't say it, by their numbers.
    private var subjects: [Int: EventTypeID] = [:]

    /// Makes and adds a diagnostic, unless the limit is reached: wording a fault can take longer than finding it.
    ///
    /// - Parameter subject: the event or app text that it is about, where it may stand elsewhere.
    mutating func add(_ diagnostic: @autoclosure () -> Diagnostic, about subject: EventTypeID? = nil) {
        guard diagnostics.count < Self.limit else {
            if diagnostics.count == Self.limit, let last = diagnostics.last {
                diagnostics.append(.tooManyOfAKind(last.primary.span, limit: Self.limit))
            }
            return
        }
        if let subject { subjects[diagnostics.count] = subject }
        diagnostics.append(diagnostic())
    }

    /// Whether something may have been left out.
    var isFull: Bool { diagnostics.count >= Self.limit }

    /// The diagnostics, each with what it is about where its place doesn't say that.
    var findings: [(diagnostic: Diagnostic, subject: EventTypeID?)] {
        diagnostics.enumerated().map { ($0.element, subjects[$0.offset]) }
    }

    /// Joins several reports.
    init(joining reports: [RuleReport] = []) {
        diagnostics = reports.flatMap(\.diagnostics)
    }

    /// Whether an earlier rule found an error within `span`.
    func hasError(within span: Span) -> Bool {
        diagnostics.contains { diagnostic in
            let place = diagnostic.primary.span
            return diagnostic.severity == .error && place.source == span.source
                && span.range.contains(place.range.lowerBound)
        }
    }
}
