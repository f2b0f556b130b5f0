import CarillonModel
import CarillonProfiles

// How values of profiles read in a line of `carillon diff`.

extension NotificationIDStyle {
    var words: String {
        switch self {
        case .uuid: "uuid"
        case .hexadecimal(let prefix, let digits): "\(prefix){hex:\(digits)}"
        }
    }
}

extension ServiceKey {
    var words: String { scheme.map { "\(header) (\($0))" } ?? header }
}

extension LocalizedText {
    var words: String? {
        let languages = byLocale.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
        return ([everywhere].compactMap { $0 } + languages).listed
    }
}

extension Set<Priority> {
    var words: String? { Priority.allCases.filter(contains).map(\.rawValue).listed }
}

extension AndroidChannel {
    var words: String? {
        [
            name.words, description?.words, importance.rawValue, vibration.map { "\($0)" }.joined(separator: "-"),
            lightColor?.description, sound.map { "sound \($0)" }, showsBadge ? "badge" : "no badge",
            visibility?.rawValue,
        ]
        .compactMap { $0 }.filter { !$0.isEmpty }.listed
    }
}

extension PreferenceToggle {
    var words: String? {
        let governed = channels.map(\.rawValue) + categories + priorities.map(\.rawValue) + topics
        return [isOnByDefault ? "on" : "off", governed.listed.map { "for \($0)" }].compactMap { $0 }
            .joined(separator: " ")
    }
}

extension PriorityPolicy {
    var words: String {
        [
            delivery.rawValue, sound.map { "with sound \($0)" }, badge == .unread ? nil : "with badge \(badge.words)",
            collectedText.map { "in the words of \($0)" },
        ]
        .compactMap { $0 }.joined(separator: " ")
    }
}

extension BadgeRule {
    var words: String {
        switch self {
        case .unread: "unread"
        case .fixed(let number): "\(number)"
        case .none: "none"
        }
    }
}

extension RetryLadders {
    var words: String {
        let ladders = [("default", standard)] + byCode.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let steps = ladders.map { name, ladder in "\(name) \(ladder.map(\.written).listed ?? "never")" }
        return steps.joined(separator: "; ") + "; until \(giveUpAfter.written)"
    }
}

extension QuietHours {
    var words: String {
        var words = "\(from) to \(to)"
        if let exempt = exempt.words { words += " except \(exempt)" }
        if days.count < Weekday.allCases.count {
            words += " on " + Weekday.allCases.filter(days.contains).map(\.rawValue).joined(separator: ", ")
        }
        return words + (timeZone.map { " in \($0)" } ?? "")
    }
}
