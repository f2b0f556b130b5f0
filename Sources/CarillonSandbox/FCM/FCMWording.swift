import CarillonModel

/// FCM's answers, in exactly their shapes.
enum FCMWording {
    /// An error of FCM's own, with its code among the details.
    static func failure(_ code: String, retryAfter: Int? = nil) -> SandboxResponse {
        let (status, name) = kind(of: code)
        let detail: JSONValue = [
            "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code),
        ]
        return error(status, name, message(of: code), details: [detail], retryAfter: retryAfter)
    }

    /// An error of Google's front: no code of FCM's.
    static func error(
        _ status: Int,
        _ name: String,
        _ message: String,
        details: [JSONValue] = [],
        retryAfter: Int? = nil
    ) -> SandboxResponse {
        var error = JSONObject([
            .init("code", JSONValue(status)), .init("message", .string(message)), .init("status", .string(name)),
        ])
        if !details.isEmpty { error["details"] = .array(details) }
        let headers = retryAfter.map { [SandboxRequest.Header("retry-after", "\($0)")] } ?? []
        return .json(status, ["error": .object(error)], headers: headers)
    }

    static func invalid(_ fault: FCMFault) -> SandboxResponse {
        let violation: JSONValue = ["field": .string(fault.field), "description": .string(fault.message)]
        let request: JSONValue = [
            "@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": .array([violation]),
        ]
        let code: JSONValue = [
            "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": "INVALID_ARGUMENT",
        ]
        return error(400, "INVALID_ARGUMENT", fault.message, details: [code, request])
    }

    static let unauthenticated = error(
        401,
        "UNAUTHENTICATED",
        "Request had invalid authentication credentials. Expected OAuth 2 access token."
    )

    static let forbidden = error(403, "PERMISSION_DENIED", "The account may not send messages of this project")

    static func invalidGrant(_ message: String) -> SandboxResponse {
        .json(400, ["error": "invalid_grant", "error_description": .string(message)])
    }

    private static func kind(of code: String) -> (Int, String) {
        switch code {
        case "UNREGISTERED": (404, "NOT_FOUND")
        case "SENDER_ID_MISMATCH": (403, "PERMISSION_DENIED")
        case "QUOTA_EXCEEDED": (429, "RESOURCE_EXHAUSTED")
        case "UNAVAILABLE": (503, "UNAVAILABLE")
        case "INTERNAL": (500, "INTERNAL")
        case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR": (401, "UNAUTHENTICATED")
        default: (400, "INVALID_ARGUMENT")
        }
    }

    private static func message(of code: String) -> String {
        switch code {
        case "UNREGISTERED": "Requested entity was not found."
        case "SENDER_ID_MISMATCH": "SenderId mismatch"
        case "QUOTA_EXCEEDED": "Quota exceeded"
        case "UNAVAILABLE": "The service is currently unavailable."
        case "INTERNAL": "Internal error encountered."
        case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR": "Auth error from APNS or Web Push Service"
        default: "Request contains an invalid argument."
        }
    }
}
