import CarillonModel
import CarillonProfiles

extension TenantApp {
    /// A text that the app shows by itself: one slot of one of the tenant's app texts, and a function in code.
    struct NamedText {
        let text: AppText
        let slot: String
        let name: String
        /// What it is filled with, in the order written; without maps, which no text shows.
        let arguments: [Argument]

        struct Argument {
            let field: PayloadField
            let name: String
            let choice: TenantEvents.Choice?
        }

        /// Whether what it shows depends on the reader's clock.
        var showsTime: Bool { arguments.contains { $0.field.type.isTime } }
    }

    /// Sorted by id and slot.
    static func texts(
        of profile: TenantProfile,
        at place: String,
        in language: TargetLanguage,
        faults: inout [String]
    ) -> [NamedText] {
        // The texts are made of the profile.
        var names = NameScope(place, taken: language.takenValues.union(language.takenTexts).union(["profile"]))
        let taken = language.takenTypes.union(["AppTexts", "MessageFormatter"])
        var types = NameScope(place, taken: taken, files: language.classFiles())
        var texts: [NamedText] = []
        for text in profile.texts.sorted(by: { $0.id < $1.id }) {
            let id = text.id.rawValue
            var scope = NameScope("\(place): \(id)", taken: language.takenParameters.union(language.takenTexts))
            let arguments = text.payload.compactMap { field -> NamedText.Argument? in
                if case .map = field.type { return nil }
                let choice = field.type.choices.map { values in
                    let written = "\(id).\(field.name)"
                    return TenantEvents.choice(
                        of: values,
                        type: types.add(written, as: Identifier.type(written)),
                        at: "\(place): \(written)",
                        in: language,
                        faults: &faults
                    )
                }
                return .init(
                    field: field,
                    name: scope.add(field.name, as: Identifier.value(field.name)),
                    choice: choice
                )
            }
            faults += scope.faults
            let slots = Set(profile.locales.supported.flatMap { profile.messages.slotPaths(of: text.id, locale: $0) })
            for slot in slots.sorted() {
                // A text of one part has no name for it but this.
                let written = slot == "text" ? id : "\(id).\(slot)"
                let name = names.add(written, as: Identifier.value(written))
                texts.append(NamedText(text: text, slot: slot, name: name, arguments: arguments))
            }
        }
        faults += names.faults + types.faults
        return texts
    }
}

extension TenantApp.NamedText {
    /// What a comment says of it.
    var summary: [String] {
        let line = CommentText.line(text.summary)
        return (line.isEmpty ? [] : [line, ""]) + ["Text `\(CommentText.line(text.id.rawValue))`, `\(slot)`."]
    }
}

extension PayloadType {
    fileprivate var isTime: Bool {
        switch self {
        case .instant, .date: true
        case .list(let element, _): element.isTime
        default: false
        }
    }
}

extension TargetLanguage {
    /// Of functions for texts and their parameters: what the code around them names.
    fileprivate var takenTexts: Set<String> {
        switch self {
        case .swift: ["all", "locale", "clock", "served"]
        case .typescript: ["locale", "values", "format", "profile", "served"]
        case .kotlin: ["locale", "format", "profile", "served"]
        }
    }
}
