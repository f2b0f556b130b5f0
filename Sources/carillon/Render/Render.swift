import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Show what an event looks like: every language, every channel.",
        discussion: """
            The payload is the event's sample unless one is given. Time, zone and recipient are those of \
            samples/context.json, or 2026-02-25T12:00:00Z in the tenant's zone. The app text of a priority that is \
            collected shows what goes out for \(CollectedMessage.count) notifications. Only what the channel's provider is \
            told is shown; --wire shows how. Secrets, and what is made of them, are named in angle brackets.
            """
    )

    @Argument(help: "A tenant's folder, or the name of one under `tenants`.")
    var tenant: String

    @Argument(help: "An event, such as order.shipped, or the words for what is collected.")
    var event: String

    @Option(help: ArgumentHelp("Only this language; a reader's wish, so it may fall back.", valueName: "tag"))
    var locale: [String] = []

    @Option(help: ArgumentHelp("Only this channel of the profile.", valueName: "name"))
    var channel: [String] = []

    @Option(help: ArgumentHelp("A JSON file with the payload.", valueName: "file"))
    var payload: String?

    @Option(help: ArgumentHelp("The sample of that name: samples/<event>.<name>.json.", valueName: "name"))
    var sample: String?

    @Flag(help: "Show the request to the provider instead, as the channel's plugin makes it.")
    var wire = false

    @Option(help: ArgumentHelp("Where it goes, such as a device's token; nobody's unless given.", valueName: "address"))
    var address: String?

    @Option(help: "How to print: text or json.")
    var format = OutputFormat.text

    @OptionGroup var files: ChannelFiles

    enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    func validate() throws {
        if payload != nil, sample != nil { throw ValidationError("--payload and --sample exclude each other") }
        for tag in locale where LocaleTag(tag) == nil {
            throw ValidationError("\(tag) is not \(LocaleTag.shape)")
        }
    }

    func run() throws {
        let profile = try LoadedTenant.named(tenant, channels: files.channels).profile
        let all = CollectedMessage.all(of: profile, registry: .standard)
        let shown =
            if let collected = all.first(where: { $0.text.id.rawValue == event }) {
                try shown(collected, of: profile)
            } else {
                try shown(try event(in: profile), of: profile)
            }
        let renditions = shown.renditions
        let sent = try sent(renditions, at: profile.sampleContext.now)
        switch format {
        case .text: print(Terminal.current.fitted(text(of: shown, sent, context: profile)), terminator: "")
        case .json:
            let document: JSONValue = [
                "tenant": .string(profile.id.rawValue), "event": .string(shown.name), "payload": shown.payload,
                "renderings": sent.json(by: \.rendition) { $0.json(showsWire: wire) },
            ]
            print(document.prettyText)
        }
        let isSent = sent.allSatisfy { $0.refusal == nil && $0.rendition.failure == nil && !$0.rendition.isTooLarge }
        if !isSent { throw ExitCode(.foundErrors) }
    }

    /// What is sent of each.
    private func sent(_ renditions: [Rendition], at now: Instant) throws -> [SentRendition] {
        let address = address
        do {
            return try waiting {
                var sent: [SentRendition] = []
                for rendition in renditions { sent.append(try await SentRendition(rendition, to: address, at: now)) }
                return sent
            }
        } catch let problem as SettingProblem {
            Terminal.printError("Error: setting `\(problem.field)`: \(problem.message)\n")
            throw ExitCode(.foundErrors)
        }
    }

    /// What is printed.
    private struct Shown {
        let name: String
        let summary: String
        let payload: JSONValue
        /// Where the payload comes from.
        let origin: String
        let renditions: [Rendition]
    }

    private func shown(_ event: EventType, of profile: TenantProfile) throws -> Shown {
        let renderer = SampleRenderer(profile, registry: .standard)
        let channels = try chosen(renderer.channels(of: event)) { $0 }
        let choice = try PayloadChoice(profile: profile, event: event, file: payload, sample: sample)
        let renditions = locales(of: profile).flatMap { locale in
            channels.map { renderer.rendition(of: event, payload: choice.payload, locale: locale, channel: $0) }
        }
        return Shown(
            name: event.id.rawValue,
            summary: event.summary,
            payload: choice.payload,
            origin: choice.origin,
            renditions: renditions
        )
    }

    private func shown(_ collected: CollectedMessage, of profile: TenantProfile) throws -> Shown {
        guard payload == nil, sample == nil else {
            throw Self.wrongUsage("\(event) goes out for what is collected, and has no payload to choose")
        }
        let renderer = SampleRenderer(profile, registry: .standard)
        let places = try chosen(collected.places) { $0.channel }
        let renditions = locales(of: profile).flatMap { locale in
            places.map { renderer.rendition(of: collected, locale: locale, on: $0) }
        }
        return Shown(
            name: collected.text.id.rawValue,
            summary: collected.text.summary,
            payload: ["count": JSONValue(CollectedMessage.count)],
            origin: "\(CollectedMessage.count) notifications of \(collected.priority.rawValue) priority",
            renditions: renditions
        )
    }

    private func locales(of profile: TenantProfile) -> [LocaleTag] {
        locale.isEmpty ? profile.locales.supported : locale.compactMap { LocaleTag($0) }
    }

    private func text(of shown: Shown, _ sent: [SentRendition], context profile: TenantProfile) -> String {
        let zone = profile.sampleContext.timeZone ?? profile.timeZone
        var lines = Columns.lines(of: "\(shown.name): \(shown.summary)", limit: Columns.width)
        let origin = "\(shown.origin), \(profile.sampleContext.now) in \(zone)"
        lines += Columns.lines(of: origin, limit: Columns.width)
        var writer = RenditionText(isColored: Terminal.showsColor, showsWire: wire)
        let blocks = sent.map { writer.text(of: $0) }
        return ([lines.joined(separator: "\n") + "\n"] + blocks).joined(separator: "\n")
    }

    private func event(in profile: TenantProfile) throws -> EventType {
        if let known = profile.event(named: event) { return known }
        let texts = CollectedMessage.all(of: profile, registry: .standard).map(\.text.id.rawValue)
        let ids = profile.events.map(\.id.rawValue) + texts
        let hint = Suggestion.closest(to: event, among: ids).map { "did you mean \($0)?" }
        throw Self.wrongUsage(
            "\(profile.id) has no event \(event); \(hint ?? "it has \(ids.joined(separator: ", "))")"
        )
    }

    private func chosen<Place>(_ all: [Place], by channelOf: (Place) -> ChannelBinding) throws -> [Place] {
        let ids = all.map { channelOf($0).id.rawValue }
        for name in channel where !ids.contains(name) {
            throw Self.wrongUsage("\(event) does not go to \(name); it goes to \(ids.joined(separator: ", "))")
        }
        return channel.isEmpty ? all : all.filter { channel.contains(channelOf($0).id.rawValue) }
    }
}
