import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what an event looks like: every language, every channel.",
        discussion: """
            The payload is the event's sample unless one is given. Time, zone and recipient are those of \
            samples/context.json, or 2026-02-25T12:00:00Z in the tenant's zone.
            """
    )

    @Argument(help: "A tenant's folder, or the name of one under `tenants`.")
    var tenant: String

    @Argument(help: "An event, such as order.shipped.")
    var event: String

    @Option(help: ArgumentHelp("Only this language; a reader's wish, so it may fall back.", valueName: "tag"))
    var locale: [String] = []

    @Option(help: ArgumentHelp("Only this channel of the profile.", valueName: "name"))
    var channel: [String] = []

    @Option(help: ArgumentHelp("A JSON file with the payload.", valueName: "file"))
    var payload: String?

    @Option(help: ArgumentHelp("The sample of that name: samples/<event>.<name>.json.", valueName: "name"))
    var sample: String?

    @Option(help: "How to print: text or json.")
    var format = OutputFormat.text

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
        try SystemTimeZones.require()
        let profile = try LoadedTenant.named(tenant).profile
        let event = try event(in: profile)
        let renderer = SampleRenderer(profile)
        let channels = try chosenChannels(renderer.channels(of: event))
        let locales = locale.isEmpty ? profile.locales.supported : locale.compactMap { LocaleTag($0) }
        let chosen = try PayloadChoice(profile: profile, event: event, file: payload, sample: sample)
        let renditions = locales.flatMap { locale in
            channels.map { renderer.rendition(of: event, payload: chosen.payload, locale: locale, channel: $0) }
        }
        switch format {
        case .text: print(text(of: event, chosen, renditions, context: profile), terminator: "")
        case .json:
            let document: JSONValue = [
                "tenant": .string(profile.id.rawValue), "event": .string(event.id.rawValue), "payload": chosen.payload,
                "renderings": renditions.json(\.jsonWithSize),
            ]
            print(document.prettyText)
        }
        if renditions.contains(where: { $0.failure != nil || $0.isTooLarge }) { throw ExitCode(.foundErrors) }
    }

    private func text(
        of event: EventType,
        _ chosen: PayloadChoice,
        _ renditions: [Rendition],
        context profile: TenantProfile
    ) -> String {
        let zone = profile.sampleContext.timeZone ?? profile.timeZone
        var lines = Columns.lines(of: "\(event.id): \(event.summary)", limit: Columns.width)
        let origin = "\(chosen.origin), \(profile.sampleContext.now) in \(zone)"
        lines += Columns.lines(of: origin, limit: Columns.width)
        var writer = RenditionText(isColored: Terminal.showsColor)
        let blocks = renditions.map { writer.text(of: $0) }
        return ([lines.joined(separator: "\n") + "\n"] + blocks).joined(separator: "\n")
    }

    private func event(in profile: TenantProfile) throws -> EventType {
        if let known = profile.event(named: event) { return known }
        let ids = profile.events.map(\.id.rawValue)
        let hint = Suggestion.closest(to: event, among: ids).map { "did you mean \($0)?" }
        throw Self.wrongUsage(
            "\(profile.id) has no event \(event); \(hint ?? "it has \(ids.joined(separator: ", "))")"
        )
    }

    private func chosenChannels(_ all: [ChannelBinding]) throws -> [ChannelBinding] {
        let ids = all.map(\.id.rawValue)
        for name in channel where !ids.contains(name) {
            throw Self.wrongUsage("\(event) does not go to \(name); it goes to \(ids.joined(separator: ", "))")
        }
        return channel.isEmpty ? all : all.filter { channel.contains($0.id.rawValue) }
    }
}
