import CarillonClient
import CarillonModel
import Testing

struct PermissionTests {
    @Test(arguments: try VectorFile.permission.vectors())
    func `permission is asked for as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let given = try vector.required("parameters")
        var parameters = PermissionReducer.Parameters(
            platform: try #require(PushPlatform(rawValue: try given.text("platform")))
        )
        parameters.attempts = given["attempts"]?.integer.map(Int.init) ?? parameters.attempts
        parameters.pause = given["pause"]?.integer ?? parameters.pause
        parameters.isProvisional = given["isProvisional"]?.boolean ?? false
        parameters.keepsToken = given["keepsToken"]?.boolean ?? false
        try Scenario(
            reducer: PermissionReducer(parameters),
            state: vector["given"].map { PermissionReducer.State($0) } ?? PermissionReducer.State(),
            event: Self.event,
            effect: Self.effect,
            describe: \.json
        ).run(vector)
    }

    static func event(_ json: JSONValue) throws -> PermissionReducer.Event {
        switch try json.text("type") {
        case "wantsPush": .wantsPush(at: try json.time())
        case "accepted": .accepted(isGesture: try json.flag("isGesture"))
        case "dismissed": .dismissed(at: try json.time())
        case "answered": .answered(json["status"]?.string.flatMap(PermissionReducer.Status.init))
        case "tokenRegistered": .tokenRegistered
        case "switched": .switched(isOn: try json.flag("isOn"))
        case "settingsTapped": .settingsTapped
        case "foreground": .foreground(try #require(PermissionReducer.Status(rawValue: try json.text("status"))))
        default: throw UnknownEvent(event: json)
        }
    }

    private static func effect(_ effect: PermissionReducer.Effect) -> JSONValue {
        switch effect {
        case .showExplanation: ["type": "showExplanation"]
        case .createChannels: ["type": "createChannels"]
        case .request(let isProvisional): ["type": "request", "isProvisional": .boolean(isProvisional)]
        case .register: ["type": "register"]
        case .unregister: ["type": "unregister"]
        case .openSettings: ["type": "openSettings"]
        case .markDenied: ["type": "markDenied"]
        }
    }
}

struct RegistrationTests {
    @Test(arguments: try VectorFile.registration.vectors())
    func `a device is registered as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        try Scenario(
            reducer: RegistrationReducer(
                forgetsFormerToken: vector["parameters"]?["forgetsFormerToken"]?.boolean ?? true
            ),
            state: vector["given"].map { RegistrationReducer.State($0) } ?? RegistrationReducer.State(),
            event: Self.event,
            effect: Self.effect,
            describe: \.json
        ).run(vector)
    }

    static func event(_ json: JSONValue) throws -> RegistrationReducer.Event {
        switch try json.text("type") {
        case "launched": .launched(user: json["user"]?.string, at: try json.time())
        case "signedIn": .signedIn(try json.text("user"))
        case "signedOut": .signedOut(credentials: try json.text("credentials"), at: try json.time())
        case "permission": .permission(isAllowed: try json.flag("isAllowed"))
        case "token": .token(try json.text("token"))
        case "tokenFailed": .tokenFailed(at: try json.time())
        case "detailsChanged": .detailsChanged(json.map("details"))
        case "answered":
            .answered(
                try RequestOutcome(json),
                isTokenFault: json["isTokenFault"]?.boolean ?? false,
                request: try json.time("request"),
                at: try json.time()
            )
        case "credentialsRefreshed":
            .credentialsRefreshed(isSuccess: try json.flag("isSuccess"), request: try json.time("request"))
        case "timer": .timer
        case "reachable": .reachable(at: try json.time())
        case "goodbyeAnswered": .goodbyeAnswered(try RequestOutcome(json), request: try json.time("request"))
        case "goodbyeTimedOut": .goodbyeTimedOut
        default: throw UnknownEvent(event: json)
        }
    }

    private static func effect(_ effect: RegistrationReducer.Effect) -> JSONValue {
        switch effect {
        case .fetchToken: ["type": "fetchToken"]
        case .register(let registration):
            [
                "type": "register", "request": JSONValue(registration.request), "token": .string(registration.token),
                "user": .string(registration.user), "details": JSONValue(texts: registration.details),
            ]
        case .wait(let wait): ["type": "wait", "milliseconds": JSONValue(wait.milliseconds)]
        case .refreshCredentials(let request): ["type": "refreshCredentials", "request": JSONValue(request)]
        case .goodbye(let goodbye):
            [
                "type": "goodbye", "request": JSONValue(goodbye.request), "token": .string(goodbye.token),
                "user": .string(goodbye.user), "credentials": .string(goodbye.credentials),
            ]
        case .dropCredentials: ["type": "dropCredentials"]
        case .removeDelivered: ["type": "removeDelivered"]
        case .clearBadge: ["type": "clearBadge"]
        }
    }
}

