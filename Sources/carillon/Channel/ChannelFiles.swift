import ArgumentParser

/// The operator's channel files, for commands that read tenants' folders.
struct ChannelFiles: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of channel files that every tenant may use.", valueName: "dir"))
    var channels: String?
}
