import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

/// A tenant with one event or app text alone, cut out of its files: small, however many events the tenant has.
///
/// What depends on the event and nothing else is the same in the part as in the whole: its words with a sample, and what is
/// wrong with its texts. Rules that compare events, or look for what nobody uses, have no place here.
struct TenantPart: Sendable {
    let snapshot: TenantSnapshot
    private let cuts: [String: Cut]

    /// - Parameters:
    ///   - id: an event or app text; one that isn't there gives a tenant without any.
    ///   - earlier: the same of an earlier snapshot: where nothing in it has changed, what was found of it is still right.
    init(of id: String, in tenant: TenantSnapshot, after earlier: TenantPart?) {
        var folder = tenant.folder
        var cuts: [String: Cut] = [:]
        folder.files = tenant.folder.files.compactMap { file in
            guard let syntax = tenant.files[file.path], syntax.isServed else { return nil }
            let groups: [String]
            switch syntax.kind {
            case .events: groups = ["events", "texts"]
            case .templates: groups = ["messages"]
            case .sample(let stem): return tenant.written.event(ofSample: stem) == id ? file : nil
            default: return file
            }
            let cut = Cut(keeping: id, of: groups, in: syntax.root)
            cuts[file.path] = cut
            return TenantFolder.File(file.path, cut.applied(to: file.content))
        }
        self.cuts = cuts
        if let earlier, earlier.snapshot.folder == folder {
            snapshot = earlier.snapshot
            return
        }
        snapshot = TenantSnapshot(
            of: folder,
            registry: tenant.registry,
            timeZones: tenant.timeZones,
            loader: tenant.loader
        )
    }

    /// The bytes of the whole file for bytes of the part's.
    func range(_ range: Range<Int>, in path: String) -> Range<Int> {
        guard let cut = cuts[path] else { return range }
        let start = cut.offset(range.lowerBound)
        return start..<max(start, range.isEmpty ? start : cut.offset(range.upperBound - 1) + 1)
    }

    /// What is left out of a file.
    private struct Cut: Sendable {
        /// In order, without overlaps.
        private var left: [Range<Int>] = []

        init(keeping name: String, of groups: [String], in root: JSONNode?) {
            for group in groups {
                let members = root?[group]?.members ?? []
                guard let first = members.first, let last = members.last else { continue }
                let all = Self.range(first).lowerBound..<Self.range(last).upperBound
                if let kept = members.first(where: { $0.name == name }) {
                    let kept = Self.range(kept)
                    left += [all.lowerBound..<kept.lowerBound, kept.upperBound..<max(kept.upperBound, all.upperBound)]
                } else {
                    left.append(all)
                }
            }
            left = left.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        }

        private static func range(_ member: JSONMember) -> Range<Int> {
            member.nameRange.lowerBound..<max(member.nameRange.upperBound, member.value.range.upperBound)
        }

        func applied(to bytes: [UInt8]) -> [UInt8] {
            var kept: [UInt8] = []
            var position = 0
            for range in left where range.lowerBound >= position && range.upperBound <= bytes.count {
                kept += bytes[position..<range.lowerBound]
                position = range.upperBound
            }
            return kept + bytes[position...]
        }

        /// The byte of the whole file for one of the part's.
        func offset(_ byte: Int) -> Int {
            var offset = byte
            for range in left where range.lowerBound <= offset { offset += range.count }
            return offset
        }
    }
}
