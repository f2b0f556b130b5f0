import CarillonDiagnostics

/// What several commands have in common.
extension CommandManual.Entry {
    /// What decides how text for people looks.
    static let appearance: [Self] = [
        .init("NO_COLOR", "Forbids colours everywhere."),
        .init("FORCE_COLOR, CLICOLOR_FORCE", "Want colours everywhere, unless they are 0."),
        .init("CLICOLOR", "With 0, no colours."),
        .init("COLUMNS", "How wide lines are, where the terminal doesn't say."),
        .init("TERM, CI", "A dumb terminal and a log of continuous integration get plain text, prose in 80 columns."),
        .pages,
        .init("FORCE_HYPERLINK", "With 1, the terminal takes links, and with 0 it doesn't."),
        .init(
            "KITTY_WINDOW_ID, WT_SESSION, KONSOLE_VERSION, WEZTERM_PANE, GHOSTTY_RESOURCES_DIR, VTE_VERSION, TERM_PROGRAM",
            "Tell which terminal it is, where it takes links."
        ),
    ]

    static let pages = Self("CARILLON_PAGES", "The address of the published pages of diagnostics, which codes lead to.")

    /// Of what git is asked for.
    static let checkout: [Self] = [
        .init("TMPDIR", "Where files of git are written for as long as they are read; /tmp when silent."),
        .init("GIT_WORK_TREE, GIT_INDEX_FILE", "As git itself takes them, and sets them for hooks."),
    ]

    static let adminKey = Self("CARILLON_ADMIN_KEY", "The host's key for operators, when --admin-key is silent.")

    static let tenants = Self("tenants", "The folder of tenants, when no other is named.")
    static let sharedChannels = Self("tenants/channels", "Channel files of all tenants in that folder.")
    static let baseline = Self("tenants/\(Baseline.fileName)", "The baseline, beside the tenants' folders.")
    static let golden = Self("tenants/TENANT/golden", "What samples looked like when somebody approved of it.")
    static let context = Self("tenants/TENANT/samples/context.json", "Time, zone and recipient of samples.")
}

/// What status 66 means where nothing but paths can fail.
enum Unreadable {
    static let path = "A path can't be read, or there is no such tenant."
    static let written = "A path can't be read, or a file can't be written."
    static let git = "A path can't be read, or git can't say what is asked of it."
}
