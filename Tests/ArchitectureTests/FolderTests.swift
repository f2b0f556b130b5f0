import Foundation
import Testing

/// The folders of the host stand in one direction: what a folder declares is used there and below, never above.
struct FolderTests {
    /// Each folder of the host may use what those before it declare; the last is the top folder, where all is put together.
    ///
    /// A delivery goes through `Delivery`, a request from `HTTP` by `Surfaces` to `Requests`; who runs a tenant is in `Tenants`.
    private static let folders = [
        "Support", "Routes", "Secrets",
        "Network/Addresses", "Network/Connections", "Network/Streams", "Network/Egress",
        "HTTP",
        "Delivery/Circuit", "Delivery/Tenant", "Delivery/Sending", "Delivery/Routing",
        "Metrics", "Alerts",
        "Requests/Access", "Requests/Limits", "Requests/Inbox", "Requests/Operations", "Requests/Contracts",
        "Requests/Native",
        "Requests/Operators", "Requests/Supabase", "Requests/Public", "Requests/OpenAPI",
        "Configuration", "Tenants", "Surfaces", "",
    ]

    @Test func `a folder of the host uses only the folders above it`() throws {
        let files = try Self.files()
        #expect(Set(files.map(\.folder)) == Set(Self.folders), "every folder has its place in the order")
        #expect(Self.violations(in: files) == [])
    }

    @Test func `a planted use in the wrong direction is found`() throws {
        let text = """
            /// Of ``HostService``, "HostService".
            struct Planted { let quoted = "HostService"; let service: HostService }
            """
        let files = try Self.files() + [SourceFile(folder: "Support", name: "Planted.swift", text: text)]
        #expect(Self.violations(in: files) == ["Support/Planted.swift uses HostService of the top folder"])
    }

    private struct SourceFile {
        let folder: String
        let name: String
        /// Without comments and the texts in quotes.
        let text: String

        init(folder: String, name: String, text: String) {
            self.folder = folder
            self.name = name
            self.text = text.replacing(#/\/\/[^\n]*/#, with: "")
                .replacing(#/"""[\s\S]*?"""/#, with: "")
                .replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "")
        }

        /// Types that the file declares outside of any other.
        var declared: Set<String> {
            let pattern =
                #/^(?:(?:public|package|internal|final|indirect)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
            return Set(text.matches(of: pattern.anchorsMatchLineEndings()).map { String($0.1) })
        }

        var used: Set<String> { Set(text.matches(of: #/\b[A-Z]\w+\b/#).map { String($0.0) }) }
    }

    private static func files() throws -> [SourceFile] {
        let root = repository.appending(path: "Sources/CarillonHost").path
        return try swiftFiles(in: "Sources/CarillonHost").map { file in
            let folder = file.deletingLastPathComponent().path.dropFirst(root.count).drop { $0 == "/" }
            return SourceFile(
                folder: String(folder),
                name: file.lastPathComponent,
                text: try String(contentsOf: file, encoding: .utf8)
            )
        }
    }

    /// `Folder/File.swift uses Type of Folder`, for every use of what a later folder declares.
    private static func violations(in files: [SourceFile]) -> [String] {
        let places = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
        var declaring: [String: Set<String>] = [:]
        for file in files {
            for type in file.declared { declaring[type, default: []].insert(file.folder) }
        }
        return files.flatMap { file in
            file.used.sorted().compactMap { type -> String? in
                guard let folders = declaring[type], folders.count == 1, let folder = folders.first,
                    let here = places[file.folder], let there = places[folder], there > here
                else { return nil }
                return "\(file.folder)/\(file.name) uses \(type) of \(folder.isEmpty ? "the top folder" : folder)"
            }
        }
    }
}
