import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
package import CarillonProfiles

/// The warnings that the edits of a draft bring and that stay, as `allow` in `profile.json`.
///
/// Who handed them in saw these warnings. With them, and without the entries that the edits make needless, `carillon validate --strict`
/// passes on the folder.
package struct AllowedWarnings: Sendable {
    /// Each once, by its code and its place in the tenant's folder.
    let entries: [(code: String, place: String)]
    /// `profile.json` as it becomes; empty where it stays as it is.
    package let changedFiles: [TenantFolder.File]

    /// - Parameter title: what the edits are about, in a line; it is the entries' reason.
    package init(of draft: StudioDraft, title: String) {
        let warnings = draft.faults.filter { !$0.isOld && $0.diagnostic.severity == .warning }.map(\.diagnostic)
        var known: Set<String> = []
        entries = warnings.compactMap { warning in
            guard DiagnosticCode.allowable.contains(warning.code.number), let place = warning.identity?.place,
                known.insert("\(warning.code.number) \(place)").inserted
            else { return nil }
            return (warning.code.number, place)
        }
        guard draft.isSound, let file = draft.snapshot.files[Self.path] else {
            changedFiles = []
            return
        }
        let needless = warnings.filter { $0.code == .unusedExemption }.map(\.primary.span.range)
        let added = entries.map { entry -> JSONValue in
            .object(["code": .string(entry.code), "at": .string(entry.place), "reason": .string(title)])
        }
        let bytes = Self.adding(added, to: Self.removing(needless, from: file.bytes))
        changedFiles = bytes == file.bytes ? [] : [TenantFolder.File(Self.path, bytes)]
    }

    private static let path = "profile.json"

    /// - Parameter ranges: of entries.
    private static func removing(_ ranges: [Range<Int>], from bytes: [UInt8]) -> [UInt8] {
        // From behind: what is before stays where it is.
        ranges.sorted { $0.lowerBound > $1.lowerBound }.reduce(bytes) { bytes, range in
            guard let root = SyntaxFile(path: path, bytes: bytes).root, let list = root["allow"],
                let index = list.elements.firstIndex(where: { $0.range == range })
            else { return bytes }
            var edits = JSONEdits(bytes)
            if list.elements.count == 1 {
                edits.remove(root.members.filter { $0.name == "allow" }, from: root)
            } else {
                edits.replaceElements(index..<index + 1, of: list, with: [])
            }
            return edits.content
        }
    }

    private static func adding(_ entries: [JSONValue], to bytes: [UInt8]) -> [UInt8] {
        guard !entries.isEmpty, let root = SyntaxFile(path: path, bytes: bytes).root else { return bytes }
        var edits = JSONEdits(bytes)
        if let list = root["allow"] {
            for entry in entries { edits.append(entry, to: list) }
        } else {
            edits.add([JSONObject.Member("allow", .array(entries))], to: root)
        }
        return edits.content
    }
}
