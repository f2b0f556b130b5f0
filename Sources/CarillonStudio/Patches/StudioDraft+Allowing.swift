import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
package import CarillonProfiles

extension StudioDraft {
    /// `profile.json` with an entry of `allow` for each warning that the edits bring, and without those entries that they make needless, so
    /// that `carillon validate --strict` passes on the folder; nil where it stays as it is.
    ///
    /// Who handed them in saw these warnings and had them stay.
    ///
    /// - Parameter title: what the edits are about, in a line; it is the entries' reason.
    package func allowing(title: String) -> TenantFolder.File? {
        guard isSound, let file = snapshot.files[Self.profilePath] else { return nil }
        let bytes = withAllowed(title: title, Self.withoutNeedless(of: unusedExemptions, in: file.bytes))
        return bytes == file.bytes ? nil : TenantFolder.File(Self.profilePath, bytes)
    }

    /// The warnings that ``allowing(title:)`` allows: each once, by code and place.
    var allowances: [(code: String, place: String)] {
        var known: Set<String> = []
        return newWarnings.compactMap { warning in
            guard DiagnosticCode.allowable.contains(warning.code.number), let place = warning.identity?.place,
                known.insert("\(warning.code.number) \(place)").inserted
            else { return nil }
            return (warning.code.number, place)
        }
    }

    private static let profilePath = "profile.json"

    private var newWarnings: [Diagnostic] {
        faults.filter { !$0.isOld && $0.diagnostic.severity == .warning }.map(\.diagnostic)
    }

    /// Where `profile.json` has entries that allow what isn't there any more.
    private var unusedExemptions: [Range<Int>] {
        newWarnings.filter { $0.code == .unusedExemption }.map(\.primary.span.range)
    }

    private static func withoutNeedless(of ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        // From behind: what is before stays where it is.
        ranges.sorted { $0.lowerBound > $1.lowerBound }.reduce(bytes) { bytes, range in
            guard let root = SyntaxFile(path: profilePath, bytes: bytes).root, let list = root["allow"],
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

    private func withAllowed(title: String, _ bytes: [UInt8]) -> [UInt8] {
        let entries = allowances.map { allowance -> JSONValue in
            .object(["code": .string(allowance.code), "at": .string(allowance.place), "reason": .string(title)])
        }
        guard !entries.isEmpty, let root = SyntaxFile(path: Self.profilePath, bytes: bytes).root else { return bytes }
        var edits = JSONEdits(bytes)
        if let list = root["allow"] {
            for entry in entries { edits.append(entry, to: list) }
        } else {
            edits.add([JSONObject.Member("allow", .array(entries))], to: root)
        }
        return edits.content
    }
}
