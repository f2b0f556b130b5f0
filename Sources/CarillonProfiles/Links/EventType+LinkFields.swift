extension EventType {
    /// The payload field that fills a parameter of a route to which this event's texts lead: the one that its own deep
    /// link names, where that leads to the same route, else the one that is called like the parameter.
    public func field(filling parameter: String, of route: String) -> PayloadField? {
        field(argument(filling: parameter, of: route) ?? parameter)
    }

    /// The field that the event's own deep link fills a parameter with; nil where it leads elsewhere.
    func argument(filling parameter: String, of route: String) -> String? {
        guard let deepLink, deepLink.route == route else { return nil }
        return deepLink.arguments.first { $0.parameter == parameter }?.field
    }
}