struct SubscriptionTests {
    @Test(arguments: try VectorFile.subscriptions.vectors())
    func `subscriptions are brought to what is wanted as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let reducer = SubscriptionReducer()
        try Scenario(
            reducer: reducer,
            state: vector["given"].map { SubscriptionReducer.State($0) } ?? SubscriptionReducer.State(),
            event: Self.event,
            effect: { effect in
                switch effect {
                case .call(let call, let request):
                    ["type": "call", "request": JSONValue(request), "call": call.json]
                }
            },
            describe: { state in
                var description = state.json.object ?? JSONObject()
                for topic in ["1:0xa", "1:0xb"] {
                    description["status \(topic)"] = .string(Self.name(reducer.status(of: topic, in: state)))
                }
                return .object(description)
            }
        ).run(vector)
    }

    static func event(_ json: JSONValue) throws -> SubscriptionReducer.Event {
        switch try json.text("type") {
        case "want": .want(topic: try json.text("topic"), signers: Set(try json.texts("signers")))
        case "unwant": .unwant(topic: try json.text("topic"))
        case "switched": .switched(isOn: try json.flag("isOn"))
        case "answered": .answered(try RequestOutcome(json), request: try json.time("request"))
        case "reachable": .reachable
        default: throw UnknownEvent(event: json)
        }
    }

    private static func name(_ status: SubscriptionReducer.Status) -> String {
        switch status {
        case .off: "off"
        case .pending: "pending"
        case .owner: "owner"
        case .observer: "observer"
        case .failed(let status): "failed \(status)"
        }
    }
}

struct RouterTests {
    @Test(arguments: try VectorFile.router.vectors())
    func `taps and links lead where the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let parameters = try vector.required("parameters")
        let router = Router(
            links: AppLinks(try parameters.required("deepLinks")),
            gates: parameters.map("gates").compactMapValues(Router.Gate.init),
            fallback: parameters["fallback"].flatMap(Destination.init)
        )
        try Scenario(
            reducer: router,
            state: vector["given"].map { Router.State($0) } ?? Router.State(),
            event: Self.event,
            effect: Self.effect,
            describe: \.json
        ).run(vector)
    }

    static func event(_ json: JSONValue) throws -> Router.Event {
        switch try json.text("type") {
        case "tap":
            .tap(
                Router.Tap(
                    id: try json.text("id"),
                    isID: json["isID"]?.boolean ?? true,
                    action: TapAction(json["action"]?.string ?? ""),
                    destination: json["destination"].flatMap(Destination.init),
                    address: json["address"]?.string,
                    context: json.map("context"),
                    user: json["user"]?.string
                ),
                at: try json.time()
            )
        case "link": .link(try json.text("link"), source: try json.text("source"), at: try json.time())
        case "ready": .ready(at: try json.time())
        case "signedIn": .signedIn(try json.text("user"), at: try json.time())
        case "signedOut": .signedOut
        case "locked": .locked
        case "unlocked": .unlocked(at: try json.time())
        case "refused": .refused(try #require(Destination(try json.required("destination"))))
        default: throw UnknownEvent(event: json)
        }
    }

    private static func effect(_ effect: Router.Effect) -> JSONValue {
        switch effect {
        case .show(let destination, let context):
            ["type": "show", "destination": destination.json, "context": JSONValue(texts: context)]
        case .openExternally(let address): ["type": "openExternally", "address": .string(address)]
        case .markOpened(let id): ["type": "markOpened", "id": .string(id)]
        case .perform(let action, let id): ["type": "perform", "action": .string(action), "id": .string(id)]
        case .refuse(let fault): ["type": "refuse", "fault": .string(fault.rawValue)]
        }
    }
}

struct BadgeTests {
    @Test(arguments: try VectorFile.badge.vectors())
    func `the badge is what the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let policy = BadgePolicy(rawValue: try vector.required("parameters").text("policy"))
        try Scenario(
            reducer: BadgeReducer(try #require(policy)),
            state: vector["given"].map { BadgeReducer.State($0) } ?? BadgeReducer.State(),
            event: Self.event,
            effect: { effect in
                switch effect {
                case .setBadge(let count): ["type": "setBadge", "count": JSONValue(count)]
                }
            },
            describe: \.json
        ).run(vector)
    }

    private static func event(_ json: JSONValue) throws -> BadgeReducer.Event {
        switch try json.text("type") {
        case "received": .received(badge: json["badge"]?.integer.map(Int.init))
        case "foreground": .foreground
        case "opened": .opened
        case "unread": .unread(Int(try json.time("count")))
        case "signedOut": .signedOut
        default: throw UnknownEvent(event: json)
        }
    }
}

struct DuplicateTests {
    @Test(arguments: try VectorFile.duplicates.vectors())
    func `what came already is known as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        var duplicates = Duplicates(vector["given"] ?? .null)
        for step in try vector.list("steps") {
            let isFirst = duplicates.isFirst(try step.text("key"), at: try step.time(), isID: try step.flag("isID"))
            #expect(isFirst == step["isFirst"]?.boolean, "\(step.text)")
        }
        #expect(Duplicates(duplicates.json) == duplicates)
    }
}
