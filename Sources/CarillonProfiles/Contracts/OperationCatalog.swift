/// What each operation takes and gives: the contract between `contract.json` and the host.
public struct OperationDescription: Sendable {
    public let inputs: [Input]
    /// Groups of inputs of which at least one must be filled.
    public let oneOf: [[String]]
    public let result: ResultShape
    let callers: Callers

    public struct Input: Sendable {
        public let name: String
        public let type: InputType
        public let isRequired: Bool
        /// Numbers that it takes; nil: the host says so at each request.
        public var range: ClosedRange<Int>?
    }

    /// How many notifications a contract may have listed at once: the answer to most has some 2 MB.
    public static let capRange = 1...5000

    public enum InputType: String, Sendable {
        case text
        case integer
        case boolean
        case instant
        case list
        case object
        /// Names behind a dot are the caller's: `payload.title.en`.
        case open

        /// Whether a request field declared as `type` can fill it; what says no type is text.
        func takes(_ type: RequestType) -> Bool {
            switch self {
            case .text: [.text, .uuid, .url, .email].contains(type)
            case .integer: type == .integer
            case .boolean: type == .boolean
            case .instant: [.instant, .epochMillis].contains(type)
            case .list: type == .list
            case .object: type == .object
            case .open: true
            }
        }
    }

    enum Callers: Sendable {
        /// The caller's own rows.
        case user
        case service
        /// A user for themself, or a service for anybody.
        case userOrService
        case anyone
    }

    init(
        _ inputs: [Input] = [],
        oneOf: [[String]] = [],
        result: [String: ResultShape] = [:],
        callers: Callers
    ) {
        self.inputs = inputs
        self.oneOf = oneOf
        self.result = .object(
            result.merging(["tenant": .value, "user": .object(["id": .value]), "now": .instant]) { own, _ in own }
        )
        self.callers = callers
    }

    func input(_ name: String) -> Input? { inputs.first { $0.name == name } }

    /// Inputs to which null says something: no sound, nobody's, none.
    ///
    /// To any other it doesn't get through.
    public static let nullableInputs: Set<String> = ["sound", "userId", "token"]
}

extension Operation {
    /// What the operation takes and gives; two of them take and give the profile's preferences (`toggles`) by name.
    public func description(toggles: [String]) -> OperationDescription {
        switch self {
        case .devicesRegister:
            OperationDescription(
                [
                    .required("token"), .required("platform"), .optional("deviceId"), .optional("name"),
                    .optional("appVersion"), .optional("locale"), .optional("timeZone"), .optional("plugin"),
                    .optional("subscriptions", .list),
                ],
                result: ["device": .device],
                callers: .anyone
            )
        case .devicesGet:
            OperationDescription(
                [.required("deviceId")],
                result: [
                    "device": .object([
                        "id": .value, "platform": .value, "registeredAt": .instant, "status": .value,
                    ])
                ],
                callers: .anyone
            )
        case .devicesUnregister:
            OperationDescription(
                [.optional("token"), .optional("deviceId")],
                oneOf: [["token", "deviceId"]],
                result: ["device": .device],
                callers: .anyone
            )
        case .notificationsSend:
            OperationDescription(
                [
                    .required("userId"), .optional("type"), .optional("category"), .optional("priority"),
                    .optional("payload", .open), .optional("deepLink"), .optional("imageUrl"), .optional("data", .open),
                    .optional("badgeIncrement", .integer), .optional("sound"), .optional("scheduledAt", .instant),
                    .optional("audience"),
                ],
                oneOf: [["type", "category"]],
                result: ["notification": .notification, "delivery": .delivery],
                callers: .service
            )
        case .notificationsList:
            OperationDescription(
                [
                    .optional("limit", .integer), .optional("offset", .integer), .optional("cursor"),
                    .optional("categories"), .optional("unreadOnly", .boolean), .optional("order"),
                    .optional("cap", .integer, in: OperationDescription.capRange),
                ],
                result: [
                    "items": .list(.notification), "totalCount": .value, "allCount": .value, "unreadCount": .value,
                    "limit": .value,
                    "offset": .value, "nextCursor": .value,
                ],
                callers: .user
            )
        case .notificationsMark, .notificationsOpened:
            OperationDescription(
                [.required("ids", .list), .optional("read", .boolean)],
                result: ["updatedCount": .value, "ids": .value, "readAt": .instant, "unreadCount": .value],
                callers: .user
            )
        case .notificationsStream: OperationDescription(callers: .user)
        case .preferencesGet, .preferencesSet:
            OperationDescription(
                self == .preferencesGet ? [] : toggles.map { .optional($0, .boolean) },
                result: Dictionary(toggles.map { ($0, .value) }) { first, _ in first },
                callers: .user
            )
        case .subscriptionsAdd, .subscriptionsRemove, .subscriptionsList:
            OperationDescription(
                [
                    .optional("topic"), .optional("deviceId"), .optional("types", .list), .optional("role"),
                    .optional("userId"), .optional("subscriptions", .list),
                ],
                oneOf: self == .subscriptionsList ? [] : [["topic", "subscriptions"]],
                result: [
                    "subscriptions": .list(.subscription), "types": .list(.eventType), "removedCount": .value,
                ],
                callers: .anyone
            )
        case .sessionsStart:
            OperationDescription(
                [
                    .required("userId"), .required("sessionId"), .required("pushAllowed", .boolean), .optional("token"),
                    .optional("platform"), .optional("locale"),
                ],
                result: ["session": .session],
                callers: .service
            )
        case .sessionsUpdate:
            OperationDescription(
                [.required("sessionId"), .optional("pushAllowed", .boolean), .optional("token")],
                result: ["session": .session],
                callers: .userOrService
            )
        case .sessionsEnd:
            OperationDescription([.required("sessionId")], result: ["session": .session], callers: .userOrService)
        case .sessionsLogin:
            OperationDescription(
                [
                    .optional("pushAllowed", .boolean), .optional("token"), .optional("platform"), .optional("locale"),
                ],
                result: ["session": .session, "response": .open],
                callers: .anyone
            )
        case .usersPut:
            OperationDescription(
                [
                    .required("userId"), .optional("email"), .optional("locale"), .optional("timeZone"),
                    .optional("phone"),
                ],
                result: ["user": .open],
                callers: .service
            )
        case .usersErase: OperationDescription([.required("userId")], result: ["erased": .open], callers: .service)
        case .eventsAccept:
            OperationDescription(
                [
                    .required("id"), .required("source"), .required("type"), .optional("time", .instant),
                    .optional("recipients", .list), .optional("topic"), .optional("data", .open),
                    .optional("scheduledAt", .instant),
                ],
                oneOf: [["recipients", "topic"]],
                result: ["events": .list(.acceptedEvent)],
                callers: .service
            )
        case .eventsTrace:
            OperationDescription(
                [.required("id"), .optional("limit", .integer), .optional("cursor")],
                result: ["event": .open],
                callers: .service
            )
        case .deliveriesRedrive:
            OperationDescription([.required("id")], result: ["delivery": .delivery], callers: .service)
        case .deliveriesFailed:
            OperationDescription(
                [.optional("limit", .integer), .optional("cursor"), .optional("channel"), .optional("code")],
                result: ["deliveries": .list(.deadLetter), "nextCursor": .value],
                callers: .service
            )
        case .deliveriesRedriveFailed:
            OperationDescription(
                [.optional("ids", .list), .optional("all", .boolean), .optional("channel"), .optional("code")],
                oneOf: [["ids", "all"]],
                result: ["redriven": .value, "passedOver": .value],
                callers: .service
            )
        case .campaignsCreate:
            OperationDescription(
                [
                    .optional("id"), .optional("name"), .required("type"), .optional("topic"),
                    .optional("everyone", .boolean), .optional("data", .open), .optional("scheduledAt", .instant),
                    .optional("rate"),
                ],
                oneOf: [["topic", "everyone"]],
                result: ["campaign": .campaign],
                callers: .service
            )
        case .campaignsList:
            OperationDescription(
                [.optional("limit", .integer), .optional("cursor")],
                result: ["campaigns": .list(.campaign), "nextCursor": .value],
                callers: .service
            )
        case .campaignsGet, .campaignsPause, .campaignsResume, .campaignsCancel:
            OperationDescription([.required("id")], result: ["campaign": .campaign], callers: .service)
        }
    }
}

