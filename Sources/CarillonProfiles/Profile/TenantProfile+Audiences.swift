/// The topics that decide who gets something, in all places where a tenant states them.
extension TenantProfile {
    /// Audiences of events, of the routes they link to, and of what a route of the contract sends.
    public var audiences: [PlaceholderText] {
        let ofRoutes = (contract?.routes ?? []).flatMap(\.request).compactMap { field -> PlaceholderText? in
            if field.target.steps == ["audience"], case .composed(let text) = field.source { text } else { nil }
        }
        return events.compactMap(\.audience) + deepLinks.routes.compactMap(\.audience) + ofRoutes
    }

    /// The audience of the route that an event links to, with the event's fields as placeholders.
    ///
    /// Nil where the event tells somebody that they have been given access.
    func audienceOfRoute(of event: EventType) -> PlaceholderText? {
        guard event.category.flatMap(category)?.grantsAccess != true, let link = event.deepLink else { return nil }
        return deepLinks.route(link.route)?.audience(of: link)
    }
}

extension Route {
    /// ``audience`` with the event's fields in place of the parameters; nil where a parameter isn't filled.
    func audience(of link: DeepLinkTemplate) -> PlaceholderText? {
        var text = ""
        for segment in audience?.segments ?? [] {
            switch segment {
            case .text(let literal): text += literal.replacing("{", with: "{{").replacing("}", with: "}}")
            case .field(let parameter):
                guard let argument = link.arguments.first(where: { $0.parameter == parameter.description }) else {
                    return nil
                }
                text += "{\(argument.field)}"
            }
        }
        return text.isEmpty ? nil : try? PlaceholderText(text)
    }
}
