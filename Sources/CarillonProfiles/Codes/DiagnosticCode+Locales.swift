public import CarillonDiagnostics

/// T02: languages and what they fall back to.
extension DiagnosticCode {
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

    public static let unsupportedLocaleText = DiagnosticCode(
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
