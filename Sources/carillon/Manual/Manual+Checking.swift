/// The manuals of commands that check, show and compare.
extension Validate: ManualCommand {
    static let manual = CommandManual(
        "There is no error; with --strict, no warning either.",
        found: "There are errors; with --strict, errors or warnings, or the baseline has what is put right.",
        input: "A path, the baseline or a git revision can't be read.",
        environment: CommandManual.Entry.appearance + CommandManual.Entry.checkout,
        files: [.tenants, .sharedChannels, .baseline],
        examples: [
            .init("carillon validate", "Check all tenants of the folder tenants."),
            .init("carillon validate --strict --since origin/main tenants", "In a pull request: those with a change."),
            .init("carillon validate --strict --staged tenants", "In a hook before a commit: what is staged."),
            .init("carillon validate --format sarif tenants", "For GitHub's code scanning."),
        ]
    )
}

extension BaselineCommand.Create: ManualCommand {
    static let manual = CommandManual(
        "The file is written; errors, which are never in it, are counted on standard error.",
        input: "A path can't be read, or the file can't be read or written.",
        files: [.tenants, .baseline],
        examples: [.init("carillon baseline create tenants", "Write down the warnings that are there.")]
    )
}

extension BaselineCommand.Prune: ManualCommand {
    static let manual = CommandManual(
        "What is put right is taken out.",
        found: "There are errors, beside which warnings may be unseen: nothing is taken out.",
        input: "A path can't be read, or the file can't be read or written.",
        files: [.tenants, .baseline],
        examples: [.init("carillon baseline prune tenants", "After warnings were put right.")]
    )
}

extension BaselineCommand.Show: ManualCommand {
    static let manual = CommandManual(
        "It is listed.",
        input: "A path or the file can't be read.",
        files: [.tenants, .baseline],
        examples: [.init("carillon baseline show tenants", "List what is in it.")]
    )
}

extension Render: ManualCommand {
    static let manual = CommandManual(
        "All that is shown can be sent.",
        found: "The tenant has errors, or something of what is shown can't be sent.",
        input: Unreadable.path,
        environment: CommandManual.Entry.appearance,
        files: [.tenants, .context],
        examples: [
            .init("carillon render shop order.shipped", "In every language, for every channel."),
            .init(
                "carillon render shop order.shipped --channel push --wire",
                "The requests to push, as they are sent."
            ),
        ]
    )
}

extension Test: ManualCommand {
    static let manual = CommandManual(
        "Every sample looks as it was approved.",
        found: "A tenant has errors, or a sample looks otherwise, or has no golden file.",
        input: Unreadable.git,
        environment: CommandManual.Entry.appearance + CommandManual.Entry.checkout,
        files: [.tenants, .golden, .context],
        examples: [
            .init("carillon test tenants", "Compare."),
            .init("carillon test --update tenants/shop", "Approve of what samples look like now."),
            .init("carillon test --since origin/main tenants", "In a pull request: tenants with a change."),
        ]
    )
}

extension Diff: ManualCommand {
    static let manual = CommandManual(
        "The difference is shown; with --strict, nothing of it is breaking.",
        found: "A tenant has errors; with --strict, or a change is breaking.",
        input: "A path or a git revision can't be read, or a host doesn't answer.",
        environment: CommandManual.Entry.appearance + CommandManual.Entry.checkout + [.adminKey],
        files: [.tenants, .context],
        examples: [
            .init("carillon diff --base origin/main", "What this branch changes."),
            .init("carillon diff --base origin/main --format markdown tenants", "For a comment of a pull request."),
        ]
    )
}

extension Dev: ManualCommand {
    static let manual = CommandManual(
        "It was ended by q, Ctrl-C or a signal, or whoever read what it printed is gone.",
        input: "A folder can't be read when it begins.",
        prints: false,
        environment: CommandManual.Entry.appearance + [
            .adminKey, .init("CARILLON_SECRET_TENANT_NAME", "The key of a tenant's service, when --key is silent."),
        ],
        files: [.tenants, .context],
        examples: [
            .init("carillon dev", "Look at the folder tenants."),
            .init(
                "carillon dev --host http://127.0.0.1:8080 --admin-key KEY --sample shop/order.shipped",
                "Have a host on this machine take up each save, and send a sample."
            ),
        ]
    )
}

extension LanguageServerCommand: ManualCommand {
    static let manual = CommandManual(
        "The editor has ended it.",
        found: "The editor is gone without a word.",
        input: "The file for its log can't be written.",
        prints: false,
        environment: [.pages],
        files: [.baseline]
    )
}
