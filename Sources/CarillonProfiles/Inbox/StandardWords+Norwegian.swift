extension StandardWords {
    /// Bokmål.
    static let norwegian = [
        "center.title": "Varsler",
        "center.empty": "Ingen varsler ennå",
        "center.time": time,
        "group.today": "I dag",
        "group.yesterday": "I går",
        "group.date": date,
        "bell.label": """
        .input {$count :integer}
        .match $count
        0 {{Ingen uleste varsler}}
        one {{{$count} ulest varsel}}
        * {{{$count} uleste varsler}}
        """,
        "card.label": """
        .input {$read :string}
        .match $read
        true {{Lest}}
        * {{Ulest}}
        """,
        "inbox.new": """
        .input {$count :integer}
        .match $count
        one {{{$count} nytt varsel}}
        * {{{$count} nye varsler}}
        """,
        "inbox.high": "Viktig",
        "inbox.mark-all": "Merk alle som lest",
        "inbox.mark-read": "Merk som lest",
        "inbox.mark-unread": "Merk som ulest",
        "inbox.more": "Vis flere",
        "inbox.settings": "Varslingsinnstillinger",
        "inbox.back": "Tilbake",
        "inbox.close": "Lukk",
        "inbox.error": "Kunne ikke hente varsler",
        "inbox.retry": "Prøv igjen",
        "inbox.offline": "Du er frakoblet. Listen kan være utdatert.",
        "inbox.signed-out": "Logg inn for å se varslene dine",
        "inbox.saved": "Lagret",
        "inbox.not-saved": "Ble ikke lagret",
        "preferences.title": "Varslingsinnstillinger",
        "permission.request.title": "Få varsler",
        "permission.request.body": "Vi sier fra når noe skjer. Neste steg er å gi nettleseren lov til det.",
        "permission.request.action": "Slå på varsler",
        "permission.request.dismiss": "Ikke nå",
        "permission.denied-web.title": "Varsler er blokkert",
        "permission.denied-web.body": "Tillat varsler i nettleserens innstillinger for nettstedet, ved adressefeltet.",
        "permission.unsupported": "Denne nettleseren kan ikke vise varsler",
        "permission.enabled": "Varsler er på",
        "permission.disabled": "Varsler er av",
        "permission.turn-on": "Slå på",
        "permission.turn-off": "Slå av",
    ]
}
