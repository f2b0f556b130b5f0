public import CarillonModel

extension Destination {
    /// `{"route", "values"}`; nil without a route.
    public init?(_ json: JSONValue) {
        guard let route = json["route"]?.string else { return nil }
        self.init(route, json["values"]?.textsByName ?? [:])
    }

    /// `{"route", "values": {parameter: text}}`.
    public var json: JSONValue { ["route": .string(route), "values": JSONValue(values)] }
}

extension Router.State {
    /// From what ``json`` wrote: what waited, whose it was, and which taps are done.
    ///
    /// An app that starts again isn't ready, and nobody is signed in yet.
    public init(_ json: JSONValue) {
        self.init()
        lastUser = json["lastUser"]?.string
        taps = Duplicates(json["taps"] ?? .null)
        queue = (json["queue"]?.array ?? []).compactMap { waiting in
            guard let source = waiting["source"]?.string, let at = waiting["at"]?.keptInteger,
                let destination = waiting["destination"].flatMap(Destination.init)
            else { return nil }
            return Router.Waiting(
                source: source,
                destination: destination,
                context: waiting["context"]?.textsByName ?? [:],
                user: waiting["user"]?.string,
                at: at
            )
        }
    }

    /// For ``init(_:)``: keep it over a restart, because the system hands out the last tap again.
    public var json: JSONValue {
        [
            "isReady": .boolean(isReady), "isLocked": .boolean(isLocked), "user": JSONValue(user),
            "lastUser": JSONValue(lastUser),
            "queue": .array(
                queue.map { waiting in
                    [
                        "source": .string(waiting.source), "destination": waiting.destination.json,
                        "context": JSONValue(waiting.context), "user": JSONValue(waiting.user),
                        "at": JSONValue(waiting.at),
                    ]
                }
            ),
            "taps": taps.json,
        ]
    }
}
