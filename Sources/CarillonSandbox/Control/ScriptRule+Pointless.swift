import CarillonModel

/// What a rule specifies that could never happen: a test with such a rule would pass for the wrong reason.
extension ScriptRule {
    /// Why the rule, or a part of it, can't apply; nil where all of it can.
    ///
    /// - Parameter standIns: the providers that channel files describe.
    func pointlessness(among standIns: [StandIn]) -> ScriptFault? {
        error.flatMap { unknownError($0, standIns) } ?? reportFault(standIns) ?? stageFault ?? fieldFault
    }

    private func reportFault(_ standIns: [StandIn]) -> ScriptFault? {
        guard isAboutReports else { return nil }
        let meant = standIns.filter { isMeant(for: .declared($0.name)) && !$0.reportNames.isEmpty }
        guard !meant.isEmpty else {
            let subject = provider.map { $0.name } ?? "no provider here"
            let message = "\(subject) reports nothing by itself: only channel files with receipts.callback do"
            return ScriptFault(message: message)
        }
        guard let report, !meant.contains(where: { $0.reportNames.contains(report) }) else { return nil }
        let known = Set(meant.flatMap(\.reportNames)).sorted().joined(separator: ", ")
        return ScriptFault(message: "there is no report “\(report)”; there are \(known)")
    }

    private func unknownError(_ error: String, _ standIns: [StandIn]) -> ScriptFault? {
        if case .declared(let name)? = provider {
            let errors = standIns.filter { $0.name == name }.flatMap(\.errors)
            guard !errors.contains(error) else { return nil }
            let known =
                errors.isEmpty
                ? "its file has no samples of answers that fail" : "there are \(errors.joined(separator: ", "))"
            return ScriptFault(message: "\(name) has no error “\(error)”; \(known)")
        }
        guard let provider else {
            let isKnown =
                Provider.builtIn.contains { $0.knows(error) } || standIns.contains { $0.errors.contains(error) }
            return isKnown ? nil : ScriptFault(message: "no provider has the error “\(error)”")
        }
        guard !provider.knows(error) else { return nil }
        return ScriptFault(message: "\(provider.name) has no error “\(error)”; \(provider.errorDescription)")
    }

    private var stageFault: ScriptFault? {
        switch stage {
        case nil: nil
        case .token where !isMeant(for: .fcm): ScriptFault(message: "only fcm has “at”: “token”")
        case .token where error != nil:
            ScriptFault(message: "the token endpoint fails with a status, a drop or a delay, not with an error")
        case .token: nil
        case .ticket where !isMeant(for: .expo), .receipt where !isMeant(for: .expo):
            ScriptFault(message: "only expo has “at”: “ticket” and “receipt”")
        case .ticket where error == nil, .receipt where error == nil:
            ScriptFault(message: "“at”: “ticket” and “receipt” need an error")
        case .ticket, .receipt: nil
        }
    }

    private var fieldFault: ScriptFault? {
        if error != nil, retryAfter != nil, provider == .expo || provider == .smtp {
            return ScriptFault(message: "an error of \(provider?.name ?? "") has no retryAfter: give a status")
        }
        if drop == .goAway, !isMeant(for: .apns) { return ScriptFault(message: "only apns can drop with “goaway”") }
        guard !isMeant(for: .expo) else { return nil }
        let only = [
            "receiptsAfter": receiptsAfter != nil, "tickets": losesTicket, "project": project != nil,
            "perSecond": perSecond != nil,
        ]
        return only.filter(\.value).keys.min().map { ScriptFault(message: "only expo has \($0)") }
    }

    private func isMeant(for provider: Provider) -> Bool { self.provider.map { $0 == provider } ?? true }
}

extension Provider {
    /// Whether it answers a message with this: its own code, a status, or a relay's line; a file's samples are elsewhere.
    fileprivate func knows(_ error: String) -> Bool {
        switch self {
        case .expo, .fcm, .apns: errors.contains(error)
        case .webPush, .webhook: error.utf8.count == 3 && Int(error).map { (200...599).contains($0) } ?? false
        case .smtp: error.prefix(3).utf8.count == 3 && Int(error.prefix(3)).map { (400...599).contains($0) } ?? false
        case .declared: false
        }
    }

    fileprivate var errorDescription: String {
        switch self {
        case .expo, .fcm, .apns: "there are \(errors.joined(separator: ", "))"
        case .webPush, .webhook: "an error is a status from 200 to 599"
        case .smtp: "an error is the relay's line, such as 550 5.1.1 no such user"
        case .declared: "an error is the name of a sample"
        }
    }

    private var errors: [String] {
        switch self {
        case .expo:
            [
                "DeveloperError", "DeviceNotRegistered", "ExpoError", "InvalidCredentials", "MessageRateExceeded",
                "MessageTooBig", "MismatchSenderId", "ProviderError",
            ]
        case .fcm:
            [
                "APNS_AUTH_ERROR", "INTERNAL", "INVALID_ARGUMENT", "QUOTA_EXCEEDED", "SENDER_ID_MISMATCH",
                "THIRD_PARTY_AUTH_ERROR", "UNAVAILABLE", "UNREGISTERED", "UNSPECIFIED_ERROR",
            ]
        case .apns:
            [
                "BadCertificate", "BadCertificateEnvironment", "BadCollapseId", "BadDeviceToken",
                "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadExpirationDate", "BadMessageId",
                "BadPath", "BadPriority", "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders",
                "ExpiredProviderToken", "ExpiredToken", "Forbidden", "IdleTimeout", "InternalServerError",
                "InvalidProviderToken", "InvalidPushType", "MethodNotAllowed", "MissingDeviceToken",
                "MissingProviderToken", "MissingTopic", "PayloadEmpty", "PayloadTooLarge", "ServiceUnavailable",
                "Shutdown", "TooManyProviderTokenUpdates", "TooManyRequests", "TopicDisallowed", "Unregistered",
                "UnrelatedKeyIdInToken",
            ]
        case .webPush, .webhook, .smtp, .declared: []
        }
    }
}
