import ArgumentParser
import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

struct ChannelList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Every way of delivering that `use` can name, a line each.",
        discussion: """
            Those written in Swift, the providers that come with the program as files, and with --channels the operator's. \
            `carillon channels NAME` shows the settings and texts of one that comes with the program.
            """
    )

    @OptionGroup var files: ChannelFiles

    func run() throws {
        let registry = ChannelRegistry.standard
        let library = Set(registry.library.ids)
        var rows = registry.ids.compactMap { id in
            registry[id].map { row($0.descriptor, home: library.contains(id) ? "file" : "Swift") }
        }
        if let folder = files.channels {
            do {
                let (channels, report) = try ChannelFolder.read(folder, registry: registry)
                rows += channels.map { row($0.descriptor, home: folder) }
                guard report.count(.error) == 0 else {
                    Terminal.printError(TextRenderer(isColored: false).render(report))
                    throw ExitCode(.foundErrors)
                }
            } catch let unreadable as UnreadablePath {
                throw unreadable.exit
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = row.dropLast().enumerated().map { index, cell in
                cell + String(repeating: " ", count: widths[index] - cell.count)
            }
            print((cells + row.suffix(1)).joined(separator: "  "))
        }
    }

    private func row(_ channel: ChannelDescriptor, home: String) -> [String] {
        [channel.id.rawValue, home, channel.address.word, channel.summary]
    }
}

extension AddressKind {
    /// Who is reached, in a word.
    fileprivate var word: String {
        switch self {
        case .user: "user"
        case .email: "e-mail"
        case .phone: "phone"
        case .url: "url"
        case .room: "setting"
        case .deviceToken: "device"
        }
    }
}
