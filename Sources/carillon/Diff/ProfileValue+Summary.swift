import CarillonModel
import CarillonProfiles

// How values of profiles read in a line of `carillon diff`.

extension NotificationIDStyle {
    var summary: String {
        switch self {
        case .uuid: "uuid"
        case .hexadecimal(let prefix, let digits): "\(prefix){hex:\(digits)}"
        }
    }
}

extension ServiceKey {
    var summary: String { scheme.map { "\(header) (\($0))" } ?? header }
}

extension LocalizedText {
    var summary: String? {
        let languages = byLocale.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
        return ([everywhere].compactMap { $0 } + languages).listed
    }
}

extension Set<Priority> {
    var summary: String? { Priority.allCases.filter(contains).map(\.rawValue).listed }
}

extension AndroidChannel {
    var summary: String? {
        [
            name.summary, description?.summary, importance.rawValue, vibration.map { "\($0)" }.joined(separator: "-"),
            lightColor?.description, sound.map { "sound \($0)" }, showsBadge ? "badge" : "no badge",
            visibility?.rawValue,
        ]
        .compactMap { $0 }.filter { !$0.isEmpty }.listed
    }
}

extension PreferenceToggle {
    var summary: String? {
        let governed = channels.map(\.rawValue) + categories + priorities.map(\.rawValue) + topics
        return [isOnByDefault ? "on" : "off", governed.listed.map { "for \($0)" }].compactMap { $0 }
            .joined(separator: " ")
    }
}

extension PriorityPolicy {
    var summary: String {
        [
            delivery.rawValue, sound.map { "with sound \($0)" }, badge == .unread ? nil : "with badge \(badge.summary)",
            collectedText.map { "in the words of \($0)" },
        ]
        .compactMap { $0 }.joined(separator: " ")
    }
}

extension BadgeRule {
    var summary: String {
        switch self {
        case .unread: "unread"
        case .fixed(let number): "\(number)"
        case .none: "none"
        }
    }
}

extension RetryLadders {
    var summary: String {
        let ladders = [("default", standard)] + byCode.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let steps = ladders.map { name, ladder in "\(name) \(ladder.map(\.written).listed ?? "never")" }
        return steps.joined(separator: "; ") + "; until \(giveUpAfter.written)"
    }
}

extension QuietHours {
    var summary: String {
        var summary = "\(from) to \(to)"
        if let exempt = exempt.summary { summary += " except \(exempt)" }
        if days.count < Weekday.allCases.count {
            summary += " on " + Weekday.allCases.filter(days.contains).map(\.rawValue).joined(separator: ", ")
        }
        return summary + (timeZone.map { " in \($0)" } ?? "")
    }
}
