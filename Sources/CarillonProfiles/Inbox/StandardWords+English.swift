extension StandardWords {
    static let english = [
        "center.title": "Notifications",
        "center.empty": "No notifications yet",
        "center.time": time,
        "group.today": "Today",
        "group.yesterday": "Yesterday",
        "group.date": date,
        "bell.label": """
        .input {$count :integer}
        .match $count
        0 {{No unread notifications}}
        one {{{$count} unread notification}}
        * {{{$count} unread notifications}}
        """,
        "card.label": """
        .input {$read :string}
        .match $read
        true {{Read}}
        * {{Unread}}
        """,
        "inbox.new": """
        .input {$count :integer}
        .match $count
        one {{{$count} new notification}}
        * {{{$count} new notifications}}
        """,
        "inbox.high": "Important",
        "inbox.mark-all": "Mark all as read",
        "inbox.mark-read": "Mark as read",
        "inbox.mark-unread": "Mark as unread",
        "inbox.more": "Show more",
        "inbox.settings": "Notification settings",
        "inbox.back": "Back",
        "inbox.close": "Close",
        "inbox.error": "Notifications couldn’t be loaded",
        "inbox.retry": "Try again",
        "inbox.offline": "You’re offline. The list may be out of date.",
        "inbox.signed-out": "Sign in to see your notifications",
        "inbox.saved": "Saved",
        "inbox.not-saved": "Not saved",
        "preferences.title": "Notification settings",
        "permission.request.title": "Get notifications",
        "permission.request.body": "We’ll tell you when something happens. Next, your browser asks whether it may.",
        "permission.request.action": "Turn on notifications",
        "permission.request.dismiss": "Not now",
        "permission.denied-web.title": "Notifications are blocked",
        "permission.denied-web.body": "Allow them in your browser’s settings for this site, next to the address bar.",
        "permission.unsupported": "This browser can’t show notifications",
        "permission.enabled": "Notifications are on",
        "permission.disabled": "Notifications are off",
        "permission.turn-on": "Turn on",
        "permission.turn-off": "Turn off",
    ]
}
