public import CarillonDiagnostics

/// T067: what apps that use another service's protocol are served.
extension DiagnosticCode {
    public static let unknownColumnSource = DiagnosticCode(
        "T0670",
        "unknown-column-source",
        page: """
            A column of `realtime.supabase` comes from something that no notification in the feed has.

            ```text
            "escrow_id": { "from": "data.escrowId", "type": "uuid" }
            ```

            The diagnostic lists what there is: what each notification has, the texts of the events that go into the
            feed as `text.…`, and the members of their `data` as `data.…`. A member that only some events have is null
            for the others.
            """
    )

    public static let wrongColumnType = DiagnosticCode(
        "T0671",
        "wrong-column-type",
        page: """
            A column of `realtime.supabase` has a type that can't hold what it shows.

            ```text
            "is_read": { "from": "isRead", "type": "text" }
            ```

            Clients convert values by the type of the column, and would show a wrong one or none. The diagnostic lists
            the types that can hold it. For a member of `data`, these are the types that fit every event which has it:
            `uuid` for a lone placeholder of a `uuid` field, `text` for whatever is put together.
            """
    )

    public static let missingKeyColumn = DiagnosticCode(
        "T0672",
        "missing-key-column",
        page: """
            The table of `realtime.supabase` has no column that shows the notification's id, or more than one.

            Apps find a row again by its primary key: to mark it, and to apply a change to the row they have. Add one
            column with `"from": "id"`.
            """
    )

    public static let tableWithoutFeed = DiagnosticCode(
        "T0673",
        "table-without-feed",
        page: """
            `realtime.supabase` shows the feed as a table, and the profile has no channel that puts notifications into
            a feed.

            Add one, `"in-app": { "use": "in-app" }`, and name it in the `channels` of the events, or leave `realtime`
            out.
            """
    )
}
