import ArgumentParser
import CarillonGenerate
import CarillonModel
import CarillonProfiles

/// What is generated into one folder: an element of `targets` in `generate.json`.
struct GenerationTarget {
    let language: TargetLanguage
    /// Nil for all.
    let tenants: [String]?
    let part: GeneratedPart
    /// A folder; in the file, as seen from the file's own.
    let output: String
    let access: Access
    /// Of Kotlin's files; nil for the usual ones.
    let package: String?

    private static let members = ["language", "tenants", "for", "output", "access", "package"]
    private static let fileLimit = 1 << 20

    /// What `generate.json` in the folder of tenants lists.
    ///
    /// - Throws: an exit status, after it was said what is wrong.
    static func listed(in folder: String) throws -> [GenerationTarget] {
        let path = "\(folder)/generate.json"
        do {
            let json = try JSONValue(parsing: FileSystem.content(of: path, limit: fileLimit, waits: true))
            guard let list = json.object?["targets"]?.array, json.object?.members.count == 1, !list.isEmpty else {
                throw Wrong("it must be an object with `targets`, a list of what to generate")
            }
            return try list.enumerated().map { index, element in
                try Self(element, at: "targets/\(index)", in: folder)
            }
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        } catch let wrong as Wrong {
            Terminal.printError("Error: \(path): \(wrong.message)\n")
            throw ExitCode(.foundErrors)
        } catch {
            Terminal.printError("Error: \(path) is no JSON: \(error)\n")
            throw ExitCode(.foundErrors)
        }
    }

    private struct Wrong: Error {
        let message: String

        init(_ message: String) {
            self.message = message
        }
    }

    init(
        language: TargetLanguage,
        tenants: [String]?,
        part: GeneratedPart,
        output: String,
        access: Access,
        package: String?
    ) {
        self.language = language
        self.tenants = tenants
        self.part = part
        self.output = output
        self.access = access
        self.package = package
    }

    private init(_ json: JSONValue, at place: String, in folder: String) throws {
        guard let object = json.object else { throw Wrong("\(place) must be an object") }
        if let stranger = object.members.first(where: { !Self.members.contains($0.name) }) {
            throw Wrong("\(place) has no member \(stranger.name); it has \(Self.members.joined(separator: ", "))")
        }
        guard let language = object["language"]?.string.flatMap(TargetLanguage.init) else {
            throw Wrong("\(place)/language must be swift, typescript or kotlin")
        }
        guard let output = object["output"]?.string, !output.isEmpty else {
            throw Wrong("\(place)/output must name a folder")
        }
        let tenants = object["tenants"]?.array?.map(\.string)
        if object["tenants"] != nil, tenants?.allSatisfy({ $0 != nil }) != true || tenants?.isEmpty == true {
            throw Wrong("\(place)/tenants must be a list of tenants; leave it out for all")
        }
        var part = GeneratedPart.all
        if let written = object["for"] {
            guard let named = written.string.flatMap(GeneratedPart.init) else {
                throw Wrong("\(place)/for must be service, app or all")
            }
            part = named
        }
        var access = Access.public
        if let written = object["access"] {
            guard let named = written.string.flatMap(Access.init) else {
                throw Wrong("\(place)/access must be public or internal")
            }
            access = named
        }
        let package = object["package"].map { $0.string ?? "" }
        guard package.map(Self.isPackage) ?? true else {
            throw Wrong("\(place)/package must be words of letters, digits and _, joined by dots")
        }
        self.init(
            language: language,
            tenants: tenants?.compactMap(\.self),
            part: part,
            output: output.hasPrefix("/") ? output : "\(folder)/\(output)",
            access: access,
            package: package
        )
    }

    /// Whether it can be a package in Kotlin.
    static func isPackage(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            word.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil
        }
    }
}
