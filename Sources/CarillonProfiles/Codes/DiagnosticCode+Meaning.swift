public import CarillonDiagnostics

/// T02 and T09: words that a program can read, and that don't say what was meant.
extension DiagnosticCode {
    public static let nameAsWords = DiagnosticCode(
        "T0241",
        "name-as-words",
        page: """
            A placeholder holds a word that is the name of a variable, without `$`. MessageFormat takes it for the word itself:
            people would read the name.

            ```text
            "body": "Your train leaves in {minutes} minutes"
            ```

            Write `{$minutes}`. A word that is meant as it stands needs no braces, or stands between bars: `{|minutes|}`.
            """
    )

    public static let copiedWords = DiagnosticCode(
        "T0961",
        "copied-words",
        .warning,
        page: """
            A template file says what another language's says, letter for letter: it was probably copied to be translated, and
            wasn't. Names, short words and placeholders don't count, nor do languages that are written alike, such as `en` and
            `en-GB`, or `no` and `nb`.

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
