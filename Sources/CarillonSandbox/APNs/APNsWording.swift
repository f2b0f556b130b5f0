import CarillonModel

/// APNs' refusals: a status and a reason.
enum APNsWording {
    static func failure(_ reason: String, now: Instant, retryAfter: Int? = nil) -> SandboxResponse {
        var body = JSONObject([.init("reason", .string(reason))])
        let status = status(of: reason)
        // In milliseconds, and only for tokens that are gone.
        if status == 410 { body["timestamp"] = JSONValue(now.epochMilliseconds) }
        let headers = retryAfter.map { [SandboxRequest.Header("retry-after", "\($0)")] } ?? []
        var response = SandboxResponse.json(status, .object(body), headers: headers)
        // The server that sends this is about to close, with its connections.
        if reason == "Shutdown" { response.goAwayReason = reason }
        return response
    }

    static func status(of reason: String) -> Int {
        switch reason {
        case "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
            "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken":
            403
        case "BadPath": 404
        case "MethodNotAllowed": 405
        case "Unregistered", "ExpiredToken": 410
        case "PayloadTooLarge": 413
        case "TooManyRequests", "TooManyProviderTokenUpdates": 429
        case "InternalServerError": 500
        case "ServiceUnavailable", "Shutdown": 503
        default: 400
        }
    }
}
