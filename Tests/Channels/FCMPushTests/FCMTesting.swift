import CarillonModel
import CarillonPluginKit
import CarillonTesting
import FCMPush

let serviceAccount: JSONValue = [
    "type": "service_account", "project_id": "acme-prod", "private_key_id": "key-1", "private_key": "a key",
    "client_email": "push@acme-prod.iam.gserviceaccount.com", "token_uri": "https://evil.example/token",
]

func settings(_ account: JSONValue = serviceAccount) -> ChannelSettings {
    ChannelSettings(secrets: ["serviceAccount": Secret(account.text)])
}

func isTokenRequest(_ request: EgressRequest) -> Bool { request.url == "https://oauth2.googleapis.com/token" }

let grant = Result.answer(200, #"{"access_token":"ya29.a","expires_in":3599,"token_type":"Bearer"}"#)
let taken = Result.answer(200, #"{"name":"projects/acme-prod/messages/0:1"}"#)

/// Grants a token, and answers everything else as told.
func google(_ answer: Result<EgressResponse, EgressFailure> = taken) -> ScriptedEgress {
    ScriptedEgress { isTokenRequest($0) ? grant : answer }
}

func channel(over egress: ScriptedEgress, clock: ManualClock = ManualClock()) throws -> FCMChannel {
    try FCMChannel(settings: settings(), host: .testing(egress: egress, clock: clock))
}

/// The outcome's kind and code: what retry ladders and people go by.
func summary(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .deferred(let reason, let after):
        "deferred \(reason.code)" + (after.map { " after \($0.components.seconds)" } ?? "")
    case .refused(let reason): "refused \(reason.code)"
    case .tooLarge(let limit): "too large \(limit)"
    case .gone(let reason, _): "gone \(reason.code)"
    case .misconfigured(let reason): "misconfigured \(reason.code)"
    case .uncertain(let reason): "uncertain \(reason.code)"
    }
}
