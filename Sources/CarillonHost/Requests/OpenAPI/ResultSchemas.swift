import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// JSON Schema of what operations answer, from which the native routes' answers and the contracts' are read.
struct ResultSchemas: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry

    /// - Parameters:
    ///   - filled: inputs that every request fills; what the result repeats of them is always there.
    ///   - hasCursor: whether requests may page by cursor.
    func result(of operation: Operation, filled: Set<String> = [], hasCursor: Bool = true) -> JSONValue {
        switch operation {
        case .devicesRegister: return .members(["device": device(isRegistered: true, filled)])
        case .devicesGet:
            let platform = JSONValue.choice(Platform.allCases.map(\.rawValue))
            let sure: [(String, JSONValue)] = [
                ("id", .anyText), ("registeredAt", .instant), ("status", .choice(["active"])),
            ]
            return .members(["device": .members(sure, optional: [("platform", platform)])])
        case .devicesUnregister: return .members(["device": device(isRegistered: false, filled)])
        case .notificationsSend: return .members(["notification": sentNotification, "delivery": delivery])
        case .notificationsList:
            return feedPage(hasCursor: hasCursor)
        case .notificationsMark: return marked(isRead: false)
        case .notificationsOpened: return marked(isRead: true)
        case .notificationsStream, .sessionsLogin: return .members([:])
        case .preferencesGet, .preferencesSet:
            return .members(profile.toggles.map { ($0.name, JSONValue.flag) })
        case .subscriptionsAdd, .subscriptionsList: return subscriptions("active")
        case .subscriptionsRemove: return subscriptions("removed").adding("removedCount", .count)
        case .sessionsStart, .sessionsUpdate: return .members(["session": session(hasEnded: false)])
        case .sessionsEnd: return .members(["session": session(hasEnded: true)])
        case .usersPut:
            let facts: [(String, JSONValue)] = [
                ("email", .anyText), ("locale", .anyText), ("timeZone", .anyText), ("phone", .anyText),
            ]
            return .members(["user": .members(["id": .anyText], optional: facts)])
        case .usersErase: return .members(["erased": .members(["userId": .anyText, "existed": .flag])])
        case .eventsAccept: return .members(["event": acceptedEvent, "events": .list(acceptedEvent)])
        case .eventsTrace: return .members(["event": trace])
        case .deliveriesRedrive:
            return .members(["delivery": .members(["id": .anyText, "status": .choice(["pending"])])])
        case .deliveriesFailed:
            return .members(["deliveries": .list(deadLetter)], optional: [("nextCursor", .anyText)])
        case .deliveriesRedriveFailed: return .members(["redriven": .count, "passedOver": .count])
        case .campaignsCreate, .campaignsGet, .campaignsPause, .campaignsResume, .campaignsCancel:
            return .members(["campaign": campaign])
        case .campaignsList: return .members(["campaigns": .list(campaign)], optional: [("nextCursor", .anyText)])
        }
    }

    /// What a contract's placeholders see of an error.
    ///
    /// - Parameter codes: all that clients may be told.
    static func error(codes: [JSONValue]) -> JSONValue {
        let texts = codes.filter { $0.string != nil }.count
        let code: JSONValue =
            switch texts {
            case codes.count: .anyText
            case 0: ["type": "integer"]
            default: ["type": ["integer", "string"]]
            }
        return .members([
            "error": .members(
                ["code": code, "message": .anyText, "status": .count, "errors": .list(fault)],
                optional: [("retryAfter", .count)]
            )
        ])
    }

    static let fault = JSONValue.members(["pointer": .anyText, "code": .anyText, "message": .anyText])

    /// What they see beside any result.
    static let surroundings = JSONValue.members(
        ["tenant": .anyText, "now": .instant],
        optional: [("user", .members(["id": .anyText]))]
    )

    // MARK: devices and sessions

    private func device(isRegistered: Bool, _ filled: Set<String>) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("id", .anyText), ("userId", .anyText), ("token", .anyText), ("plugin", .anyText),
            ("platform", .choice(Platform.allCases.map(\.rawValue))), ("deviceId", .anyText), ("name", .anyText),
            ("appVersion", .anyText), ("locale", .anyText), ("registeredAt", .instant),
        ]
        let zone: [(String, JSONValue)] = isRegistered ? [("timeZone", .anyText)] : []
        var sure = filled.union(["status"])
        if isRegistered {
            sure.formUnion(["id", "token", "plugin", "registeredAt"])
            if profile.devices.owner != .subscription { sure.insert("userId") }
        } else {
            sure.formUnion(["unregisteredAt"])
        }
        let status: [(String, JSONValue)] =
            isRegistered
            ? [("status", .choice(["active"]))]
            : [("status", .choice(["unregistered"])), ("unregisteredAt", .instant)]
        let all = members + zone + status
        return .members(all.filter { sure.contains($0.0) }, optional: all.filter { !sure.contains($0.0) })
    }

    private func session(hasEnded: Bool) -> JSONValue {
        let facts: [(String, JSONValue)] = [("userId", .anyText), ("pushAllowed", .flag), ("since", .instant)]
        let sure: [(String, JSONValue)] = [
            ("id", .anyText), ("status", .choice([hasEnded ? "ended" : "active"])),
        ]
        return .members(
            sure + (hasEnded ? [] : facts),
            optional: (hasEnded ? facts : []) + [("token", .anyText)]
        )
    }

    private func subscriptions(_ status: String) -> JSONValue {
        let subscription = JSONValue.members(
            ["topic": .anyText, "status": .choice([status]), "since": .instant],
            optional: [
                ("role", .anyText), ("deviceId", .anyText), ("userId", .anyText), ("types", .list(.anyText)),
            ]
        )
        return .members([
            "subscriptions": .list(subscription), "types": .list(.members(["id": .anyText, "alias": .anyText])),
        ])
    }

    // MARK: sending

    private static let verdicts = ["sent", "scheduled", "failed"]

    private var sentNotification: JSONValue {
        .members([
            "id": .anyText, "userId": .anyText, "priority": priority, "status": .choice(Self.verdicts),
            "createdAt": .instant, "scheduledAt": .instant,
        ])
    }

    private var delivery: JSONValue {
        .members(
            ["status": .choice(Self.verdicts), "sentAt": .instant, "token": .anyText],
            optional: [("id", .anyText), ("channel", .anyText), ("receipt", .anyText), ("error", .anyText)]
        )
    }

    /// - Parameter isRead: nothing is ever marked as unread.
    private func marked(isRead: Bool) -> JSONValue {
        let time: [(String, JSONValue)] = [("readAt", .instant)]
        return .members(
            [("updatedCount", .count), ("ids", .list(.anyText)), ("unreadCount", .count)] + (isRead ? time : []),
            optional: isRead ? [] : time
        )
    }
}
