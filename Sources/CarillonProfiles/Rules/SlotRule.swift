import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Every slot that a channel requires has a text in the default language, and every text belongs to an existing slot.
enum SlotRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        checkMissing(tenant, &report)
        var known = SlotNames(tenant)
        let shown = Dictionary(tenant.profile.channels.map { ($0.id, tenant.descriptor($0.id)?.slots ?? []) }) { $1 }
        for text in tenant.texts {
            let (isKnown, hasLines) = (known.contains(text.path), text.hasLines)
            // Most texts have nothing to report, so their event isn't looked up.
            guard !isKnown || hasLines else { continue }
            guard let event = tenant.profile.event(text.id) else {
                // App texts may have any slots.
                if hasLines, let event = tenant.collected[text.id] {
                    checkLines(text, event, shown, tenant, &report)
                }
                continue
            }
            if !isKnown, let span = tenant.nameSpan(text) {
                report.add(.unknownSlot(text.path, known.guess(text.path), known: known.all, span))
            }
            if hasLines { checkLines(text, event, shown, tenant, &report) }
        }
    }

    private static func checkMissing(_ tenant: TenantContext, _ report: inout RuleReport) {
        let locale = tenant.profile.locales.defaultLocale
        guard tenant.hasSoundLocales, let file = tenant.templateFiles[locale], let events = tenant.eventsFile,
            !file.isLost("messages")
        else { return }
        let misspelt = tenant.misspelt
        let written = Dictionary(grouping: tenant.textsByLocale[locale] ?? [], by: \.id)
        let collected = tenant.collected.events
        for event in tenant.eventsInFocus + collected where tenant.isSound(event, "channels") {
            let paths = Set(written[event.id]?.map(\.path) ?? [])
            var missing: [String: [ChannelID]] = [:]
            let needsSlotText = event.channels.contains {
                tenant.descriptor($0)?.slots.contains(where: \.isRequired) == true
            }
            if paths.isEmpty, needsSlotText, let name = misspelt.name(of: event.id, in: locale) {
                report.add(.misspeltMessage(name, event.id, file.nameSpan("messages", name)))
                continue
            }
            for channel in event.channels {
                for slot in tenant.descriptor(channel)?.slots ?? [] where slot.isRequired {
                    let own = MessageCatalog.overridePath(channel, slot.name)
                    guard !paths.contains(slot.name), !paths.contains(own) else { continue }
                    let isHidden = [slot.name, own].contains { path in
                        misspelt.hides(path, of: event.id, in: locale) || file.hasDamagedText(path, of: event.id)
                    }
                    if !isHidden { missing[slot.name, default: []].append(channel) }
                }
            }
            for (slot, channels) in missing.sorted(by: { $0.key < $1.key }) {
                let place: [JSONStep] = [.name("messages"), .name(event.id.rawValue)]
                let isEvent = tenant.profile.hasEvent(event.id)
                let declared = events.nameSpan(isEvent ? "events" : "texts", event.id.rawValue)
                let span = paths.isEmpty ? declared : file.nameSpan(place)
                report.add(.missingSlot(slot, event, isCollected: !isEvent, channels, file.path, span))
            }
        }
    }

    /// Reports several lines in a slot that shows one line only.
    ///
    /// - Parameter shown: the slots of each channel.
    private static func checkLines(
        _ text: WrittenText,
        _ event: EventType,
        _ shown: [ChannelID: [Slot]],
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        for channel in event.channels {
            guard let slot = shown[channel]?.first(where: { text.fills($0, channel) }) else { continue }
            if !slot.isMultiline, let span = tenant.nameSpan(text) {
                report.add(.lineBreak(text.path, channel, span))
                return
            }
        }
    }
}

extension TenantFile {
    /// Whether a text for a slot, or for all slots of a message, could not be read.
    func hasDamagedText(_ path: String, of id: EventTypeID) -> Bool {
        let steps = path.split(separator: ".").map { JSONStep.name(String($0)) }
        return isDamaged([.name("messages"), .name(id.rawValue)] + steps)
    }
}

extension WrittenText {
    /// Whether the text has several lines.
    fileprivate var hasLines: Bool {
        guard source.hasByte(0x0A) else { return false }
        // Line breaks between the variants of a `{match, when}` aren't shown.
        return node["match"] == nil || TemplateSource.variants(node).contains(where: \.hasLines)
    }

    /// Whether this text is shown in a slot of a channel.
    func fills(_ slot: Slot, _ channel: ChannelID) -> Bool { path == slot.name || isOwn(slot, channel) }

    /// Whether this text is a channel's own text for a slot.
    func isOwn(_ slot: Slot, _ channel: ChannelID) -> Bool {
        MessageCatalog.isOverride(path, channel, slot.name)
    }
}

extension Diagnostic {
    fileprivate static func missingSlot(
        _ slot: String,
        _ event: EventType,
        isCollected: Bool,
        _ channels: [ChannelID],
        _ file: String,
        _ span: Span
    ) -> Diagnostic {
        let needed = "\(Shape.list(channels.map(\.rawValue))) cannot do without"
        return Diagnostic(
            .missingSlot,
            "`\(event.id)` has no words for `\(slot)`",
            at: span,
            notes: isCollected ? [needed, "it goes out in place of several notifications there"] : [needed],
            help: "add them to \(file), in the default language"
        )
    }

    fileprivate static func misspeltMessage(_ name: String, _ id: EventTypeID, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingSlot,
            "`\(id)` has no words, and there is no event called \(quoted(name))",
            at: span,
            label: "did you mean `\(id)`?",
            fixes: [Fix("write `\(id)`", replace: span, with: "\"\(id)\"")]
        )
    }

    fileprivate static func unknownSlot(
        _ path: String,
        _ guess: String?,
        known: [String],
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .unknownSlot,
            "there is no slot called \(quoted(path))",
            at: span,
            label: Suggestion.question(guess),
            notes: ["slots are \(Shape.list(known)), and these under a channel's name"]
        )
    }

    fileprivate static func lineBreak(_ path: String, _ channel: ChannelID, _ span: Span) -> Diagnostic {
        Diagnostic(.lineBreak, "`\(path)` is one line on `\(channel)`", at: span, label: "these words have several")
    }
}
