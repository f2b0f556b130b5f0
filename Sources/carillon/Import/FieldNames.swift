import CarillonProfiles

/// What other backends call the fields of operations and of their results, in small letters and without separators.
///
/// The first are the surest.
enum FieldNames {
    /// Names of an operation's field.
    static func of(_ input: String, in operation: Operation) -> [String] {
        switch (input, operation) {
        case ("type", .notificationsSend): ["type", "notificationtype", "event", "eventtype", "template", "templateid"]
        case ("id", .eventsAccept), ("id", .eventsTrace): ["id", "eventid", "messageid", "idempotencykey"]
        case ("id", .campaignsGet), ("id", .campaignsPause), ("id", .campaignsResume), ("id", .campaignsCancel),
            ("id", .campaignsCreate):
            ["id", "campaignid", "broadcastid"]
        case ("name", .devicesRegister): ["name", "devicename", "model", "devicemodel"]
        case ("deviceId", .devicesGet), ("deviceId", .devicesUnregister): inputs["deviceId", default: []] + ["id"]
        case ("ids", _): inputs["ids", default: []]
        case ("topic", _): ["topic", "topicid", "topicname", "subject", "entityid"]
        case (_, .preferencesSet): toggle(input)
        default: [input.lowercased()] + (inputs[input] ?? [])
        }
    }

    /// Names of a value of a result.
    static func ofResult(_ name: String) -> [String] { toggle(name) + (results[name] ?? []) }

    /// `pushEnabled` is also `push`.
    private static func toggle(_ name: String) -> [String] {
        let words = SplitName(name).words
        return [words.joined()] + (words.last == "enabled" ? [words.dropLast().joined()] : [])
    }

    private static let inputs: [String: [String]] = [
        "token": [
            "pushtoken", "devicetoken", "fcmtoken", "apnstoken", "expopushtoken", "expotoken", "cloudmessagingtoken",
            "registrationtoken", "registrationid", "regid", "notificationtoken", "messagingtoken", "pushid", "endpoint",
        ],
        "platform": ["devicetype", "os", "deviceos", "ostype", "deviceplatform", "operatingsystem", "clienttype"],
        "deviceId": ["deviceuuid", "installationid", "deviceidentifier", "device", "uuid", "udid"],
        "appVersion": ["version", "clientversion", "appbuild", "build"],
        "locale": ["language", "lang", "languagecode", "preferredlanguage", "languagetag"],
        "timeZone": ["timezone", "tz", "zoneinfo", "timezoneid"],
        "userId": [
            "user", "useruuid", "recipient", "recipientid", "to", "uid", "customerid", "customer", "accountid",
            "memberid", "externaluserid", "subscriberid", "receiverid",
        ],
        "category": ["kind", "notificationcategory"],
        "priority": ["importance", "urgency"],
        "deepLink": ["link", "url", "actionurl", "clickaction", "href", "targeturl"],
        "imageUrl": ["image", "imageuri", "picture", "pictureurl", "bigpicture"],
        "data": ["metadata", "extra", "custom", "customdata", "properties", "attributes", "payload", "meta"],
        "badgeIncrement": ["badge"],
        "scheduledAt": ["sendat", "scheduledfor", "deliverat", "scheduletime", "scheduleat", "sendafter"],
        "limit": ["pagesize", "perpage", "size", "take", "first", "maxresults", "top"],
        "offset": ["skip", "startindex"],
        "cursor": ["pagetoken", "nexttoken", "continuationtoken", "after", "startingafter", "nextcursor"],
        "categories": ["category", "types", "type", "kinds"],
        "unreadOnly": ["unread", "onlyunread", "onlynew", "newonly"],
        "ids": [
            "ids", "notificationids", "messageids", "noticeids", "notifications", "items", "id", "notificationid",
            "messageid", "noticeid",
        ],
        "page": ["pagenumber", "pageno", "pagenum"],
        "pageIndex": ["page", "pagenumber"],
        "read": ["isread", "seen", "isseen", "markread"],
        "pushAllowed": [
            "pushenabled", "allowpush", "notificationsenabled", "allownotifications", "pushpermission",
            "notificationsallowed",
        ],
        "sessionId": ["session", "sid", "id"],
        "types": ["notificationtypes", "eventtypes", "events", "categories"],
        "email": ["emailaddress", "mail"],
        "phone": ["phonenumber", "msisdn", "mobile", "mobilenumber"],
        "time": ["timestamp", "occurredat", "createdat"],
        "source": ["origin", "sender", "service"],
        "recipients": ["users", "userids", "to", "recipientids"],
        "everyone": ["all", "broadcast", "allusers"],
    ]

    private static let results: [String: [String]] = [
        "id": [
            "uuid", "notificationid", "messageid", "noticeid", "deviceid", "deviceuuid", "sessionid", "campaignid",
            "installationid",
        ],
        "userId": ["user", "recipientid", "recipient", "uid"],
        "token": ["pushtoken", "devicetoken", "fcmtoken", "cloudmessagingtoken", "registrationtoken"],
        "platform": ["devicetype", "os", "deviceos"],
        "type": ["event", "eventtype", "notificationtype", "kind"],
        "title": ["subject", "heading", "headline"],
        "body": ["message", "text", "content", "description"],
        "imageUrl": ["image", "picture", "pictureurl", "thumbnail"],
        "isRead": ["read", "seen", "isseen", "viewed"],
        "createdAt": ["created", "date", "timestamp", "sentat", "time", "datetime", "createdon", "receivedat"],
        "readAt": ["seenat", "readon"],
        "registeredAt": ["createdat", "created", "registeredon"],
        "scheduledAt": ["sendat", "deliverat"],
        "unreadCount": ["unread", "unreadtotal", "badge", "totalunread"],
        "totalCount": ["total", "count", "totalitems", "totalelements", "totalresults"],
        "nextCursor": ["next", "cursor", "nextpagetoken", "nexttoken", "continuationtoken"],
        "updatedCount": ["updated", "count", "modified", "marked", "affected", "success"],
        "ids": ["notificationids", "messageids", "updatedids"],
        "hasMore": ["hasnext", "hasnextpage", "more"],
        "page": ["currentpage", "pagenumber", "pageno", "pagenum"],
        "pageCount": ["totalpages", "pages", "lastpage"],
        "items": ["notifications", "messages", "results", "entries", "data", "content", "records", "feed"],
        "data": ["metadata", "extra", "custom", "payload", "properties", "meta"],
        "app": ["deeplink", "appurl", "applink", "url", "link", "actionurl", "href"],
        "web": ["weburl", "weblink"],
        "screen": ["route"],
        "removedCount": ["removed", "deleted", "count"],
        "limit": ["pagesize", "perpage", "size"],
        "offset": ["skip"],
        "appVersion": ["version"],
        "locale": ["language", "lang"],
        "since": ["startedat", "createdat", "subscribedat"],
        "failedAt": ["timestamp"],
        "pushAllowed": ["pushenabled", "allowpush", "allownotifications", "notificationsenabled"],
    ]
}
