import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// A condition for a valid profile that involves more than one value.
///
/// Each rule is a file with its condition, its check and its messages.
///
/// Rules run after syntax and shape, on all that could be read. A rule reports nothing about places where an error was
/// reported already.
protocol Rule: SendableMetatype {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport)
}

/// A rule that runs after the others, because it reports nothing where one of them found an error.
protocol LateRule: SendableMetatype {
    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport)
}

/// A profile as far as it could be read, and its files.
struct TenantContext {
    let folder: String
    let profile: TenantProfile
    let registry: ChannelRegistry
    let profileFile: TenantFile?
    let eventsFile: TenantFile?
    let contractFile: TenantFile?
    /// One for each route in the file; nil where it can't be read.
    let contractRoutes: [ContractRoute?]
    let templateFiles: [LocaleTag: TenantFile]
    let texts: [WrittenText]
    /// The texts of each event or app text, by language.
    let textsByID: [EventTypeID: [WrittenText]]
    let textsByLocale: [LocaleTag: [WrittenText]]
    let sampleFiles: [SampleFile]
    let sources: SourceSet
    let appTexts: [EventTypeID: AppText]
    /// The JSON of each event, by id.
    let eventNodes: [EventTypeID: JSONNode]
    /// The variables of each event or app text, without terms.
    let variables: [EventTypeID: MessageVariables]
    /// Channels whose files have errors, which are reported.
    var faultyChannels: Set<PluginID> = []
    /// Found after everything else was read.
    var misspelt = MisplacedTexts()
    /// Likewise.
    var collected = CollectedTexts()

    struct SampleFile {
        let event: String
        let name: String?
        let file: TenantFile
        let payload: JSONValue?
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
        let fields = profile.event(text.id)?.payload ?? appTexts[text.id]?.payload ?? []
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

    /// Makes and adds a diagnostic, unless the limit is reached: wording a fault can take longer than finding it.
    mutating func add(_ diagnostic: @autoclosure () -> Diagnostic) {
        guard diagnostics.count < Self.limit else {
            if diagnostics.count == Self.limit, let last = diagnostics.last {
                diagnostics.append(.tooManyOfAKind(last.primary.span, limit: Self.limit))
            }
            return
        }
        diagnostics.append(diagnostic())
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
