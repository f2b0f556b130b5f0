import ArgumentParser
import CarillonModel
import CarillonProfiles
import CarillonStudio

struct StudioExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a tenant's texts in one language, beside the originals, for translators.",
        discussion: """
            Placeholders are protected: a file can't change what they stand for. `carillon studio import` makes a proposal \
            of what comes back.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case xliff
        case po
    }

    @Argument(help: "A tenant's folder, or the name of one under `tenants`.")
    var tenant: String

    @Option(help: ArgumentHelp("The language that is translated into.", valueName: "tag"))
    var locale: String

    @Option(help: "XLIFF 2.1, or PO of GNU gettext.")
    var format = Format.xliff

    @Flag(help: "Only what isn't translated yet, or whose original has changed since.")
    var open = false

    @OptionGroup var channels: ChannelFiles

    func validate() throws {
        if LocaleTag(locale) == nil { throw ValidationError("\(locale) is no language tag such as nb or pt-BR") }
    }

    func run() throws {
        guard let target = LocaleTag(locale) else { return }
        let folder = try LoadedTenant.folder(named: tenant)
        let draft: StudioDraft
        do throws(UnreadablePath) {
            draft = try StudioFolder.draft(of: folder, channels: channels)
        } catch {
            throw error.exit
        }
        do throws(TranslationFileFault) {
            let texts = try ExchangedTexts(of: draft, in: target, isOpenOnly: open)
            for place in texts.left {
                Terminal.printError("\(place.message), \(place.path): only developers can translate this; left out\n")
            }
            print(format == .xliff ? texts.xliff : texts.po, terminator: "")
        } catch {
            Terminal.printError("\(tenant): \(error)\n")
            throw ExitCode(.foundErrors)
        }
    }
}
