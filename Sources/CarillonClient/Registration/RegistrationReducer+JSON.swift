public import CarillonModel

extension RegistrationReducer.State {
    /// From what ``json`` wrote.
    ///
    /// What was under way when the app ended begins anew with the next launch; the credentials of a
    /// log-out are gone by then.
    public init(_ json: JSONValue) {
        self.init()
        let kept = json["phase"]?.string.flatMap(RegistrationReducer.Phase.init) ?? .unknown
        phase = kept == .fetching || kept == .registering ? .unknown : kept
        user = json["user"]?.string
        token = json["token"]?.string
        details = json["details"]?.textsByName ?? [:]
        isAllowed = json["isAllowed"]?.boolean ?? false
        notBefore = json["notBefore"]?.keptInteger
        if let token = json["confirmed"]?["token"]?.string, let user = json["confirmed"]?["user"]?.string,
            let at = json["confirmed"]?["at"]?.keptInteger
        {
            let details = json["confirmed"]?["details"]?.textsByName ?? [:]
            confirmed = RegistrationReducer.Confirmed(token: token, user: user, details: details, at: at)
        }
        goodbyes = (json["goodbyes"]?.array ?? []).compactMap { goodbye in
            guard let token = goodbye["token"]?.string, let user = goodbye["user"]?.string,
                let credentials = goodbye["credentials"]?.string, let at = goodbye["at"]?.keptInteger
            else { return nil }
            // Those of former versions have no number.
            lastRequest += 1
            return RegistrationReducer.Goodbye(
                request: goodbye["request"]?.keptInteger ?? lastRequest,
                token: token,
                user: user,
                credentials: credentials,
                at: at
            )
        }
        lastRequest = max(lastRequest, json["lastRequest"]?.keptInteger ?? 0)
    }

    /// For ``init(_:)``; it names sealed credentials and holds none.
    public var json: JSONValue {
        [
            "phase": .string(phase.rawValue), "user": JSONValue(user), "token": JSONValue(token),
            "details": JSONValue(details), "isAllowed": .boolean(isAllowed),
            "confirmed": confirmed.map { confirmed in
                [
                    "token": .string(confirmed.token), "user": .string(confirmed.user),
                    "details": JSONValue(confirmed.details), "at": JSONValue(confirmed.at),
                ]
            } ?? .null,
            "failures": JSONValue(failures), "notBefore": JSONValue(notBefore), "hasRefreshed": .boolean(hasRefreshed),
            "goodbyes": .array(
                goodbyes.map { goodbye in
                    [
                        "request": JSONValue(goodbye.request), "token": .string(goodbye.token),
                        "user": .string(goodbye.user),
                        "credentials": .string(goodbye.credentials), "at": JSONValue(goodbye.at),
                    ]
                }
            ),
            "leaving": JSONValue(leaving), "current": JSONValue(current), "refreshing": JSONValue(refreshing),
            "lastRequest": JSONValue(lastRequest),
        ]
    }
}
