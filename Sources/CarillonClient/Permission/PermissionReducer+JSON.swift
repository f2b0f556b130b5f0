public import CarillonModel

extension PermissionReducer.State {
    /// From what ``json`` wrote.
    ///
    /// A question that was open when the app ended is asked again another time.
    public init(_ json: JSONValue) {
        self.init()
        phase = json["phase"]?.string.flatMap(PermissionReducer.Phase.init) ?? .notDetermined
        if phase == .explaining || phase == .requesting { phase = .notDetermined }
        attempts = json["attempts"]?.count ?? 0
        lastAttempt = json["lastAttempt"]?.keptInteger
        denials = json["denials"]?.count ?? 0
        isSwitchedOn = json["isSwitchedOn"]?.boolean ?? true
    }

    /// For ``init(_:)``, in whatever the app keeps over a restart.
    public var json: JSONValue {
        [
            "phase": .string(phase.rawValue), "attempts": JSONValue(attempts), "lastAttempt": JSONValue(lastAttempt),
            "denials": JSONValue(denials), "isSwitchedOn": .boolean(isSwitchedOn),
        ]
    }
}
