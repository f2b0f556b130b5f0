/// The manuals of commands that begin and change files.
extension New: ManualCommand {
    static let manual = CommandManual(
        "The tenant is begun.",
        found: "There is such a tenant already, or it wouldn't be valid: nothing is written.",
        input: "A file can't be written.",
        environment: CommandManual.Entry.appearance,
        files: [.tenants, .golden],
        examples: [.init("carillon new shop --locales en,nb", "Begin one in two languages.")]
    )
}

extension AddLocale: ManualCommand {
    static let manual = CommandManual(
        "Every word has a place in the language.",
        found: "The tenant has errors: nothing is written.",
        input: Unreadable.written,
        files: [.tenants],
        examples: [.init("carillon add-locale nb --tenant shop", "Begin a translation, or add what one lacks.")]
    )
}

extension Translations: ManualCommand {
    static let manual = CommandManual(
        "It is listed, whatever is left.",
        found: "A tenant has errors.",
        input: Unreadable.path,
        files: [.tenants],
        examples: [.init("carillon translations --tenant shop", "What is translated, and what is left.")]
    )
}

extension ContractImport: ManualCommand {
    static let manual = CommandManual(
        "The contract is begun.",
        found:
            "The document is none, none of its operations fits, the tenant has errors, or the file is there already: "
            + "nothing is written.",
        input: Unreadable.written,
        examples: [.init("carillon contract import openapi.json --tenant shop", "Write the tenant's contract.json.")]
    )
}

extension Generate: ManualCommand {
    static let manual = CommandManual(
        "The files are written; with --check, all are as they should be.",
        found: "A tenant has errors, or code can't be written for it; with --check, or a file isn't as it should be.",
        input: Unreadable.written,
        files: [.tenants, .init("tenants/generate.json", "What is written when no language is named.")],
        examples: [
            .init("carillon generate swift --output Sources/Events", "Write Swift."),
            .init("carillon generate --check", "Fail where files aren't fresh."),
        ]
    )
}

extension StudioApply: ManualCommand {
    static let manual = CommandManual(
        "The changes are made.",
        found: "A text has changed meanwhile and is left alone, or a change would bring an error.",
        input: Unreadable.written,
        files: [.tenants, .golden],
        examples: [.init("carillon studio apply proposal.json", "Make the changes in the files.")]
    )
}

extension StudioPatchCommand: ManualCommand {
    static let manual = CommandManual(
        "The patch is printed; none where nothing changes.",
        found: "A text has changed meanwhile, or a change would bring an error.",
        input: Unreadable.path,
        files: [.tenants, .golden],
        examples: [.init("carillon studio patch proposal.json", "Print a mail for git am.")]
    )
}

extension StudioExport: ManualCommand {
    static let manual = CommandManual(
        "The texts are printed.",
        found: "The tenant's texts can't be given to translators.",
        input: Unreadable.path,
        files: [.tenants],
        examples: [.init("carillon studio export shop --locale nb --format po", "For a translator.")]
    )
}

extension StudioImport: ManualCommand {
    static let manual = CommandManual(
        "All that was changed is in the proposal.",
        found: "Something can't be taken; the rest is in the proposal.",
        input: Unreadable.path,
        files: [.tenants],
        examples: [.init("carillon studio import nb.po", "A proposal of what came back.")]
    )
}
