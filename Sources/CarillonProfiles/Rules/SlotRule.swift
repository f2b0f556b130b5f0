import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Every slot that a channel needs has words in the default language, and every slot with words is one that exists.
enum SlotRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        checkMissing(tenant, &report)
        var known = SlotNames(tenant)
        for text in tenant.texts {
            guard let event = tenant.events[text.id] else { continue }
            if !known.contains(text.path), let span = tenant.nameSpan(text) {
                report.add(.unknownSlot(text.path, known: known.all, span))
            }
            checkLines(text, event, tenant, &report)
        }
    }

    private static func checkMissing(_ tenant: TenantContext, _ report: inout RuleReport) {
        let locale = tenant.profile.locales.defaultLocale
        guard tenant.isSound("locales", "channels"), let file = tenant.templateFiles[locale],
            let events = tenant.eventsFile, !file.isDamaged("messages")
        else { return }
        let written = Dictionary(grouping: tenant.textsByLocale[locale] ?? [], by: \.id)
        for event in tenant.profile.events where tenant.isSound(event) {
            let paths = Set(written[event.id]?.map(\.path) ?? [])
            var missing: [String: [ChannelID]] = [:]
            for channel in event.channels {
                for slot in tenant.descriptor(channel)?.slots ?? [] where slot.isRequired {
                    let own = MessageCatalog.overridePath(channel, slot.name)
                    if !paths.contains(slot.name), !paths.contains(own) {
                        missing[slot.name, default: []].append(channel)
                    }
                }
            }
            for (slot, channels) in missing.sorted(by: { $0.key < $1.key }) {
                let place: [JSONStep] = [.name("messages"), .name(event.id.rawValue)]
                let span =
                    paths.isEmpty ? events.nameSpan("events", event.id.rawValue) : file.nameSpan(place)
                report.add(.missingSlot(slot, event.id, channels, file.path, span))
            }
        }
    }

    /// Lines in a slot that shows one line only.
    private static func checkLines(
        _ text: WrittenText,
        _ event: EventType,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard text.source.utf8.contains(0x0A) else { return }
        let hasLines =
            text.node["match"] == nil || TemplateSource.variants(text.node).contains { $0.text.utf8.contains(0x0A) }
        guard hasLines else { return }
        for channel in event.channels {
            guard let slot = tenant.descriptor(channel)?.slots.first(where: { text.fills($0, channel) }) else {
                continue
            }
            if !slot.isMultiline, let span = tenant.nameSpan(text) {
                report.add(.lineBreak(text.path, channel, span))
                return
            }
        }
    }
}

extension WrittenText {
    /// Whether these words are shown in a slot of a channel.
    func fills(_ slot: Slot, _ channel: ChannelID) -> Bool {
        path == slot.name || path == MessageCatalog.overridePath(channel, slot.name)
    }
}

/// The slots of a profile's templates.
private struct SlotNames {
    let all: [String]
    private let names: Set<String>
    private let channels: Set<String>
    private let lastWords: Set<String>
    /// The same few paths come again and again.
    private var answers: [String: Bool] = [:]

    /// Slots that every profile may have words for, whatever its channels.
    private static let standard = [
        "title", "subtitle", "body", "action", "image", "sms", "email.subject", "email.preheader", "email.html",
        "email.text",
    ]

    init(_ tenant: TenantContext) {
        let declared = tenant.registry.descriptors.flatMap { $0.slots.map(\.name) }
        names = Set(declared).union(Self.standard)
        all = names.sorted()
        channels = Set(tenant.profileFile?.root["channels"]?.members.map(\.name) ?? [])
        lastWords = Set(names.compactMap { $0.split(separator: ".").last.map(String.init) })
    }

    mutating func contains(_ path: String) -> Bool {
        if let answer = answers[path] { return answer }
        let answer = names.contains(path) || isOverride(path)
        answers[path] = answer
        return answer
    }

    private func isOverride(_ path: String) -> Bool {
        let parts = path.split(separator: ".").map(String.init)
        return parts.count == 2 && channels.contains(parts[0]) && lastWords.contains(parts[1])
    }
}

extension Diagnostic {
    fileprivate static func missingSlot(
        _ slot: String,
        _ id: EventTypeID,
        _ channels: [ChannelID],
        _ file: String,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .missingSlot,
            "`\(id)` has no words for `\(slot)`",
            at: span,
            notes: ["\(Shape.list(channels.map(\.rawValue))) cannot do without"],
            help: "add them to \(file), in the default language"
        )
    }

    fileprivate static func unknownSlot(_ path: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: path, among: known)
        return Diagnostic(
            .unknownSlot,
            "there is no slot called \(quoted(path))",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "",
            notes: ["slots are \(Shape.list(known)), and these under a channel's name"]
        )
    }

    fileprivate static func lineBreak(_ path: String, _ channel: ChannelID, _ span: Span) -> Diagnostic {
        Diagnostic(.lineBreak, "`\(path)` is one line on `\(channel)`", at: span, label: "these words have several")
    }
}
