extension EventType {
    /// The payload field that fills a parameter of a route to which this event's texts link: the field that the event's
    /// own deep link uses, if that leads to the same route, else the field with the parameter's name.
    public func field(filling parameter: String, of route: String) -> PayloadField? {
        field(argument(filling: parameter, of: route) ?? parameter)
    }

    /// The field that fills a parameter of the event's own deep link; nil where that leads to another route.
    func argument(filling parameter: String, of route: String) -> String? {
        guard let deepLink, deepLink.route == route else { return nil }
        return deepLink.arguments.first { $0.parameter == parameter }?.field
    }
}
