public import CarillonDiagnostics

/// T04: deep links.
extension DiagnosticCode {
    public static let foreignLink = DiagnosticCode(
        "T0403",
        "foreign-link",
        page: """
            A route leads out of the tenant's own app and site: its scheme or origin is none of those under
            `deepLinks`.

            ```text
            "app": "otherapp://projects/{id}", "web": "http://acme.example/{id}"
            ```

            `app` begins with one of `schemes`, `web` with one of `origins`, `screen` with a single slash.
            """
    )

    public static let unknownParameter = DiagnosticCode(
        "T0404",
        "unknown-parameter",
        page: """
            A route's text has a placeholder that its `params` don't declare.

            ```text
            "project": { "params": { "id": "slug" }, "app": "acme://projects/{project}" }
            ```

            Write `{id}`, or declare the parameter with its type.
            """
    )

    public static let unusedParameter = DiagnosticCode(
        "T0405",
        "unused-parameter",
        .warning,
        page: """
            A route declares a parameter that none of its texts uses. Events must still fill it.

            Remove it from `params`, or use it.
            """
    )

    public static let emptyRoute = DiagnosticCode(
        "T0406",
        "empty-route",
        page: """
            A route has neither `app` nor `web` nor `screen`: it leads nowhere.

            Add at least one of them.
            """
    )

    public static let openAuthority = DiagnosticCode(
        "T0407",
        "open-authority",
        page: """
            A parameter stands where it decides which app, which host or which screen a link leads to.

            ```text
            "web": "https://{region}.acme.example/projects", "app": "acme://{id}"
            ```

            Scheme and host are fixed, and so is what stands before the first slash of an app link: with `acme://{id}`
            a payload that says `profile` would open another screen. Parameters belong into the path and the query:
            `acme://projects/{id}`. Two hosts are two routes.
            """
    )

    public static let badLink = DiagnosticCode(
        "T0408",
        "bad-link",
        page: """
            A route's text is no link that every reader understands alike: it has a fragment, an `@` before the path,
            an empty segment, `..`, characters that must be percent-encoded, or a parameter of type `path` elsewhere than at the
            end of its path.

            The diagnostic says which.
            """
    )

    public static let unknownRoute = DiagnosticCode(
        "T0409",
        "unknown-route",
        page: """
            An event or a link in a mail names a route that `deepLinks.routes` doesn't declare.

            Correct the name, or declare the route.
            """
    )

    public static let missingArgument = DiagnosticCode(
        "T0410",
        "missing-argument",
        page: """
            An event's deep link doesn't fill a parameter of its route.

            ```text
            "deepLink": { "route": "project" }
            ```

            Name the payload field: `"deepLink": { "route": "project", "id": "project_id" }`.
            """
    )

    public static let unknownArgument = DiagnosticCode(
        "T0411",
        "unknown-argument",
        page: """
            An event's deep link fills a parameter that its route doesn't have.

            Correct the name, or remove it.
            """
    )

    public static let wrongArgument = DiagnosticCode(
        "T0412",
        "wrong-argument",
        page: """
            A field fills a route's parameter, and not all of its values would fit: a text for a slug, a URL for an
            id.

            Choose a field of a fitting type: `uuid`, `slug` and `integer` for ids. A parameter of type `text` takes texts of at
            most 256 characters (`"maxLength": 256`). In a link's query that is any text but a link (also one written with percent
            signs), which is refused when the event is posted; so is a text that makes the whole link longer than 2,048 bytes. In
            a path fewer texts can stand (T0974). Of an `enum`, each value must make a link.
            """
    )

    public static let sensitiveInLink = DiagnosticCode(
        "T0413",
        "sensitive-in-link",
        page: """
            A field marked `sensitive` would stand in a link. Other apps may claim the same scheme, and links end up
            in logs and histories.

            Let the link carry an opaque id, and let the app fetch the rest.
            """
    )

    public static let openAudience = DiagnosticCode(
        "T0415",
        "open-audience",
        page: """
            A route has an audience that could not be told from a link, or from a send's data: a parameter of it is missing
            in one of the route's texts, or in `dataNames`. Whoever is led there in that way would be held against nothing.

            ```text
            "project": {
              "params": { "id": "slug", "tab": "slug" }, "app": "acme://projects/{id}?tab={tab}", "screen": "/project",
              "audience": "project:{id}", "dataNames": { "tab": "tab" }
            }
            ```

            Each parameter of `audience` stands in `app`, `web` and `screen`, as far as the route has them, and in `dataNames`
            where the route has that: `"screen": "/project?id={id}"`, `"dataNames": { "id": "project_id" }`. `dataNames`
            without an audience says nothing.
            """
    )

    public static let twoAudiences = DiagnosticCode(
        "T0416",
        "two-audiences",
        page: """
            An event has an audience or a topic of its own, and leads to a route with another audience. Only one can be asked for.

            ```text
            "deepLink": { "route": "project", "id": "project_id" }, "audience": "team:{team_id}"
            ```

            Remove the event's own: it has its route's audience. Or let it lead to a route that is open to those it goes to.
            """
    )

    public static let optionalInLink = DiagnosticCode(
        "T0414",
        "optional-in-link",
        .warning,
        page: """
            An event's deep link is filled by a field that may be absent. The notification then has no link at all:
            whoever taps on it is left at the app's first screen.

            ```text
            "payload": { "order_id": { "type": "uuid", "optional": true } },
            "deepLink": { "route": "order", "id": "order_id" }
            ```

            Make the field required, or make two events of it: one that leads somewhere, and one that doesn't.
            """
    )
}
