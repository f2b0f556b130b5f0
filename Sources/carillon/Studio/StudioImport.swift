import ArgumentParser
import CarillonModel
import CarillonProfiles
import CarillonStudio

struct StudioImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Print what translators have changed in a file of `carillon studio export`, as a proposal.",
        discussion: """
            `carillon studio apply` and `carillon studio patch` take it. What can't be taken, such as words whose original \
            has changed since, is named, and the status is then 1; the rest is in the proposal.
            """
    )

    @Argument(help: "An XLIFF 2 or PO file; - for standard input.")
    var file: String

    @Argument(help: "The folder that has the tenants' folders.")
    var tenants = "tenants"

    @Option(help: ArgumentHelp("What the proposal is about.", valueName: "text"))
    var title: String?

    @OptionGroup var channels: ChannelFiles

    func run() throws {
        let translated: TranslatedTexts
        var draft: StudioDraft
        let folder: String
        do throws(UnreadablePath) {
            let content = try StudioFolder.content(of: file)
            do throws(TranslationFileFault) {
                translated = try TranslatedTexts(file: content)
            } catch {
                throw UnreadablePath(path: file, reason: "\(error)")
            }
            folder = "\(tenants)/\(translated.tenant)"
            draft = try StudioFolder.draft(of: folder, channels: channels)
        } catch {
            throw error.exit
        }
        let faults: [TranslationFault]
        do throws(TranslationFileFault) {
            faults = try translated.write(to: &draft)
        } catch {
            Terminal.printError("\(folder): \(error)\n")
            throw ExitCode(.foundErrors)
        }
        for fault in faults { Terminal.printError("\(file): \(fault)\n") }
        _ = draft.reportFaults(in: folder)
        let proposal = StudioProposal(
            tenant: translated.tenant,
            title: title ?? "Translate into \(translated.target)",
            edits: draft.edits
        )
        print(proposal.json.prettyText)
        Terminal.printError("\(proposal.edits.count) \(proposal.edits.count == 1 ? "text" : "texts") changed\n")
        if !faults.isEmpty { throw ExitCode(.foundErrors) }
    }
}
