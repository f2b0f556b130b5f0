public import CarillonDiagnostics

/// T02 and T09: texts that are valid, but don't say what their author meant.
extension DiagnosticCode {
    public static let nameAsText = DiagnosticCode(
        "T0241",
        "name-as-words",
        page: #"""
            The name of a variable stands where its value was meant. MessageFormat takes `{minutes}` for the word itself, and
            `\{$minutes\}` for braces: people would read the name.

            ```text
            "body": "Your train leaves in {minutes} minutes"
            ```

            Write `{$minutes}`. The same goes for a name in other case or misspelt a little (`{Minutes}`, `{minute}`), within a
            word processor's quotation marks (`{“minutes”}`), and for the forms of other tools (`${minutes}`, `%{minutes}`).
            Words that are meant as they stand need no braces.
            """#
    )

    public static let otherPlaceholder = DiagnosticCode(
        "T0980",
        "other-placeholder",
        .warning,
        page: #"""
            Words hold a placeholder as other tools write it, and nothing fills it in: `$name`, `[name]`, `<name>`, `%name%`,
            `:name`, `@name`, `@@name@@`, `__name__`, `((name))`, `{|name|}` or `\{name\}` where the event has a variable
            `$name`, and where it has any, `%s`, `%1$s`, `%d`, `%@` and `{0}`.

            ```text
            "title": "Hello %s, your train leaves in [minutes] minutes"
            ```

            Write `{$name}` and `{$minutes}`. Prices, percents and words in brackets aren't told: `$5`, `20 %`, `[new]`. Words
            that are meant as they stand are written `{|[minutes]|}`, and a sign before a name `{|$|}minutes`.
            """#
    )

    public static let htmlReference = DiagnosticCode(
        "T0981",
        "html-reference",
        .warning,
        page: """
            Words hold a character reference of HTML, such as `&nbsp;` or `&amp;`. All text is escaped, in mails too: people would
            read the reference.

            ```text
            "email": { "html": "{#p}Terms&nbsp;&amp;&nbsp;conditions{/p}" }
            ```

            Write the character itself: `&` for `&amp;`, `<` for `&lt;`, `é` for `&eacute;`. One that nobody sees can be written
            as JSON has it, `\\u00A0` for `&nbsp;`.
            """
    )

    public static let formWithoutNumber = DiagnosticCode(
        "T0982",
        "form-without-number",
        .warning,
        page: """
            The words for a plural form don't show the number, and the form is that of several numbers: `one` is 1, 21, 31 and so
            on in Russian, 0 and 1 in French. Somebody with 21 minutes left would read “one minute left”.

            ```text
            "body": {
              "match": ["minutes"],
              "when": { "one": "Осталась одна минута", "few": "Осталось {$minutes} минуты", "*": "Осталось {$minutes} минут" }
            }
            ```

            Show the number in the form, and give the number that was meant a row of its own, with the number as its key:

            ```text
            "1": "Осталась одна минута",
            "one": "Осталась {$minutes} минута",
            ```

            Nothing is told where a form is that of one number alone, such as `one` in English or German, where the other numbers
            have rows of their own, or where the field's `minimum` and `maximum` leave one, nor where no row shows the number.
            """
    )

    public static let copiedText = DiagnosticCode(
        "T0961",
        "copied-words",
        .warning,
        page: """
            A template file says what another language's says, word for word: it was probably copied to be translated, and
            wasn't. Another full stop or capital is no translation. Names, short words and placeholders don't count, nor do
            languages that are written alike, such as `en` and `en-GB`, or `no` and `nb`.

            Translate the words. What isn't translated yet can be left out of the file: its readers get the default language,
            and `carillon validate` lists what is missing (T0907).
            """
    )

    public static let prepositionBeforeTime = DiagnosticCode(
        "T0962",
        "preposition-before-time",
        .warning,
        page: """
            A word such as “at” or “on” stands before a time that `:carillon:relative` shows. That brings such words itself: people
            would read “at today at 7:16 PM”.

            ```text
            "body": "Your train leaves at {$departure :carillon:relative}"
            ```

            Leave the word out: `Your train leaves {$departure :carillon:relative capitalise=never}`. Or show the clock alone,
            `at {$departure :time}`, or the date, `on {$departure :date}`.

            Words that say from when, until when, or about when (“by”, “until”, “since”, “around”), are needed, and want a date
            behind them: “by Today at 7:16 PM” isn't right in most languages. Write `by {$departure :datetime}`.
            """
    )

    public static let pushWithoutLink = DiagnosticCode(
        "T0963",
        "push-without-link",
        .warning,
        page: """
            An event has a deep link, and its pushes carry nothing by which the app could follow it: who taps on one lands on
            the app's first screen. A push carries its `data`, and what the channel's plugin adds; browsers get the link for the
            web.

            ```text
            "deepLink": { "route": "order", "id": "order_id" },
            "data": { "kind": "order" }
            ```

            Add the link, or the fields that it is made of:

            ```text
            "data": { "kind": "order", "link": "{link.app}" }
            ```

            Nothing is told where the channel or the event has a `message`: it says what is sent.
            """
    )
}
