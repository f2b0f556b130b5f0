import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// No text of an SMS can take more parts than its channel allows: this is proven from the limits of the payload's types, for
/// every event, channel and language.
///
/// What it may take follows from the alphabet as much as from the length: one character that seven bits don't have leaves
/// room for less than half. A text that shows words brought by the sender (`localizedText`) has no useful limit, and is cut
/// when it is sent.
enum PartsRule: LateRule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        guard tenant.hasSoundLocales, tenant.isSound("channels", "locales") else { return }
        var counting: [ChannelBinding: any ChannelKind] = [:]
        for binding in tenant.profile.channels {
            guard let kind = tenant.registry[binding.plugin] else { continue }
            if kind.countsParts {
                counting[binding] = kind
            } else if binding.mostParts != nil, let file = tenant.profileFile {
                let place = file.nameSpan("channels", binding.id.rawValue, "maxParts")
                report.add(.partsNotCounted(binding, place))
            }
        }
        guard !counting.isEmpty else { return }
        for event in tenant.eventsInFocus + tenant.collected.events where tenant.isSound(event) {
            let reached = tenant.profile.reach(of: event, registry: tenant.registry)
            for binding in tenant.profile.channels where reached.contains(binding.id) {
                guard let kind = counting[binding] else { continue }
                for text in tenant.texts(of: event, on: binding, kind) {
                    let parts = WorstParts(of: text.text, in: text.slot, of: event, tenant, kind)
                    guard let found = parts.found, let place = tenant.nameSpan(text.text) else { continue }
                    let most = min(binding.mostParts ?? .max, found.cut ?? .max)
                    guard found.count > most, !earlier.hasError(within: place) else { continue }
                    report.add(.tooManyParts(event.id, binding, text.text.locale, found, most: most, place))
                }
            }
        }
    }
}

extension ChannelKind {
    /// Whether its provider counts a message in parts.
    fileprivate var countsParts: Bool { segments(of: .counted([:])) != nil }
}

extension TenantContext {
    /// The texts with which an event fills the slots of a channel: one for each slot and language that has words of its own.
    fileprivate func texts(
        of event: EventType,
        on binding: ChannelBinding,
        _ kind: any ChannelKind
    ) -> [(slot: Slot, text: WrittenText)] {
        let written = textsByID[event.id] ?? []
        return kind.descriptor.slots.flatMap { slot in
            let texts = written.filter { $0.fills(slot, binding.id) }
            return profile.locales.supported.compactMap { locale in
                let texts = texts.filter { $0.locale == locale }
                return (texts.first { $0.isOwn(slot, binding.id) } ?? texts.first).map { (slot, $0) }
            }
        }
    }
}

/// In how many parts a text may go out at most.
private struct WorstParts {
    struct Found {
        let count: Int
        /// How many parts there are at most, where the channel's own limit cuts the text.
        let cut: Int?
        /// Why the smaller alphabet may not do; nil where it always does.
        let cause: Cause?
    }

    enum Cause {
        /// A character of the text itself.
        case literal(Unicode.Scalar)
        /// A value that may hold any character.
        case value(String)
        /// A number or date as this language writes it.
        case format(Unicode.Scalar)
    }

    /// Nil where the text has no limit, or the slot isn't counted.
    let found: Found?

    init(
        of text: WrittenText,
        in slot: Slot,
        of event: EventType,
        _ tenant: TenantContext,
        _ kind: any ChannelKind
    ) {
        let shown = text.uses?.arguments.map(\.name) ?? []
        guard let message = text.message, text.problems.isEmpty,
            !shown.contains(where: { event.field($0)?.type.isLocalized == true })
        else {
            found = nil
            return
        }
        func segments(_ content: String) -> MessageSegments? { kind.segments(of: .counted([slot.name: content])) }

        let terms = tenant.profile.messages.terms(locale: text.locale)
        let literals = message.patterns.map { pattern in
            pattern.compactMap { if case .text(let literal) = $0 { literal } else { nil } }.joined()
        }
        let free = shown.first { name in
            event.field(name)?.type.holdsAnyCharacter ?? (name == "recipient")
        }
        let fixed = literals + shown.compactMap { terms[$0] ?? ($0 == "tenant" ? tenant.profile.name : nil) }
        let cause: Cause?
        if let foreign = fixed.lazy.compactMap({ segments($0)?.foreign }).first {
            cause = .literal(foreign)
        } else if let free {
            cause = .value(free)
        } else {
            let probes = Self.probes(of: message, in: text.locale, event)
            cause = probes.lazy.compactMap { segments($0)?.foreign }.first.map { .format($0) }
        }
        var inputs = PayloadBounds(tenant: tenant, event: event).inputs(in: .utf16)
        for (name, term) in terms { inputs[name] = .text(bytes: term.utf16.count) }
        let bidi = cause == nil ? BidiStrategy.none : .default
        let bound = message.maximumLength(inputs, locale: text.locale.rawValue, bidi: bidi, in: .utf16)
        guard let bound else {
            found = nil
            return
        }
        // An ellipsis becomes three dots in the smaller alphabet; what takes two places there is counted with the words.
        let wider = cause == nil ? literals.map(Self.addedPlaces).max() ?? 0 : 0
        let worst = segments(String(repeating: cause == nil ? "x" : "я", count: bound + wider))
        found = worst.map { Found(count: $0.uncut ?? $0.count, cut: $0.uncut == nil ? nil : $0.count, cause: cause) }
    }

