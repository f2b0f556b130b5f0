public import CarillonDiagnostics

/// T01: the set of files in a folder.
extension DiagnosticCode {
    public static let missingFile = DiagnosticCode(
        "T0130",
        "missing-file",
        page: """
            A folder lacks a file that every tenant has: `profile.json`, `events.json`, and `templates/<locale>.json` for
            each supported language.

            Add the file, or remove the language from `locales.supported`. `carillon new` writes a folder that is whole.
            """
    )

    public static let unreadableFile = DiagnosticCode(
        "T0131",
        "unreadable-file",
        page: """
            A file or folder of the tenant exists and cannot be read: permissions, or it is no regular file.

            Check what the operating system says; it is part of the diagnostic.
            """
    )

    public static let unexpectedFile = DiagnosticCode(
        "T0132",
        "unexpected-file",
        .warning,
        page: """
            A file lies in the tenant's folder that nothing reads: its name or place is not one of the format's.

            Templates are named by their language (`templates/en.json`), samples by their event
            (`samples/assignment.created.json`). Notes belong into a `README.md`, which is left alone.
            """
    )

    public static let outsideFolder = DiagnosticCode(
        "T0133",
        "outside-folder",
        page: """
            A symbolic link leads out of the tenant's folder, or of the folder `channels` beside it, or a file is not a
            regular one. A tenant's files are its own: a folder never reads another's, or the machine's.

            Copy the file instead of linking to it.
            """
    )

    public static let tooManyFiles = DiagnosticCode(
        "T0134",
        "too-many-files",
        page: """
            A tenant's folder holds more files than a profile can have. It was not read.

            Is it the right folder?
            """
    )

    public static let wrongTenant = DiagnosticCode(
        "T0135",
        "wrong-tenant",
        page: """
            `tenant` in `profile.json` and the folder's name differ. Both are the tenant's id: in URLs, in logs, in names
            of secrets and of the database.

            Rename one of them. The folder is what the host goes by.
            """
    )

    public static let wrongLocale = DiagnosticCode(
        "T0136",
        "wrong-locale",
        page: """
            `locale` in a template file and the file's name differ: one of them says another language than the other.

            Rename the file, or correct the key. `templates/nb.json` begins with `"locale": "nb"`.
            """
    )

    public static let contestedHost = DiagnosticCode(
        "T0137",
        "contested-host",
        page: """
            Two tenants claim the same host in `hosts`. The root of a host is the contract of one tenant: with two, apps
            of one would send their users' tokens to the other.

            Give each tenant a host of its own, or none; under `/{tenant}` every contract can be reached anyway. It is
            found when both folders are validated together, as `carillon validate tenants` does; a host serves neither of
            two such tenants that it finds at start, and leaves out one that comes later.
            """
    )

    public static let ambiguousAppKey = DiagnosticCode(
        "T0138",
        "ambiguous-app-key",
        .warning,
        page: """
            Apps with a Supabase client may ask without a tenant's name, on a host that is no tenant's: their key says whose
            app it is. Two tenants declare a table in `realtime.supabase` and have the same key in `apiKeys`, or one of them
            has neither a key nor a host of its own. Such a request is answered by nobody then: 404.

            Give each tenant keys of its own. Under `/{tenant}` and on the tenant's `hosts` every app is answered anyway. It is
            found when both folders are validated together, as `carillon validate tenants` does; a host writes it to its log.
            """
    )
}
