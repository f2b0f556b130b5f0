import Foundation
import Testing

/// The folders of a module stand in one direction: what a folder declares is used there and below, never above.
struct FolderTests {
    /// A module, and its folders in their order: each may use what those before it declare.
    struct Module: Sendable, CustomTestStringConvertible {
        let name: String
        /// The last may be the top folder, `""`, where all is put together.
        let folders: [String]

        var testDescription: String { name }
    }

    /// A delivery goes through `Delivery`, a request from `HTTP` by `Surfaces` to `Requests`; who runs a tenant is in `Tenants`.
    static let host = Module(
        name: "CarillonHost",
        folders: [
            "Support", "Routes", "Secrets",
            "Network/Addresses", "Network/Connections", "Network/Streams", "Network/Egress",
            "HTTP",
            "Delivery/Circuit", "Delivery/Tenant", "Delivery/Sending", "Delivery/Routing",
            "Metrics", "Alerts",
            "Requests/Access", "Requests/Limits", "Requests/Inbox", "Requests/Operations", "Requests/Contracts",
            "Requests/Native",
            "Requests/Operators", "Requests/Studio", "Requests/Supabase", "Requests/Public", "Requests/OpenAPI",
            "Configuration", "Tenants", "Surfaces", "",
        ]
    )

    static let modules = [
        host,
        // A place is found in a file, a file in a tenant's folder, and every feature asks that.
        Module(name: "CarillonLanguage", folders: ["Positions", "Syntax", "Messages", "Tenant", "Features"]),
        Module(name: "CarillonPipeline", folders: ["Records", "Ports", "Stages", "Preview", "Proof"]),
        // A text is a form, a changed form is written over its text, and a draft is a folder with such texts.
        Module(
            name: "CarillonStudio",
            folders: ["Forms", "Writing", "Drafts", "Faults", "Search", "Exchange", "Patches"]
        ),
        // What values are made of, what a tenant's files say, how they are read, and what is proven of them.
        Module(
            name: "CarillonProfiles",
            folders: [
                "Codes", "JSON", "Texts", "Templates", "Payload", "Policies",
                "Operations", "Contracts/Requests", "Contracts", "Profile", "Links",
                "Shapes", "Reading", "Files", "Inbox", "Client", "Payload/Events",
                "Rules", "ChannelFiles", "Translation", "Loading",
            ]
        ),
        // A message is read from `Syntax` to `Model`, compiled, and formatted with what the folders before hold of languages.
        Module(
            name: "MessageFormat",
            folders: [
                "Output", "Tables", "Locales", "Numbers", "Plurals", "Calendars", "Lists",
                "Model", "Syntax", "Values", "Functions", "Compiled", "Formatting",
                "Interchange", "Introspection",
            ]
        ),
    ]

    @Test(arguments: modules) func `a folder uses only the folders above it`(module: Module) throws {
        let files = try Self.files(of: module)
        #expect(Set(files.map(\.folder)) == Set(module.folders), "every folder has its place in the order")
        #expect(Self.violations(in: files, of: module) == [])
    }

    @Test func `a planted use in the wrong direction is found`() throws {
        let text = """
            /// Of ``HostService``, "HostService".
            struct Planted { let quoted = "HostService"; let service: HostService }
            """
        let files = try Self.files(of: Self.host) + [SourceFile(folder: "Support", name: "Planted.swift", text: text)]
        let violations = Self.violations(in: files, of: Self.host)
        #expect(violations == ["Support/Planted.swift uses HostService of the top folder"])
    }

    @Test func `a planted use of what a later folder adds to a type of another module is found`() throws {
        let use = "struct Planted { let seconds = 1.plantedSeconds }"
        let extensions =
            "extension Int {\n    var plantedSeconds: Int { self }\n    private var other: Int { self }\n}\n"
        let files =
            try Self.files(of: Self.host) + [
                SourceFile(folder: "Support", name: "Use.swift", text: use),
                SourceFile(folder: "HTTP", name: "Int+Planted.swift", text: extensions),
            ]
        #expect(Self.violations(in: files, of: Self.host) == ["Support/Use.swift uses .plantedSeconds of HTTP"])
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

        /// Members that the file adds to types, by the types' names, and that other files may use.
        var extended: [(type: String, member: String)] {
            let blocks = #/^(?:public )?extension (\w+)[^\n{]*\{\n([\s\S]*?)^\}/#.anchorsMatchLineEndings()
            let members = #/^    (?:(?:public|static|mutating|nonisolated)\s+)*(?:var|let|func)\s+(\w+)/#
                .anchorsMatchLineEndings()
            return text.matches(of: blocks).flatMap { block in
                block.2.matches(of: members).map { (String(block.1), String($0.1)) }
            }
        }

        /// Each name of a value or function that is declared anywhere in the file.
        var members: [String] { text.matches(of: #/\b(?:var|let|func|case)\s+(\w+)/#).map { String($0.1) } }

        /// Names after a dot.
        var usedMembers: Set<String> { Set(text.matches(of: #/\.([a-z]\w*)\b/#).map { String($0.1) }) }

        var used: Set<String> { Set(text.matches(of: #/\b[A-Z]\w+\b/#).map { String($0.0) }) }
    }

    private static func files(of module: Module) throws -> [SourceFile] {
        let root = repository.appending(path: "Sources/\(module.name)").path
        return try swiftFiles(in: "Sources/\(module.name)").map { file in
            let folder = file.deletingLastPathComponent().path.dropFirst(root.count).drop { $0 == "/" }
            return SourceFile(
                folder: String(folder),
                name: file.lastPathComponent,
                text: try String(contentsOf: file, encoding: .utf8)
            )
        }
    }

    /// `Folder/File.swift uses Type of Folder`, for every use of what a later folder declares.
    private static func violations(in files: [SourceFile], of module: Module) -> [String] {
        let places = Dictionary(uniqueKeysWithValues: module.folders.enumerated().map { ($1, $0) })
        let types = Self.types(in: files)
        let members = additions(in: files, ownTypes: Set(types.keys))
        return files.flatMap { file in
            func violation(_ name: String, _ folder: String?) -> String? {
                guard let folder, let here = places[file.folder], let there = places[folder], there > here
                else { return nil }
                return "\(file.folder)/\(file.name) uses \(name) of \(folder.isEmpty ? "the top folder" : folder)"
            }
            return file.used.sorted().compactMap { violation($0, types[$0]) }
                + file.usedMembers.sorted().compactMap { violation(".\($0)", members[$0]) }
        }
    }

    /// The folder of each type that one folder alone declares.
    private static func types(in files: [SourceFile]) -> [String: String] {
        var declaring: [String: Set<String>] = [:]
        for file in files {
            for type in file.declared { declaring[type, default: []].insert(file.folder) }
        }
        return declaring.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// The folder of each member that is added to a type of another module and whose name occurs once in its own: of others
    /// it isn't seen whose they are.
    private static func additions(in files: [SourceFile], ownTypes: Set<String>) -> [String: String] {
        var counts: [String: Int] = [:]
        for name in files.flatMap(\.members) { counts[name, default: 0] += 1 }
        var additions: [String: String] = [:]
        for file in files {
            for (type, member) in file.extended where !ownTypes.contains(type) && counts[member] == 1 {
                additions[member] = file.folder
            }
        }
        // The framework has members of this name, too.
        additions["with"] = nil
        return additions
    }
}
