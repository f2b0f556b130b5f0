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
            var members: [(String, JSONValue)] = [
                ("items", .list(notification)), ("totalCount", .count), ("allCount", .count), ("unreadCount", .count),
                ("limit", .count),
            ]
            var others: [(String, JSONValue)] = [("nextCursor", .anyText)]
            // Where pages can be asked for by cursor, those have no offset.
            if hasCursor { others.append(("offset", .count)) } else { members.append(("offset", .count)) }
            return .members(members, optional: others)
        case .notificationsMark: return marked(isRead: false)
        case .notificationsOpened: return marked(isRead: true)
        case .notificationsStream, .sessionsLogin: return .members([:])
        case .preferencesGet, .preferencesSet:
            return .members(profile.toggles.map { ($0.name, JSONValue.flag) })
        case .subscriptionsAdd, .subscriptionsList: return subscriptions
        case .subscriptionsRemove: return subscriptions.adding("removedCount", .count)
        case .sessionsStart, .sessionsUpdate: return .members(["session": session(hasEnded: false)])
        case .sessionsEnd: return .members(["session": session(hasEnded: true)])
        case .usersPut:
            let facts: [(String, JSONValue)] = [
                ("email", .anyText), ("locale", .anyText), ("timeZone", .anyText), ("phone", .anyText),
            ]
            return .members(["user": .members(["id": .anyText], optional: facts)])
        case .usersErase: return .members(["erased": .members(["userId": .anyText, "existed": .flag])])
        case .eventsAccept: return .members(["events": .list(acceptedEvent)])
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
    static let error = JSONValue.members([
        "error": .members(
            ["code": .anyText, "message": .anyText, "status": .count],
            optional: [("retryAfter", .count)]
        )
    ])

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
        let all = members + status
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

    private var subscriptions: JSONValue {
        let subscription = JSONValue.members(
            ["topic": .anyText, "status": .choice(["active", "removed"]), "since": .instant],
            optional: [
                ("role", .anyText), ("deviceId", .anyText), ("userId", .anyText), ("types", .list(.anyText)),
            ]
        )
        return .members([
            "subscriptions": .list(subscription), "types": .list(.members(["id": .anyText, "alias": .anyText])),
        ])
    }

    // MARK: notifications

    private var notification: JSONValue {
        let locales = profile.locales.supported
        let content = locales.map { (name: $0.rawValue, words: words(in: [$0])) }
        let isSure = { (words: JSONValue) in words["required"] != nil }
        let members: [(String, JSONValue)] = [
            ("id", .anyText), ("userId", .anyText), ("type", .anyText), ("priority", priority), ("locale", .anyText),
            (
                "content",
                .members(
                    content.filter { isSure($0.words) }.map { ($0.name, $0.words) },
                    optional: content.filter { !isSure($0.words) }.map { ($0.name, $0.words) }
                )
            ),
            ("isRead", .flag), ("createdAt", .instant),
        ]
        let category: [(String, JSONValue)] = [("category", .anyText)]
        let isCategorized = profile.events.allSatisfy { $0.category != nil }
        let whole = JSONValue.members(
            members + (isCategorized ? category : []),
            optional: (isCategorized ? [] : category) + [
                ("deepLink", link), ("imageUrl", .anyText), ("data", .anyObject), ("icon", .anyText),
                ("color", .anyText), ("background", .anyText), ("readAt", .instant),
            ]
        )
        let own = slots.map { ($0, JSONValue.anyText) }
        return whole.with(own, required: slots.filter { isWritten($0, in: locales) })
    }

    /// The slots, of which those are always there that every event type has words for in these languages.
    private func words(in locales: [LocaleTag]) -> JSONValue {
        let sure = slots.filter { isWritten($0, in: locales) }
        return .members(
            sure.map { ($0, JSONValue.anyText) },
            optional: slots.filter { !sure.contains($0) }.map { ($0, JSONValue.anyText) }
        )
    }

    private func isWritten(_ slot: String, in locales: [LocaleTag]) -> Bool {
        let feeds = profile.channels.filter { registry[$0.plugin]?.descriptor.address == .user }
        return profile.events.allSatisfy { event in
            feeds.filter { event.channels.contains($0.id) || !$0.fallbackFor.isEmpty }.allSatisfy { feed in
                locales.allSatisfy {
                    profile.messages.text(event.id, channel: feed.id, slot: slot, locale: $0) != nil
                }
            }
        }
    }

    /// What the feed shows.
    private var slots: [String] { ["title", "subtitle", "body", "action", "image"] }

    private var link: JSONValue {
        .members([:], optional: [("app", .anyText), ("web", .anyText), ("screen", .anyText)])
    }

    private var priority: JSONValue { .choice(Priority.allCases.map(\.rawValue)) }

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
