import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio

struct Studio: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract:
            "Make changes of texts that were handed in, make a patch of them, or send texts to translators and back.",
        subcommands: [StudioApply.self, StudioPatchCommand.self, StudioExport.self, StudioImport.self]
    )
}

/// A proposal in a file, and the tenant that it is for.
struct ProposalFile: ParsableArguments {
    @Argument(help: "A proposal's JSON, or a patch that was made of it; - for standard input.")
    var file: String

    @Argument(help: "The folder that has the tenants' folders.")
    var tenants = "tenants"

    @OptionGroup var channels: ChannelFiles

    struct Loaded {
        let proposal: StudioProposal
        /// The tenant's folder, as printed.
        let folder: String
        /// The folder as it is.
        let draft: StudioDraft
        /// Of the `golden` folder.
        let golden: [TenantFolder.File]
    }

    func load() throws -> Loaded {
        do throws(UnreadablePath) {
            guard let proposal = StudioProposal(file: try StudioFolder.content(of: file)) else {
                throw UnreadablePath(path: file, reason: "this is neither a proposal nor a patch that carries one")
            }
            let path = "\(tenants)/\(proposal.tenant)"
            let draft = try StudioFolder.draft(of: path, channels: channels)
            return Loaded(proposal: proposal, folder: path, draft: draft, golden: try GoldenFile.files(in: path))
        } catch {
            throw error.exit
        }
    }
}

/// What the commands read.
enum StudioFolder {
    /// A tenant's folder, to be changed in memory.
    static func draft(of path: String, channels: ChannelFiles) throws(UnreadablePath) -> StudioDraft {
        let proof = RenderingProof(registry: .standard)
        let loader = ProfileLoader(registry: .standard, channels: channels.channels, proof: proof)
        return StudioDraft(of: try loader.folder(at: path), registry: .standard, loader: loader)
    }

    /// A file that somebody handed in; `-` is standard input.
    static func content(of file: String) throws(UnreadablePath) -> [UInt8] {
        let path = file == "-" ? "/dev/stdin" : file
        let content = try FileSystem.content(of: path, limit: StudioProposal.sizeLimit + 1, waits: true)
        guard content.count <= StudioProposal.sizeLimit else {
            throw UnreadablePath(path: file, reason: "it has more than \(StudioProposal.sizeLimit >> 20) MiB")
        }
        return content
    }
}

extension ProposalFile.Loaded {
    /// The draft with all edits that fit, and lines on those that don't.
    func applied() -> (draft: StudioDraft, conflicts: [String]) {
        var draft = draft
        let faults = proposal.saveSamples(in: &draft).compactMap { $0.map { "\(folder): \($0)" } }
        let outcomes = proposal.apply(to: &draft)
        let conflicts = outcomes.compactMap { outcome -> String? in
            if case .failed(let fault) = outcome { "\(folder): \(fault)" } else { nil }
        }
        return (draft, conflicts + faults)
    }
}

extension StudioDraft {
    /// Says on standard error what the edits bring into the folder that `carillon validate` reports.
    ///
    /// - Parameter folder: the tenant's, as printed.
    /// - Returns: whether there is an error among it.
    func reportFaults(in folder: String) -> Bool {
        let new = faults.filter { !$0.isOld }
        for fault in new {
            let place = fault.place.map { "\($0.text.message), \($0.text.path), \($0.text.locale)" } ?? folder
            let diagnostic = fault.diagnostic
            Terminal.printError(
                "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.code.number)]\n"
            )
        }
        return new.contains { $0.diagnostic.severity == .error }
    }
}