    /// Places that a text takes beyond one for each character.
    private static func addedPlaces(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ("^{}\\[~]|€\u{0C}".unicodeScalars.contains($1) ? 1 : $1 == "…" ? 2 : 0) }
    }

    /// What becomes of numbers and moments that show each month, weekday and sign.
    private static func probes(of message: Message, in locale: LocaleTag, _ event: EventType) -> [String] {
        let compiled = CompiledMessage(message, locale: locale.rawValue)
        let start: Int64 = 1_772_000_000
        return (0..<24).map { index in
            let moment = start + Int64(index) * 1_300_000
            let number = [1, 2, 5, 11, -1_234_567, 0][index % 6]
            let arguments = event.payload.map { ($0.name, $0.type.probe(number: number, moment: moment)) }
            let values = Dictionary(arguments) { first, _ in first }
            return compiled.format(values, bidi: .none, context: FormattingContext(now: start)).text
        }
    }
}

extension PayloadType {
    /// Whether a value may show a character beyond ASCII, whatever the language.
    fileprivate var holdsAnyCharacter: Bool {
        switch self {
        // Amounts come with the sign of their currency.
        case .text, .localizedText, .email, .map, .money: true
        case .choice(let values): !values.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        case .list(let element, _): element.holdsAnyCharacter
        case .integer, .decimal, .boolean, .uuid, .slug, .path, .url, .instant, .date: false
        }
    }

    fileprivate func probe(number: Int, moment: Int64) -> MessageValue {
        switch self {
        case .integer, .decimal: .integer(number)
        case .instant, .date: .instant(moment)
        case .boolean: .boolean(number > 1)
        case .list(let element, _): .list(Array(repeating: element.probe(number: number, moment: moment), count: 3))
        case .choice(let values): .string(values.first ?? "")
        case .text, .localizedText, .email, .map, .money, .uuid, .slug, .path, .url: "x"
        }
    }
}

extension OutgoingMessage {
    /// A message that isn't sent: only what its slots take counts.
    fileprivate static func counted(_ slots: [String: String]) -> OutgoingMessage {
        OutgoingMessage(
            delivery: 1,
            notification: "n",
            tenant: "counted",
            event: "counted",
            address: "",
            locale: "en",
            slots: slots,
            createdAt: Instant(epochMilliseconds: 0)
        )
    }
}

extension Diagnostic {
    fileprivate static func tooManyParts(
        _ id: EventTypeID,
        _ binding: ChannelBinding,
        _ locale: LocaleTag,
        _ found: WorstParts.Found,
        most: Int,
        _ span: Span
    ) -> Diagnostic {
        let room = "so a part has room for 67 characters instead of 153"
        let note =
            switch found.cause {
            case .literal(let foreign): "the GSM alphabet hasn't the “\(foreign)” of these words, \(room)"
            case .value(let name): "`\(name)` may hold characters that the GSM alphabet hasn't, \(room)"
            case .format(let foreign):
                "numbers or dates in `\(locale)` show “\(foreign)”, which the GSM alphabet hasn't, \(room)"
            case nil: "a part has room for 153 characters of the GSM alphabet"
            }
        let isCut = found.cut == most
        return Diagnostic(
            .tooManyParts,
            "`\(id)` can take \(found.count) parts on `\(binding.id)` in `\(locale)`, "
                + (isCut ? "and is cut to \(most)" : "and `maxParts` is \(most)"),
            at: span,
            notes: [note],
            help: "write fewer words, or lower `maxLength` of the fields that they show"
                + (isCut ? "" : "; or raise `maxParts` of the channel")
        )
    }

    fileprivate static func partsNotCounted(_ binding: ChannelBinding, _ span: Span) -> Diagnostic {
        Diagnostic(
            .partsNotCounted,
            "`\(binding.plugin)` counts no parts",
            at: span,
            help: "leave it out: it says how long an SMS may grow"
        )
    }
}
