public import CarillonDiagnostics

/// T068: the web inbox.
extension DiagnosticCode {
    public static let inboxPageTaken = DiagnosticCode(
        "T0680",
        "inbox-page-taken",
        page: """
            The page of the inbox stands where something else answers `GET`: a route of the contract, or the host itself.

            ```text
            "inbox": { "page": "/feed" }                              in profile.json
            { "method": "GET", "path": "/feed", … }                   in contract.json
            ```

            The page answers behind the tenant's name and at the root of its `hosts`, just as the contract does, and one of
            the two would never be reached. Apps have the contract's path built in, so move the page: `/inbox`, say. At the
            root of `hosts` the host's own paths (`/v1/…`, `/health/…` and the like) are taken, too.
            """
    )

    public static let badThemeValue = DiagnosticCode(
        "T0681",
        "bad-theme-value",
        page: """
            A value of `inbox.theme` isn't of the form that its key takes.

            ```text
            "theme": { "accent": "green", "radius": "12" }
            ```

            Values become CSS as they stand, so only forms are taken that can't hold anything else: colours as `#rrggbb` or
            `#rrggbbaa`, or one for light and one for dark mode as `light-dark(#0B6E35, #4ADE80)`; lengths with a unit;
            names of fonts, in single quotes where they hold more than words. Functions such as `calc()` and `url()` aren't
            taken.
            """
    )

    public static let unfitInboxText = DiagnosticCode(
        "T0682",
        "unfit-inbox-text",
        page: """
            A text that the inbox chooses in the browser has a form that it can't choose from.

            ```text
            "bell.label": { "text": "{$count :number minimumFractionDigits=1} unread" }
            ```

            Browsers have no MessageFormat. The host sends such texts (`bell.label`, `inbox.new`, `card.label` and all others
            with an id of the inbox) as plain words, with the number left open, and one choice between them. So a text may
            have its own argument, terms, and one selection by that argument: by plural form, by ordinal form, or by exact
            value. It may have no other functions, no options, no `.local` and no markup. `center.time` and `group.date` are
            formatted by the host, and may have all of it.
            """
    )

    public static let wrongInboxArgument = DiagnosticCode(
        "T0683",
        "wrong-inbox-argument",
        page: """
            A text with an id of the inbox has an argument that the inbox doesn't give it, or one of another type.

            ```text
            "texts": { "bell.label": { "payload": { "number": { "type": "integer" } } } }
            ```

            | text | its argument |
            |---|---|
            | `bell.label`, `inbox.new` | `count`, an `integer` |
            | `card.label` | `read`, a `boolean` |
            | `center.time` | `at`, an `instant` |
            | `group.date` | `date`, a `date` |

            All others have none. These ids are the inbox's whether or not a profile has `inbox`, since its elements can be
            used on any page; a text for something else takes another id.
            """
    )

    public static let inboxWithoutFeed = DiagnosticCode(
        "T0684",
        "inbox-without-feed",
        page: """
            `inbox` shows the feed, and the profile has no channel that puts notifications into one.

            Add one, `"in-app": { "use": "in-app" }`, and name it in the `channels` of the events, or leave `inbox` out.
            """
    )
}
