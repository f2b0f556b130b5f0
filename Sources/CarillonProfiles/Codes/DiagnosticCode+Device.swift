public import CarillonDiagnostics

/// What apps make of pushes on the device.
extension DiagnosticCode {
    public static let unknownDeviceTable = DiagnosticCode(
        "T0235",
        "unknown-device-table",
        page: """
            A way to a field under `device.fields`, of the profile or of an event, looks into a table that the profile's
            `device.tables` doesn't declare, or takes a member that the table doesn't have.

            ```text
            "device": {
              "tables": { "projects": { "members": ["name"] } },
              "fields": { "project": { "lookup": "project", "key": "project_id", "member": "name" } }
            }
            ```

            Correct the name, or declare it: `"lookup": "projects"`.
            """
    )

    public static let incompleteDeviceField = DiagnosticCode(
        "T0236",
        "incomplete-device-field",
        page: """
            A way to a field under `device.fields`, of the profile or of an event, lacks a key, or has one of another way.

            ```text
            { "lookup": "projects", "key": "project_id" }
            ```

            There are three ways. A list of them may stand where one does; the first that yields something counts.

            ```text
            { "lookup": "projects", "key": "project_id", "member": "name", "default": "Project {project_id}" }
            { "shorten": "address", "head": 6, "tail": 4 }
            { "scale": "value", "digits": 18 }
            ```

            `digits` may be a `lookup`, too.
            """
    )

    public static let unfoundOnDevice = DiagnosticCode(
        "T0237",
        "unfound-on-device",
        page: """
            With `device.words`, apps make the words of pushes from the templates. A device has what a push carries in its `data`,
            and what it finds by that. This variable is neither.

            ```text
            "data": { "project_id": "{project_id}" }
            "title": "News of {$project}"
            ```

            Let it travel, as a member of its own (`"project": "{project}"`), or say how the app finds it:

            ```text
            "device": {
              "words": true,
              "tables": { "projects": { "members": ["name"] } },
              "fields": { "project": { "lookup": "projects", "key": "project_id", "member": "name", "default": "{project_id}" } }
            }
            ```

            Where only one event finds it so, the event says it, under the same key in `events.json`.

            Texts, ids, enums, booleans, integers and decimals can be made from what travels; money, points in time, days and lists
            can't.
            """
    )

    public static let clientProfileTooLarge = DiagnosticCode(
        "T0238",
        "client-profile-too-large",
        page: """
            What apps load at their start, `GET /v1/{tenant}/client-profile`, would have more than 256 KiB. Where apps make
            the words of pushes, an extension that the phone starts for each push reads it, in a little memory and time.

            It is larger than the files by this: texts come in every language that the tenant supports.

            Shorten what the diagnostic names first: long texts of the app belong on a page that the app opens, words of pushes
            travel with the push unless `device.words` is on, and an event type that reaches no device isn't in it.
            """
    )

    public static let largeClientProfile = DiagnosticCode(
        "T0965",
        "large-client-profile",
        .warning,
        page: """
            What apps load at their start, `GET /v1/{tenant}/client-profile`, has more than 64 KiB: it is loaded again at
            each change of the files, over the phone's network. With more than 256 KiB the tenant is refused (T0238).

            Shorten what the diagnostic names first: long texts of the app belong on a page that the app opens, words of pushes
            travel with the push unless `device.words` is on, and an event type that reaches no device isn't in it.
            """
    )

    public static let similarPushes = DiagnosticCode(
        "T0964",
        "similar-pushes",
        .warning,
        page: """
            Two event types send pushes whose `data` have members of the same names, which may hold the same. An app that gets one
            can't know of which event it tells: it can follow the link and show the words, and no more.

            ```text
            "order.paid": { "data": { "order_id": "{order_id}" } }
            "order.shipped": { "data": { "order_id": "{order_id}" } }
            ```

            Put the event's name into both:

            ```text
            "data": { "type": "{event.type}", "order_id": "{order_id}" }
            ```

            Where an app that is out there fixes what `data` holds, say so in the profile's `allow`, with the reason.
            """
    )
}
