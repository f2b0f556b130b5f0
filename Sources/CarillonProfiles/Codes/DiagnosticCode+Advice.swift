public import CarillonDiagnostics

/// T09: advice about what is allowed, but probably not intended.
extension DiagnosticCode {
    public static let unusedMessage = DiagnosticCode(
        "T0901",
        "unused-message",
        .warning,
        page: """
            A template file has words for an event or app text that doesn't exist: nobody ever sees them.

            Correct the name if it is misspelt; else remove the words.
            """
    )

    public static let unusedTerm = DiagnosticCode(
        "T0902",
        "unused-term",
        .warning,
        page: """
            A term is used by no message of its file.

            Use it (`{$product}`), or remove it.
            """
    )

    public static let unusedChannel = DiagnosticCode(
        "T0903",
        "unused-channel",
        .warning,
        page: """
            A channel is declared and no event goes there.

            Name it in `channels` of an event, or remove it together with its secrets.
            """
    )

    public static let missingSample = DiagnosticCode(
        "T0904",
        "missing-sample",
        .warning,
        page: """
            An event has no sample. Samples are what `carillon render` shows, `carillon test` compares and the
            documentation quotes; without one, changes of its words go unseen.

            Write `samples/<event>.json`: the payload as a sender would post it.
            """
    )

    public static let unreachableChannel = DiagnosticCode(
        "T0905",
        "unreachable-channel",
        .warning,
        page: """
            An event names a channel that only takes other priorities: it never goes there.

            Change the event's priority, or the channel's `priorities`, or remove the channel from the event.
            """
    )

    public static let nearDuplicate = DiagnosticCode(
        "T0906",
        "near-duplicate",
        .warning,
        page: """
            Two texts of one language differ in nothing but case, blanks or punctuation. Often one was changed and the
            other forgotten.

            Make them equal, or different.
            """
    )

    public static let missingTranslation = DiagnosticCode(
        "T0907",
        "missing-translation",
        .warning,
        page: """
            A language has no words for something that the default language has. Its readers get the default's.

            Translate it, or leave it for now: it is only a warning.
            """
    )

    public static let lostVariable = DiagnosticCode(
        "T0908",
        "lost-variable",
        .warning,
        page: """
            A translation leaves out a variable that the default language shows: readers of that language are told
            less.

            Add it, unless the language really says it otherwise.
            """
    )

    public static let sensitiveElsewhere = DiagnosticCode(
        "T0920",
        "sensitive-in-data",
        .warning,
        page: """
            A field marked `sensitive` travels beside the words of a push message: in `data`, also by way
            of a slot that shows it, or in the key under which messages are collapsed. Nobody sees it on a lock
            screen, but providers can read it, and so can whatever the device logs.

            Send an opaque id, and let the app fetch the rest.
            """
    )

    public static let rawHTML = DiagnosticCode(
        "T0921",
        "raw-html",
        .warning,
        page: """
            Words hold HTML tags. All text is escaped, in mails too: people would read the tag.

            ```text
            "html": "<b>New</b> assignment"
            ```

            In `email.html` write markup: `{#strong}New{/strong} assignment`. Elsewhere leave the tag out.
            """
    )

    public static let absentResult = DiagnosticCode(
        "T0951",
        "absent-result",
        .warning,
        page: """
            An answer of the contract shows a value that a result doesn't always have, such as the receipt of a delivery
            that failed. The key is left out then, and nothing in the file says so.

            ```text
            "expo_receipt_id": "{delivery.receipt}"
            ```

            Write `{delivery.receipt?}`. Clients' descriptions (OpenAPI) say then that the key is optional.
            """
    )

    public static let requestedLanguage = DiagnosticCode(
        "T0952",
        "wished-language",
        .warning,
        page: """
            Clients of the contract may ask for a language in which the tenant has no words, and for which there is no
            fallback. Who does gets the default language.

            Add the language, give it a fallback in `locales.fallbacks`, or take it out of the `values`.
            """
    )

    public static let unusedCategory = DiagnosticCode(
        "T0953",
        "unused-category",
        .warning,
        page: """
            A category that no event has, and that no request of the contract could name: nothing ever looks like that.
            (Where no event has any category, the requests of senders bring them, and nothing is told.)

            Give it to an event, or remove it.
            """
    )

    public static let pointlessPolicy = DiagnosticCode(
        "T0954",
        "pointless-policy",
        .warning,
        page: """
            A policy can't mean what it says: quiet hours that end when they begin, a duration of nothing, retries that
            are given up before the first of them, retries for a code that no provider has, a limit of a kind of devices that
            this tenant hasn't. Nor can an event's `expireAfter` or `schedule` of more than ten years: often a unit is wrong.
            What is collected goes out when its window (`policies.collect`) ends: where it expires by then, it never goes out.

            ```text
            "retry": { "default": ["5m"], "giveUpAfter": "1m" }
            ```

            Correct the value, or leave the key out. No retries at all are written `[]`.
            """
    )

    public static let noEvents = DiagnosticCode(
        "T0955",
        "no-events",
        .warning,
        page: """
            `events.json` declares no event: the tenant can send nothing, and its words, channels and samples are of no use
            yet.

            Declare one under `events`:

            ```text
            "account.created": { "channels": ["in-app"] }
            ```
            """
    )

    public static let unmarkableBadge = DiagnosticCode(
        "T0956",
        "unmarkable-badge",
        .warning,
        page: """
            Pushes carry the number of unread notifications for the app's icon, and no route of the contract marks any as
            read: the number only ever rises. The native routes mark, too, but an app that was built against the contract
            doesn't know them.

            Leave the number out, unless the app uses `PATCH /v1/<tenant>/notifications`:

            ```text
            "badge": "none"
            ```

            Or add a route with the operation `notifications.mark`, and let the app call it.
            """
    )

    public static let actionWithoutID = DiagnosticCode(
        "T0957",
        "action-without-id",
        .warning,
        page: """
            Notifications of this event can have buttons, and nothing in their data says which notification a button was
            pressed on: an app can't mark it as read. Where a route lets the sender name the category, the buttons of any
            category count.

            Add the id to the event's `data`. No sender can put another in its place.

            ```text
            "data": { "notification_id": "{notification.id}" }
            ```
            """
    )
}
