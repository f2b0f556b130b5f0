import ArgumentParser
import CarillonProfiles
import CarillonStudio

struct StudioApply: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Make a proposal's changes in the files: by place, wherever the lines have moved to.",
        discussion: """
            Each text whose words are still those that the change was made to gets the new ones, and golden files are \
            recorded again. A text that has changed meanwhile is left alone and named, and the status is then 1. \
            Where a change would bring an error, nothing is written.
            """
    )

    @OptionGroup var proposal: ProposalFile

    func run() throws {
        let loaded = try proposal.load()
        let (draft, conflicts) = loaded.applied()
        for line in conflicts { Terminal.printError("\(line)\n") }
        if draft.isChanged { try write(draft, loaded) }
        let count = draft.edits.count
        print("\(loaded.folder): \(count == 0 ? "no text" : count == 1 ? "1 text" : "\(count) texts") changed")
        let samples = draft.sampleEdits.count
        if samples > 0 { print("\(loaded.folder): \(samples == 1 ? "1 sample" : "\(samples) samples") written") }
        if !conflicts.isEmpty { throw ExitCode(.foundErrors) }
    }

    private func write(_ draft: StudioDraft, _ loaded: ProposalFile.Loaded) throws {
        guard !draft.reportFaults(in: loaded.folder) else { throw ExitCode(.foundErrors) }
        do throws(UnreadablePath) {
            if !draft.sampleEdits.isEmpty { try FileWriting.makeFolder("\(loaded.folder)/samples") }
            let allowed = AllowedWarnings(of: draft, title: loaded.proposal.titleOrDefault)
            for file in draft.changedFiles + allowed.changedFiles {
                let path = "\(loaded.folder)/\(file.path)"
                try FileWriting.replace(path, with: String(decoding: file.content, as: UTF8.self))
                print("\(path): changed")
            }
        } catch {
            throw error.exit
        }
        let folder = try GoldenFolder(LoadedTenant(folder: loaded.folder, channels: proposal.channels.channels))
        for line in try folder.update() { print(line) }
    }
}
