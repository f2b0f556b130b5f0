public import CarillonDiagnostics

/// T05: events, payloads and samples.
extension DiagnosticCode {
    public static let unknownField = DiagnosticCode(
        "T0501",
        "unknown-field",
        page: """
            A placeholder, a schedule or a deep link names a payload field that the event doesn't have, or a part of
            one that doesn't exist.

            ```text
            "collapse": "assignment-{dosier_id}"
            ```

            Correct the name. Beside the payload there are `{link.app}`, `{link.web}`, `{link.screen}`,
            `{event.type}`, `{event.category}`, `{event.alias}`, `{notification.id}` and `{slot.…}`; money has
            `.value` and `.currency`.
            """
    )

    public static let wrongFieldType = DiagnosticCode(
        "T0502",
        "wrong-field-type",
        page: """
            A field is used where its type doesn't fit: a schedule counts from something that is no point in time, an
            image is no URL.

            Choose another field, or correct its type.
            """
    )

    public static let emptyRange = DiagnosticCode(
        "T0503",
        "empty-range",
        page: """
            `minimum` is larger than `maximum`: no number would be accepted.

            Swap them, or correct one.
            """
    )

    public static let duplicateValue = DiagnosticCode(
        "T0504",
        "duplicate-value",
        page: """
            A value stands twice in a list that is a set: channels of an event, languages, values of an enum.

            Remove one of them.
            """
    )

    public static let badExample = DiagnosticCode(
        "T0505",
        "bad-example",
        page: """
            An example of a field would be refused by the field's own type.

            Examples are shown to those who write senders: correct it.
            """
    )

    public static let badSample = DiagnosticCode(
        "T0506",
        "bad-sample",
        page: """
            A sample's payload would be refused when posted: a field is missing, unknown, or has another type.

            Correct the sample, or the event. The diagnostic says what the event wants.
            """
    )

    public static let unknownSample = DiagnosticCode(
        "T0507",
        "unknown-sample",
        page: """
            A sample belongs to no event: its name is none, nor an event's followed by a dot and a name.

            Rename it: `samples/assignment.created.json`, `samples/assignment.created.reviewer.json`.
            """
    )

    public static let optionalInTopic = DiagnosticCode(
        "T0508",
        "optional-in-topic",
        page: """
            A topic is made from a field that may be absent; then there would be no topic, and nobody would be told.

            Make the field required.
            """
    )

    public static let sensitiveData = DiagnosticCode(
        "T0509",
        "sensitive-data",
        page: """
            A field marked `sensitive` would leave the tenant: in the data of a webhook, or in the name of a topic.

            Send an opaque id, and let the receiver ask for the rest.
            """
    )

    public static let reservedName = DiagnosticCode(
        "T0510",
        "reserved-name",
        page: """
            A payload field has a name that means something else in templates: `tenant`, `recipient`, `link`, or a
            term.

            Give it another name.
            """
    )

    public static let duplicateAlias = DiagnosticCode(
        "T0511",
        "duplicate-alias",
        page: """
            Two events have the same alias: a client that uses it would mean both.

            Give each its own.
            """
    )

    public static let duplicateMessage = DiagnosticCode(
        "T0512",
        "duplicate-message",
        page: """
            An event and an app text have the same id; their words would stand under one name in the templates.

            Rename the text.
            """
    )
}
