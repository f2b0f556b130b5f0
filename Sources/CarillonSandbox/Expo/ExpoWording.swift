import CarillonModel

/// Expo's answers, in exactly their shapes.
enum ExpoWording {
    /// An error ticket or receipt.
    static func failure(_ code: String, token: String) -> JSONValue {
        var details = JSONObject([.init("error", .string(code))])
        if code == "DeviceNotRegistered" { details["expoPushToken"] = .string(token) }
        return ["status": "error", "message": .string(message(of: code, token)), "details": .object(details)]
    }

    private static func message(of code: String, _ token: String) -> String {
        switch code {
        case "DeviceNotRegistered": "\"\(token)\" is not a registered push notification recipient"
        case "MessageTooBig": "The message is larger than 4096 bytes"
        case "MessageRateExceeded": "Too many messages are sent to the device"
        case "MismatchSenderId": "The credentials do not match the sender of the app"
        case "InvalidCredentials": "The push credentials of the project are missing or invalid"
        default: "The notification was not delivered"
        }
    }

    /// A request that failed as a whole.
    static func problem(_ status: Int, _ code: String, _ message: String, details: JSONValue? = nil) -> SandboxResponse
    {
        var error = JSONObject([.init("code", .string(code)), .init("message", .string(message))])
        error["details"] = details
        return .json(status, ["errors": [.object(error)]])
    }

    static func invalid(_ message: String) -> SandboxResponse {
        problem(400, "VALIDATION_ERROR", message)
    }

    /// A wrong bearer token is answered as OAuth does.
    static let wrongToken = SandboxResponse.json(
        401,
        ["error": "invalid_token", "error_description": "The bearer token is invalid"]
    )
}
