public import CarillonModel

extension SubscriptionReducer.State {
    /// From what ``json`` wrote.
    ///
    /// Calls that were open when the app ended count as not made, and what failed is tried again.
    public init(_ json: JSONValue) {
        self.init()
        isOn = json["isOn"]?.boolean ?? true
        wanted = json["wanted"]?.setsByName ?? [:]
        confirmed = json["confirmed"]?.setsByName ?? [:]
        lastRequest = max(0, json["lastRequest"]?.keptInteger ?? 0)
    }

    /// For ``init(_:)``; what is open and what failed are there to be looked at, and aren't read again.
    public var json: JSONValue {
        [
            "isOn": .boolean(isOn), "wanted": JSONValue(sets: wanted), "confirmed": JSONValue(sets: confirmed),
            "open": .array(open.map { ["request": JSONValue($0.request), "call": $0.call.json] }),
            "lastRequest": JSONValue(lastRequest),
            "failed": .object(
                JSONObject(failed.sorted { $0.key.exact < $1.key.exact }.map { .init($0.key, JSONValue($0.value)) })
            ),
        ]
    }
}

extension SubscriptionReducer.Call {
    /// `{"type": "register", "signer", "topics"}` or `{"type": "remove", "removals": [{"topic", "signer"}]}`.
    public var json: JSONValue {
        switch self {
        case .register(let signer, let topics):
            ["type": "register", "signer": JSONValue(signer), "topics": JSONValue(topics)]
        case .remove(let removals):
            [
                "type": "remove",
                "removals": .array(
                    removals.map { ["topic": .string($0.topic), "signer": JSONValue($0.signer)] }
                ),
            ]
        }
    }
}
