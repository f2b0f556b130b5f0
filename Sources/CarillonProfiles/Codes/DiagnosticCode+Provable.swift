public import CarillonDiagnostics

/// T097: what a host would accept, but a provider or the posting of an event would refuse each time.
extension DiagnosticCode {
    public static let reservedDataName = DiagnosticCode(
        "T0970",
        "reserved-data-name",
        page: """
            An event's `data`, or the data in a `message`, have a name that a push provider keeps to itself. It refuses every
            such message, or the app never gets the value.

            ```text
            "data": { "from": "{sender}" }
            ```

            Give it another name, and let the app read that: `"sender": "{sender}"`. The diagnostic lists the names of the
            channel's provider. A send whose data have one of them is refused (422).
            """
    )

    public static let badMessageValue = DiagnosticCode(
        "T0971",
        "bad-message-value",
        page: """
            A channel's `message`, or an event's, sets something that the provider doesn't take there: a number for a text, a word
            that is none of the possible ones, a time, URL or color that is none, or null for what no message goes without. The
            provider refuses every message with it, or shows nothing of it.

            ```text
            "message": { "android": { "priority": "urgent", "ttl": "-5s" } }
            ```

            Write what the diagnostic names, such as `"priority": "high"`. An event's `message` goes to all of its channels: what
            only one of them takes stands in that channel's `message`.
            """
    )

    public static let unknownMessageName = DiagnosticCode(
        "T0972",
        "unknown-message-name",
        .warning,
        page: """
            A `message` has a name that its provider isn't known to have there, and the provider refuses every message with a name
            that it doesn't know. Often it is misspelt, or stands one level too high or too low. An event's `message` goes to all
            of its channels, so it may be meant for another one.

            ```text
            "message": { "android": { "channel_id": "orders" } }
            ```

            Correct the name or its place: `{ "android": { "notification": { "channel_id": "orders" } } }`. What only one channel
            takes stands in that channel's `message`. It is a warning, because a provider may have learnt the name since.
            """
    )

    public static let expiredAtOnce = DiagnosticCode(
        "T0973",
        "expired-at-once",
        page: """
            `expireAfter` is shorter than a second. A notification is never sent so fast: each one would expire first.

            ```text
            "expireAfter": "0s"
            ```

            Say how long it is worth something, such as `"10m"`, or leave the key out: then it doesn't expire.
            """
    )

    public static let textInPath = DiagnosticCode(
        "T0974",
        "text-in-path",
        .warning,
        page: """
            A field of type `text` fills a parameter of type `text` that is a part of a link's path. There a text can't be empty,
            have several lines, or hold a slash, `?`, `#`, a backslash or an escape of such (`%2F`): it would be another path. An
            event with such a text is refused when it is posted (422), although the field's type allows it. A field of type `email`
            is told for the same reason: `a/b@acme.example` is a mail address.

            ```text
            "artist": { "params": { "name": "text" }, "web": "https://acme.example/artists/{name}" }
            ```

            In a query any text can stand, as long as it is no link itself: `https://acme.example/artists?name={name}`. Or take a
            field of type `slug`, `uuid` or `path`, of which every value fits.
            """
    )
}