extension OperationDescription.Input {
    fileprivate static func required(_ name: String, _ type: OperationDescription.InputType = .text) -> Self {
        Self(name: name, type: type, isRequired: true)
    }

    fileprivate static func optional(
        _ name: String,
        _ type: OperationDescription.InputType = .text,
        in range: ClosedRange<Int>? = nil
    ) -> Self {
        Self(name: name, type: type, isRequired: false, range: range)
    }
}

extension ResultShape {
    fileprivate static let device = values(
        ["id", "userId", "token", "platform", "name", "appVersion", "locale", "timeZone", "status"],
        instants: ["registeredAt", "unregisteredAt"]
    )

    fileprivate static let notification = values(
        [
            "id", "userId", "type", "alias", "category", "priority", "title", "body", "imageUrl", "isRead", "icon",
            "color", "background", "status",
        ],
        instants: ["readAt", "createdAt", "scheduledAt"],
        ["content": .open, "data": .open, "deepLink": values(["app", "web", "screen"])]
    )

    fileprivate static let delivery = values(
        ["id", "channel", "status", "token", "receipt", "error"],
        instants: ["sentAt"]
    )

    fileprivate static let deadLetter = values(
        ["id", "eventId", "type", "notificationId", "userId", "channel", "code", "error"],
        instants: ["failedAt"]
    )

    fileprivate static let subscription = values(
        ["topic", "role", "status", "deviceId", "userId", "types"],
        instants: ["since"]
    )

    fileprivate static let campaign = values(
        ["id", "name", "type", "topic", "everyone", "state", "rate", "event"],
        instants: ["createdAt", "startsAt", "pausedAt", "cancelledAt"],
        ["progress": .open]
    )

    fileprivate static let eventType = values(["id", "alias"])
    fileprivate static let session = values(["id", "userId", "pushAllowed", "token", "status"], instants: ["since"])
    fileprivate static let acceptedEvent = values(["id", "source", "eventId", "status", "notifications"])

    private static func values(
        _ names: [String],
        instants: [String] = [],
        _ others: [String: ResultShape] = [:]
    ) -> ResultShape {
        var members = others
        for name in names { members[name] = .value }
        for name in instants { members[name] = .instant }
        return .object(members)
    }
}
