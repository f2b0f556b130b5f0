extension Operation {
    /// What the operation takes and gives; two of them take and give the profile's preferences (`toggles`) by name.
    public func description(toggles: [String]) -> OperationDescription {
        switch self {
        case .devicesRegister: .devicesRegister
        case .devicesGet: .devicesGet
        case .devicesUnregister: .devicesUnregister
        case .notificationsSend: .notificationsSend
        case .notificationsList: .notificationsList
        case .notificationsMark: .notificationsMark
        case .notificationsOpened: .notificationsOpened
        case .notificationsStream: .notificationsStream
        case .preferencesGet: .preferencesGet(toggles)
        case .preferencesSet: .preferencesSet(toggles)
        case .subscriptionsAdd: .subscriptionsAdd
        case .subscriptionsRemove: .subscriptionsRemove
        case .subscriptionsList: .subscriptionsList
        case .sessionsStart: .sessionsStart
        case .sessionsUpdate: .sessionsUpdate
        case .sessionsEnd: .sessionsEnd
        case .sessionsLogin: .sessionsLogin
        case .usersPut: .usersPut
        case .usersErase: .usersErase
        case .eventsAccept: .eventsAccept
        case .eventsTrace: .eventsTrace
        case .deliveriesRedrive: .deliveriesRedrive
        case .deliveriesFailed: .deliveriesFailed
        case .deliveriesRedriveFailed: .deliveriesRedriveFailed
        case .campaignsCreate: .campaignsCreate
        case .campaignsList: .campaignsList
        case .campaignsGet: .campaign("Where a campaign stands.")
        case .campaignsPause: .campaign("Takes no more people up.")
        case .campaignsResume: .campaign("Goes on with a campaign that was paused.")
        case .campaignsCancel: .campaign("Ends a campaign, and what of it hasn't gone out.")
        }
    }
}
