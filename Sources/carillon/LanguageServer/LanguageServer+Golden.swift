import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard

/// Accepting the words that samples have now, as `carillon test --update` does for a whole tenant.
extension LanguageServer {
    /// The action that brings the golden files of the event at a byte up to date; nil where they are, or can't be.
    func acceptance(at offset: Int, in place: Place) -> JSONValue? {
        guard abilities.takesDocumentChanges, place.tenant.wasSound,
            let event = place.tenant.event(at: offset, in: place.path),
            let profile = place.tenant.profile(naming: event.rawValue)
        else { return nil }
        let folder = "\(place.tenant.folder.path)/golden"
        guard let present = try? FileSystem.names(in: folder) else { return nil }
        var changes: [JSONValue] = []
        var count = 0
        for file in GoldenFile.all(of: event, in: profile, registry: .standard) where file.failures.isEmpty {
            let uri = workspace.uri("\(folder)/\(file.name)")
            let document = workspace.documents[uri]
            let old =
                document?.bytes
                ?? (try? FileSystem.content(of: "\(folder)/\(file.name)", limit: GoldenFile.sizeLimit))
            if let old, (try? JSONValue(parsing: old)) == file.expected { continue }
            if !present.contains(file.name) {
                guard abilities.createsFiles else { continue }
                changes.append(["kind": "create", "uri": .string(uri), "options": ["ignoreIfExists": true]])
            } else if old == nil {
                continue
            }
            let bytes = old ?? []
            let edit: JSONValue = [
                "range": TextLines(bytes).json(0..<bytes.count, abilities.encoding), "newText": .string(file.text),
            ]
            let version = document.map { JSONValue($0.version) } ?? .null
            changes.append(["textDocument": ["uri": .string(uri), "version": version], "edits": [edit]])
            count += 1
        }
        guard count > 0 else { return nil }
        return [
            "title": .string("accept the new words of `\(event)` in \(count) golden file\(count == 1 ? "" : "s")"),
            "kind": .string(Self.acceptanceKind), "edit": ["documentChanges": .array(changes)],
        ]
    }

    static let acceptanceKind = "refactor.rewrite"

    // MARK: names

    /// A tenant's golden files as the editor sees them, for a name that changes in them, too.
    ///
    /// - Throws: where the folder can't be read.
    func goldenFolder(of tenant: TenantSnapshot) throws(UnreadablePath) -> TenantGolden {
        let folder = tenant.folder.path
        let names = try GoldenFile.names(in: folder)
        let open = workspace.documents.values.filter { $0.path.hasPrefix("\(folder)/golden/") }
        let known = Dictionary(open.map { ($0.path, $0.bytes) }) { first, _ in first }
        return TenantGolden(paths: names.map { "golden/\($0)" }) { path in
            known["\(folder)/\(path)"]
                ?? (try? FileSystem.content(of: "\(folder)/\(path)", limit: GoldenFile.sizeLimit))
        }
    }
}
