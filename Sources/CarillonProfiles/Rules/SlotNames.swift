import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// The valid slots of a profile's templates.
struct SlotNames {
    let all: [String]
    private let names: Set<String>
    private let channels: Set<String>
    private let lastComponents: Set<String>
    /// Caches answers, because the same few paths are checked again and again.
    private var answers: [String: Bool] = [:]

    /// Slots for which every profile may have texts, whatever its channels.
    private static let standard = [
        "title", "subtitle", "body", "action", "image", "sms", "email.subject", "email.preheader", "email.html",
        "email.text",
    ]

    init(_ tenant: TenantContext) {
        let used = tenant.profile.channels.compactMap { tenant.registry[$0.plugin]?.descriptor }
        let declared = (tenant.registry.descriptors + used).flatMap { $0.slots.map(\.name) }
        names = Set(declared).union(Self.standard)
        all = names.sorted()
        channels = Set(tenant.profileFile?.root["channels"]?.members.map(\.name) ?? [])
        lastComponents = Set(names.compactMap { $0.split(separator: ".").last.map(String.init) })
    }

    mutating func contains(_ path: String) -> Bool {
        if let answer = answers[path] { return answer }
        let answer = names.contains(path) || isOverride(path)
        answers[path] = answer
        return answer
    }

    /// The slot, general or of one channel, that an unknown name was probably meant for.
    func guess(_ path: String) -> String? {
        let parts = path.split(separator: ".").map(String.init)
        if parts.count == 2, lastComponents.contains(parts[1]),
            let channel = Suggestion.closest(to: parts[0], among: channels.sorted())
        {
            return "\(channel).\(parts[1])"
        }
        if parts.count == 2, channels.contains(parts[0]),
            let word = Suggestion.closest(to: parts[1], among: lastComponents.sorted())
        {
            return "\(parts[0]).\(word)"
        }
        return Suggestion.closest(to: path, among: all)
    }

    private func isOverride(_ path: String) -> Bool {
        let parts = path.split(separator: ".").map(String.init)
        return parts.count == 2 && channels.contains(parts[0]) && lastComponents.contains(parts[1])
    }
}

/// Texts under unknown names, with the names that were probably meant.
///
/// A misspelt name is reported once, so the texts under it count neither as missing nor as untranslated.
struct MisplacedTexts: Equatable {
    private struct Place: Hashable {
        let locale: LocaleTag
        let id: EventTypeID
    }

    private var slots: [Place: Set<String>] = [:]
    private var messages: [Place: String] = [:]
    private var unknownSlots: [EventTypeID: Set<String>] = [:]

    /// How many guesses are made for one file; with more unknown names, they aren't typing errors.
    private static let limit = 50

    init() {}

    init(_ tenant: TenantContext) {
        var known = SlotNames(tenant)
        for text in tenant.texts where !known.contains(text.path) && tenant.profile.hasEvent(text.id) {
            unknownSlots[text.id, default: []].insert(text.path)
            guard let guess = known.guess(text.path) else { continue }
            slots[Place(locale: text.locale, id: text.id), default: []].insert(guess)
        }
        let names = (tenant.profile.events.map(\.id.rawValue) + tenant.appTexts.keys.map(\.rawValue)).sorted()
        for (locale, file) in tenant.templateFiles {
            let unknown = (file.root["messages"]?.members ?? []).lazy.map(\.name).filter { name in
                guard let id = EventTypeID(name) else { return true }
                return !tenant.profile.hasEvent(id) && tenant.appTexts[id] == nil
            }
            for name in unknown.prefix(Self.limit) {
                guard let guess = Suggestion.closest(to: name, among: names), let id = EventTypeID(guess) else {
                    continue
                }
                messages[Place(locale: locale, id: id)] = name
            }
        }
    }

    /// Whether the text for a message's slot seems to be under another name.
    func hides(_ path: String, of id: EventTypeID, in locale: LocaleTag) -> Bool {
        let place = Place(locale: locale, id: id)
        return messages[place] != nil || slots[place]?.contains(path) == true
    }

    /// The name under which a message's texts seem to be.
    func name(of id: EventTypeID, in locale: LocaleTag) -> String? { messages[Place(locale: locale, id: id)] }

    /// Whether an event has a text for a slot that doesn't exist.
    func isUnknown(_ path: String, of id: EventTypeID) -> Bool { unknownSlots[id]?.contains(path) == true }
}
