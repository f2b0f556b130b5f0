import CarillonLanguage
package import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// A field that a text can come to depend on.
package struct TextDependency: Sendable, Hashable {
    package let field: String
    /// What people call it.
    package let label: String
    package let kind: Kind

    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// By the plural form of an amount.
        case amount
        /// By the plural form of a position: 1st, 2nd.
        case position
        /// By the values of an enumeration or a boolean.
        case value
        /// By whether there is one.
        case presence
    }

    /// As pages get it.
    ///
    /// `{"field": "count", "label": "How many", "by": "amount"}`
    package var json: JSONValue {
        ["field": .string(field), "label": .string(label), "by": .string(kind.rawValue)]
    }
}

/// Where a link in a text can lead.
package struct TextRoute: Sendable, Hashable {
    package let id: String
    package let parameters: [Parameter]

    package struct Parameter: Sendable, Hashable {
        package let name: String
        /// Whether the event fills it where the link says nothing of it.
        package let isFilled: Bool
        /// The fields that can.
        package let fields: [String]
    }

    /// As pages get it.
    ///
    /// `{"id": "order", "parameters": [{"name": "id", "filled": true, "fields": ["order_id"]}]}`
    package var json: JSONValue {
        let parameters = parameters.map { parameter -> JSONValue in
            [
                "name": .string(parameter.name), "filled": .boolean(parameter.isFilled),
                "fields": .array(parameter.fields.map { .string($0) }),
            ]
        }
        return ["id": .string(id), "parameters": .array(parameters)]
    }
}

extension StudioDraft {
    /// What a text can depend on: its event's fields, each way once.
    package func dependencies(of place: TextPlace) -> [TextDependency] {
        snapshot.written.fields(of: place.message.rawValue).flatMap { field -> [TextDependency] in
            var kinds: [TextDependency.Kind]
            switch field.type {
            // A number that can be absent has no plural form then.
            case .integer: kinds = field.isOptional ? [] : [.amount, .position]
            case .decimal: kinds = field.isOptional ? [] : [.amount]
            case .choice, .boolean: kinds = [.value]
            default: kinds = []
            }
            if field.isOptional { kinds.append(.presence) }
            return kinds.map { TextDependency(field: field.name, label: field.description ?? field.name, kind: $0) }
        }
    }

    /// Whether others than the recipient can read a text: on a lock screen, or on its way through a mail server.
    ///
    /// What is here is refused by `carillon validate` (T0219) for a sensitive field.
    package func isExposed(_ place: TextPlace) -> Bool {
        channels(of: place).contains { channel in
            let own = TextPlace(place.message, place.slot, channel: channel.binding.id, locale: place.locale)
            let isShown = place.channel.map { $0 == channel.binding.id } ?? (form(own) == nil)
            return isShown && channel.isExposed
        }
    }

    /// The channels of the event that show this slot, and so can have words of their own for it.
    package func channelsShowing(_ place: TextPlace) -> [ChannelID] { channels(of: place).map(\.binding.id) }

    /// Whether the text may have marks and links, because a channel makes a page of it.
    package func takesMarks(_ place: TextPlace) -> Bool { channels(of: place).contains(where: \.isHTML) }

    /// Where links in a text can lead.
    package func routes(for place: TextPlace) -> [TextRoute] {
        guard let profile = snapshot.profile, let event = profile.event(place.message) else { return [] }
        return profile.deepLinks.routes.filter { $0.web != nil || $0.app != nil }.map { route in
            let parameters = route.parameters.map { parameter in
                let filling = event.field(filling: parameter.name, of: route.id)
                return TextRoute.Parameter(
                    name: parameter.name,
                    isFilled: filling.map { !$0.isOptional && $0.type.canFill(parameter) } ?? false,
                    fields: event.payload.filter { !$0.isOptional && $0.type.canFill(parameter) }.map(\.name)
                )
            }
            return TextRoute(id: route.id, parameters: parameters)
        }
    }

    private func channels(of place: TextPlace) -> [(binding: ChannelBinding, isExposed: Bool, isHTML: Bool)] {
        guard let profile = snapshot.profile, let event = profile.event(place.message) else { return [] }
        let serving = registry.serving(profile)
        return profile.channels.compactMap { binding in
            guard event.channels.contains(binding.id), place.channel ?? binding.id == binding.id,
                let descriptor = serving[binding.plugin]?.descriptor,
                let slot = descriptor.slots.first(where: { $0.name == place.slot })
            else { return nil }
            return (binding, descriptor.exposes(slot), slot.isHTML)
        }
    }
}
