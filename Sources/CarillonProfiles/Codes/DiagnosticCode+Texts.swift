public import CarillonDiagnostics

/// T02: the content of texts, and how large they may get.
extension DiagnosticCode {
    public static let missingSlot = DiagnosticCode(
        "T0210",
        "missing-slot",
        page: """
            A channel cannot do without a slot, and the default language has no words for it.

            Add the words to the template file of the default language, for all channels (`"title": "…"`) or for this
            one (`"push": { "title": "…" }`). Other languages fall back to these.

            An app text that goes out for what is collected (`text` of a priority) needs words for every channel that
            collects notifications of this priority, stand-ins included.
            """
    )

    public static let cannotSelect = DiagnosticCode(
        "T0211",
        "cannot-select",
        page: """
            A variant is chosen by something that cannot choose: money, a time, a list, or a number formatted as one
            of these.

            ```text
            { "match": ["amount"], "when": { "0": "free", "*": "{$amount}" } }
            ```

            Add a field that can choose to the payload, such as an `enum` or an `integer`.
            """
    )

    public static let optionalWithoutFallback = DiagnosticCode(
        "T0212",
        "optional-without-fallback",
        page: """
            A text shows a field that may be absent, and has nothing to say when it is. A message that cannot be
            formatted whole is never sent.

            ```text
            "body": "Fee: {$fee}"
            ```

            Every optional field `x` comes with a boolean `$x.present` that can choose: `{"match": ["fee.present"],
            "when": {"true": "Fee: {$fee}", "*": "No fee"}}`.
            """
    )

    public static let neverChosen = DiagnosticCode(
        "T0213",
        "never-chosen",
        .warning,
        page: """
            A variant has the key of a plural form that no number has in this language: nobody ever sees its words.

            ```text
            { "match": ["count"], "when": { "one": "…", "few": "…", "*": "…" } }
            ```

            English has `one` and `other`. Remove the variant.
            """
    )

    public static let unknownSlot = DiagnosticCode(
        "T0214",
        "unknown-slot",
        page: """
            A text stands under a name that is no slot: nobody would show it.

            ```text
            "assignment.created": { "titel": "New assignment" }
            ```

            Slots are `title`, `subtitle`, `body`, `action`, `image`, `sms`, `email.subject`, `email.preheader`,
            `email.html`, `email.text`, and what plugins add (`carillon channels`). A group named like a channel holds
            words for that channel.
            """
    )

    public static let markupInText = DiagnosticCode(
        "T0215",
        "markup-in-text",
        page: """
            Markup stands in words that are shown as plain text: it would vanish.

            ```text
            "title": "{#strong}New{/strong} assignment"
            ```

            Markup belongs to `email.html`.
            """
    )

    public static let unknownMarkup = DiagnosticCode(
        "T0216",
        "unknown-markup",
        page: """
            An HTML slot has markup that the layout doesn't know.

            There are `p`, `strong`, `em`, `br`, `link`, `ul`, `ol`, `li`, `h1`, `h2`, `h3` and `button`. Raw HTML
            belongs to the layout.
            """
    )

    public static let unbalancedMarkup = DiagnosticCode(
        "T0217",
        "unbalanced-markup",
        page: """
            Markup is opened and not closed, closed and not opened, or closed in the wrong order.

            ```text
            "html": "{#p}{#strong}Hello{/p}{/strong}"
            ```

            Close the inner one first: `{#p}{#strong}Hello{/strong}{/p}`.
            """
    )

    public static let lineBreak = DiagnosticCode(
        "T0218",
        "line-break",
        page: """
            A slot that shows one line has words with line breaks: a title, a subject.

            Put everything on one line, or move the rest to `body`.
            """
    )

    public static let sensitiveLeak = DiagnosticCode(
        "T0219",
        "sensitive-leak",
        page: """
            A field marked `sensitive` would be shown where others than the recipient can read it: on a lock screen,
            in the subject or preview of a mail, in an SMS, in a webhook.

            Give the channel words of its own that do without: `"push": { "body": "You have a new message" }` beside
            the general `body`. The in-app feed may show everything.
            """
    )

    public static let tooLarge = DiagnosticCode(
        "T0220",
        "too-large",
        page: """
            A message can grow larger than its provider takes. The diagnostic shows the sum: every part at its
            largest, by the types of the payload's fields. A character takes up to 4 bytes.

            Lower `maxLength` of the fields that the largest parts show, or take fields out of `data`. Only a body
            that shows words brought by the sender (`localizedText`) may be shortened on sending; everything else must
            fit.
            """
    )

    public static let badMarkupLink = DiagnosticCode(
        "T0221",
        "bad-markup-link",
        page: """
            A link or a button in HTML names no route, a route that a mail can't open, or one whose parameters nothing
            fills, or something that doesn't always fit; or it stands within another one, or holds no words.

            ```text
            "html": "{#link}Open{/link}"
            ```

            Write `{#link to=project}Open{/link}`. A parameter comes from an option (`id=$project_id`), else from the
            event's own deep link where that leads to the same route, else from the payload field of the same name. The
            field is always there, or the link stands in a variant that is chosen when it is
            (`project_id.present` is `true`), and each of its values fits the parameter: a uuid, a slug, an integer.
            """
    )
}
