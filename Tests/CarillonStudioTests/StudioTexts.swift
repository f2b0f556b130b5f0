import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio
import Foundation

/// The tenants of the repository.
enum StudioTenants {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let names = ["dossier", "escrow", "exchange", "remittance", "wallet"]

    static func folder(_ name: String) throws -> TenantFolder {
        try TenantFolder.read(root.appending(path: "tenants/\(name)").path)
    }
}

/// A text of a file, with what is needed to change it.
struct StudioText: CustomStringConvertible {
    let file: String
    let bytes: [UInt8]
    let message: WrittenMessage
    let fields: [PayloadField]

    var description: String { "\(file): \(message.id) \(message.slot)" }
    var writing: TextWriting { TextWriting(message.node, fields: fields, in: bytes) }

    /// All texts of the tenants in the repository.
    static func ofTenants() throws -> [StudioText] {
        try StudioTenants.names.flatMap { name in
            let folder = try StudioTenants.folder(name)
            let events = folder.file("events.json").flatMap { SyntaxFile(path: $0.path, bytes: $0.content).root }
            return folder.files.filter { $0.path.hasPrefix("templates/") }.flatMap { file in
                texts(of: file.content, path: "\(name)/\(file.path)") { fields(of: $0, in: events) }
            }
        }
    }

    private static func fields(of id: String, in events: JSONNode?) -> [PayloadField] {
        guard let events else { return [] }
        return WrittenEvents.events(in: events).first { $0.id.rawValue == id }?.payload
            ?? WrittenEvents.texts(in: events).first { $0.id.rawValue == id }?.payload ?? []
    }

    static func texts(
        of bytes: [UInt8],
        path: String = "templates/en.json",
        fields: (String) -> [PayloadField] = { _ in [] }
    ) -> [StudioText] {
        WrittenMessage.all(in: SyntaxFile(path: path, bytes: bytes).root).map { message in
            StudioText(file: path, bytes: bytes, message: message, fields: fields(message.id))
        }
    }

    /// A file with one text, `value`, which is written as it is.
    static func one(_ value: String, fields: [PayloadField] = []) -> StudioText? {
        let json = """
            {
              "locale": "en",
              "messages": {
                "e": {
                  "title": \(value),
                  "body": "b"
                }
              }
            }

            """
        return texts(of: Array(json.utf8)) { _ in fields }.first
    }

    /// The file with another form of this text.
    func changed(to form: TextForm) throws -> [UInt8] {
        var edits = JSONEdits(bytes)
        try writing.write(form, to: &edits)
        return edits.content
    }

    /// The same text in another version of its file.
    func again(in bytes: [UInt8]) -> StudioText? {
        Self.texts(of: bytes, path: file) { _ in fields }
            .first { $0.message.id == message.id && $0.message.slot == message.slot }
    }

    /// The value as it is written.
    var value: String { String(decoding: bytes[message.node.range], as: UTF8.self) }
}

/// The messages of the official suite of MessageFormat 2.
enum SuiteMessages {
    static func all() throws -> [String] {
        let root = StudioTenants.root.appending(path: "Tests/MessageFormatTests/Conformance/Suite/tests")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var sources: [String] = []
        for case let file as URL in files.map(Array.init) ?? [] where file.pathExtension == "json" {
            let suite = try JSONValue(parsing: Array(Data(contentsOf: file)))
            let fallback = suite["defaultTestProperties"]?["src"]?.string
            sources += (suite["tests"]?.array ?? []).compactMap { $0["src"]?.string ?? fallback }
        }
        return sources
    }
}
