extension StandardWords {
    static let german = [
        "center.title": "Benachrichtigungen",
        "center.empty": "Noch keine Benachrichtigungen",
        "center.time": time,
        "group.today": "Heute",
        "group.yesterday": "Gestern",
        "group.date": date,
        "bell.label": """
        .input {$count :integer}
        .match $count
        0 {{Keine ungelesenen Benachrichtigungen}}
        one {{{$count} ungelesene Benachrichtigung}}
        * {{{$count} ungelesene Benachrichtigungen}}
        """,
        "card.label": """
        .input {$read :string}
        .match $read
        true {{Gelesen}}
        * {{Ungelesen}}
        """,
        "inbox.new": """
        .input {$count :integer}
        .match $count
        one {{{$count} neue Benachrichtigung}}
        * {{{$count} neue Benachrichtigungen}}
        """,
        "inbox.high": "Wichtig",
        "inbox.mark-all": "Alle als gelesen markieren",
        "inbox.mark-read": "Als gelesen markieren",
        "inbox.mark-unread": "Als ungelesen markieren",
        "inbox.more": "Mehr anzeigen",
        "inbox.settings": "Benachrichtigungseinstellungen",
        "inbox.back": "Zurück",
        "inbox.close": "Schließen",
        "inbox.error": "Benachrichtigungen konnten nicht geladen werden",
        "inbox.retry": "Erneut versuchen",
        "inbox.offline": "Keine Verbindung. Die Liste ist möglicherweise nicht aktuell.",
        "inbox.signed-out": "Bitte anmelden, um Benachrichtigungen zu sehen",
        "inbox.saved": "Gespeichert",
        "inbox.not-saved": "Nicht gespeichert",
        "preferences.title": "Benachrichtigungseinstellungen",
        "permission.request.title": "Benachrichtigungen erhalten",
        "permission.request.body": "Wir melden uns, wenn etwas passiert. Als Nächstes fragt der Browser um Erlaubnis.",
        "permission.request.action": "Benachrichtigungen einschalten",
        "permission.request.dismiss": "Nicht jetzt",
        "permission.denied-web.title": "Benachrichtigungen sind blockiert",
        "permission.denied-web.body": "Sie lassen sich in den Website-Einstellungen neben der Adressleiste erlauben.",
        "permission.unsupported": "Dieser Browser kann keine Benachrichtigungen anzeigen",
        "permission.enabled": "Benachrichtigungen sind eingeschaltet",
        "permission.disabled": "Benachrichtigungen sind ausgeschaltet",
        "permission.turn-on": "Einschalten",
        "permission.turn-off": "Ausschalten",
    ]
}
