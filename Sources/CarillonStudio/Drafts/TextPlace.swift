import CarillonLanguage
package import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// Which text: of what, in which language, for which slot, and for which channel where that has words of its own.
///
/// A term is a slot of ``terms``.
package struct TextPlace: Sendable, Hashable {
    /// What stands for the terms of a language where others name an event; no event can be called so.
    package static let terms = EventTypeID(unchecked: "$terms")

    package let locale: LocaleTag
    /// An event or an app text, or ``terms``.
    package let message: EventTypeID
    /// As in the channels' descriptors, such as `title` or `email.subject`.
    package let slot: String
    /// Nil for the words of all channels.
    package let channel: ChannelID?

    package init(_ message: EventTypeID, _ slot: String, channel: ChannelID? = nil, locale: LocaleTag) {
        self.locale = locale
        self.message = message
        self.slot = slot
        self.channel = channel
    }

    /// Whether it is a word that texts take in by its name: plain, with nothing filled in.
    package var isTerm: Bool { message == Self.terms }

    /// The path in a template file, such as `title`, `email.subject` or `push.title`.
    package var path: String { channel.map { MessageCatalog.overridePath($0, slot) } ?? slot }

    /// The file, inside the tenant's folder.
    package var file: String { "templates/\(locale.rawValue).json" }

    /// The same text in another language.
    package func inLanguage(_ locale: LocaleTag) -> TextPlace {
        TextPlace(message, slot, channel: channel, locale: locale)
    }

    /// As pages have it.
    ///
    /// `{"locale": "nb", "message": "order.shipped", "slot": "title", "channel": "push"}`
    package var json: JSONObject {
        var object: JSONObject = [
            "locale": .string(locale.rawValue), "message": .string(message.rawValue), "slot": .string(slot),
        ]
        object["channel"] = channel.map { .string($0.rawValue) }
        return object
    }

    /// Nil where a member is missing, or isn't what it must be.
    package init?(json: JSONValue) {
        guard let locale = json["locale"]?.string.flatMap({ LocaleTag($0) }),
            let message = json["message"]?.string.flatMap({ $0 == Self.terms.rawValue ? Self.terms : EventTypeID($0) }),
            let slot = json["slot"]?.string, Self.isSlot(slot)
        else { return nil }
        if message == Self.terms, slot.contains(".") || json["channel"] != nil { return nil }
        var channel: ChannelID?
        if let json = json["channel"] {
            channel = json.string.flatMap { ChannelID($0) }
            guard channel != nil else { return nil }
        }
        self.init(message, slot, channel: channel, locale: locale)
    }

    /// One name, or two with a dot between them.
    private static func isSlot(_ slot: String) -> Bool {
        let names = slot.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(names.count)
            && names.allSatisfy { name in
                !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric || "-_".utf8.contains($0) }
            }
    }
}

extension TenantSnapshot {
    /// The place of a text that a template file has.
    ///
    /// - Parameter path: such as `title`, `email.subject` or `push.title`.
    package func place(_ message: EventTypeID, path: String, locale: LocaleTag) -> TextPlace {
        for channel in profile?.channels ?? [] {
            for slot in slots(of: channel, for: message) where slot.name != path {
                guard MessageCatalog.overridePath(channel.id, slot.name) == path else { continue }
                return TextPlace(message, slot.name, channel: channel.id, locale: locale)
            }
        }
        return TextPlace(message, path, locale: locale)
    }

    /// Where a text stands; nil where its language doesn't have it.
    func written(_ place: TextPlace) -> WrittenMessage? {
        let root = files[place.file]?.root
        guard place.isTerm else { return WrittenMessage.at(place.message.rawValue, place.path, in: root) }
        return WrittenMessage.terms(as: place.message.rawValue, in: root).first { $0.slot == place.slot }
    }

    /// The slots that an event or an app text has words for, in the order of the first language that has each.
    ///
    /// - Parameter locales: the languages to look into.
    package func slots(of message: EventTypeID, in locales: [LocaleTag]) -> [String] {
        var slots: [String] = []
        for locale in locales {
            let root = files["templates/\(locale.rawValue).json"]?.root
            for written in WrittenMessage.all(of: message.rawValue, in: root) where !written.isNote {
                let place = place(message, path: written.slot, locale: locale)
                if place.channel == nil, !slots.contains(place.slot) { slots.append(place.slot) }
            }
        }
        return slots
    }

    /// Whether any language has this text.
    package func hasText(_ message: EventTypeID, _ slot: String) -> Bool {
        files.values.contains { file in
            guard case .templates? = file.kind else { return false }
            guard message != TextPlace.terms else { return file.root?["terms"]?.member(slot) != nil }
            return WrittenMessage.all(of: message.rawValue, in: file.root).contains { written in
                guard !written.isNote else { return false }
                return place(message, path: written.slot, locale: LocaleTag(unchecked: "und")).slot == slot
            }
        }
    }

    /// A text as it is, ready to be changed; nil where its language doesn't have it.
    package func writing(_ place: TextPlace) -> TextWriting? {
        guard let file = files[place.file], let written = written(place) else { return nil }
        if place.isTerm { return TextWriting(term: written.node, in: file.bytes) }
        return TextWriting(written.node, fields: self.written.fields(of: written.id), in: file.bytes)
    }
}
