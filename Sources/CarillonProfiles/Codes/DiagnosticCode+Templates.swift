public import CarillonDiagnostics

/// T02: words, languages and the variables in them.
extension DiagnosticCode {
    public static let messageSyntax = DiagnosticCode(
        "T0201",
        "message-syntax",
        page: #"""
            A text is no MessageFormat 2 message: a brace isn't closed, a function is misspelt into something
            unreadable, or a backslash stands before a letter.

            ```text
            "body": "You have been assigned to {$dossier as {$role}"
            ```

            Close the brace: `{$dossier}`. Braces that are meant as text are written `\\{` and `\\}` in JSON.
            """#
    )

    public static let missingFallbackVariant = DiagnosticCode(
        "T0202",
        "missing-fallback-variant",
        page: """
            A text with variants has none that takes whatever is left.

            ```text
            { "match": ["count"], "when": { "one": "{$count} message", "other": "{$count} messages" } }
            ```

            The last variant has the key `*`: write `"*"` instead of `"other"`.
            """
    )

    public static let badVariant = DiagnosticCode(
        "T0203",
        "bad-variant",
        page: """
            A variant's keys don't fit: there are more or fewer than fields in `match`, the same keys stand twice, or
            a variant tries to choose again.

            ```text
            { "match": ["count", "role"], "when": { "one": "…", "*": "…" } }
            ```

            With two fields each key has two parts: `"one reviewer"`, `"* *"`.
            """
    )

    public static let badDeclaration = DiagnosticCode(
        "T0204",
        "bad-declaration",
        page: """
            A `.input` or `.local` of a message binds a name twice, an option is given twice, or a selector goes
            through no function.

            ```text
            .input {$count} .match $count one {{…}} * {{…}}
            ```

            Write `.input {$count :integer}`. The form `{match, when}` does this by itself, from the field's type.
            """
    )

    public static let unknownVariable = DiagnosticCode(
        "T0205",
        "unknown-variable",
        page: """
            A text shows a variable that isn't there. Variables are the fields of the event's payload, the terms of
            the file, and `$tenant`, `$recipient` and `$link`.

            ```text
            "body": "{$dosier} has a new owner"
            ```

            Correct the name, or add the field to the event's `payload` in `events.json`.
            """
    )

    public static let unknownFunction = DiagnosticCode(
        "T0206",
        "unknown-function",
        page: """
            A text uses a function that doesn't exist.

            ```text
            "body": "{$amount :money}"
            ```

            There are `:string`, `:number`, `:integer`, `:percent`, `:offset`, `:currency`, `:date`, `:time`,
            `:datetime`, and `:carillon:money`, `:carillon:relative`, `:carillon:list`. Without any, each type is
            formatted in the usual way: `{$amount}`.
            """
    )

    public static let wrongUse = DiagnosticCode(
        "T0207",
        "wrong-use",
        page: """
            A function gets a value it can do nothing with: a name as a number, money as a date.

            ```text
            "body": "{$dossier :number}"
            ```

            Leave the function out, or correct the field's type in `events.json`. The diagnostic says what the
            function needs.
            """
    )

    public static let impossibleKey = DiagnosticCode(
        "T0208",
        "impossible-key",
        page: """
            A variant has a key that the field can never be: an enum has no such value, a boolean is `true` or
            `false`, a number has no such plural form at all.

            ```text
            { "match": ["role"], "when": { "reviwer": "…", "*": "…" } }
            ```

            Correct the key. A value that may come in future needs no variant: `*` takes it.
            """
    )

    public static let missingPlural = DiagnosticCode(
        "T0209",
        "missing-plural",
        page: """
            A text that depends on a number lacks plural forms of its language. Arabic has six, Polish four, English
            two. `*` may stand for one form, the one that is left; for more than one it would be wrong for some
            number.

            ```text
            { "match": ["count"], "when": { "one": "رسالة", "*": "رسائل" } }
            ```

            Add a variant for each form that the diagnostic names; it shows numbers of that form. Forms that only
            exact numbers have (`"0"`, `"1"`) are covered by these.
            """
    )

    public static let missingSlot = DiagnosticCode(
        "T0210",
        "missing-slot",
        page: """
            A channel cannot do without a slot, and the default language has no words for it.

            Add the words to the template file of the default language, for all channels (`"title": "…"`) or for this
            one (`"push": { "title": "…" }`). Other languages fall back to these.
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
            A link in HTML names no route, or a route whose parameters nothing fills.

            ```text
            "html": "{#link}Open{/link}"
            ```

            Write `{#link to=dossier}Open{/link}`. Parameters come from the event's own deep link, from payload fields
            of the same name, or from options.
            """
    )

    public static let unsupportedDefault = DiagnosticCode(
        "T0230",
        "unsupported-default",
        page: """
            `locales.default` is not among `locales.supported`.

            ```text
            { "default": "en", "supported": ["nb", "ar"] }
            ```

            Add it there, or choose another default. The default's words always exist.
            """
    )

    public static let fallbackCycle = DiagnosticCode(
        "T0231",
        "fallback-cycle",
        page: """
            Fallbacks of languages lead around in a circle.

            ```text
            { "nb": "nn", "nn": "nb" }
            ```

            Each way must end at a supported language.
            """
    )

    public static let fallbackToNowhere = DiagnosticCode(
        "T0232",
        "fallback-to-nowhere",
        page: """
            A fallback leads to a language that is not supported and has no fallback of its own.

            ```text
            { "supported": ["en"], "fallbacks": { "nb": "no" } }
            ```

            Let it lead to a supported language; the default is used without being named.
            """
    )

    public static let unsupportedTemplates = DiagnosticCode(
        "T0233",
        "unsupported-templates",
        page: """
            There is a template file for a language that the profile doesn't support: nobody ever sees its words.

            Add the language to `locales.supported`, or remove the file.
            """
    )

    public static let unsupportedWords = DiagnosticCode(
        "T0234",
        "unsupported-words",
        page: """
            Words by language in `profile.json` (names of Android channels, categories, actions) are in a language
            that isn't supported, or lack the default one.

            ```text
            "name": { "fr": "Messages" }
            ```

            Write the supported languages, or one text for all: `"name": "Messages"`.
            """
    )
}
