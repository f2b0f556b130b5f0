import CarillonModel

/// The warnings that a repository had when its checks began, so that only new ones fail.
///
/// Neither lines nor words are in it, so that an edit elsewhere changes nothing.
public struct Baseline: Sendable, Hashable {
    /// Beside the tenants' folders; nothing reads a name that begins with a dot as a tenant.
    public static let fileName = ".carillon-baseline.json"

    /// Sorted.
    public private(set) var entries: [Entry]

    /// Warnings that nothing tells apart.
    public struct Entry: Sendable, Hashable, Comparable {
        /// Empty for files that several tenants share.
        public let tenant: String
        public let place: String
        /// Such as `T0904`.
        public let code: String
        public let fingerprint: String
        /// At least 1.
        public let count: Int

        public static func < (left: Entry, right: Entry) -> Bool {
            (left.tenant, left.place, left.code, left.fingerprint) < (
                right.tenant, right.place, right.code, right.fingerprint
            )
        }

        fileprivate func counting(_ count: Int) -> Entry {
            Entry(tenant: tenant, place: place, code: code, fingerprint: fingerprint, count: count)
        }
    }

    public init(_ entries: [Entry] = []) {
        self.entries = entries.sorted()
    }

    /// The warnings of a report that have an identity.
    public init(of report: DiagnosticReport) {
        let warnings = report.diagnostics.filter { $0.severity == .warning }
        let groups = Dictionary(grouping: warnings) { $0.identity?.fingerprint ?? "" }
        self.init(
            groups.values.compactMap { group in
                guard let identity = group[0].identity else { return nil }
                return Entry(
                    tenant: identity.tenant,
                    place: identity.place,
                    code: group[0].code.number,
                    fingerprint: identity.fingerprint,
                    count: group.count
                )
            }
        )
    }

    /// What of it is still there: fewer where some were put right, none more.
    ///
    /// - Parameters:
    ///   - current: everything that is there.
    ///   - tenants: those that were looked at; entries of others stay as they are.
    public func pruned(to current: Baseline, lookedAt tenants: Set<String>) -> Baseline {
        let counts = current.counts
        return Baseline(
            entries.compactMap { entry in
                guard tenants.contains(entry.tenant) else { return entry }
                let count = min(entry.count, counts[entry.fingerprint] ?? 0)
                return count > 0 ? entry.counting(count) : nil
            }
        )
    }

    /// These entries, and those of other tenants than were looked at.
    public func adding(_ old: Baseline, lookedAt tenants: Set<String>) -> Baseline {
        Baseline(entries + old.entries.filter { !tenants.contains($0.tenant) })
    }

    /// How many warnings it stands for.
    public var count: Int { entries.reduce(0) { $0 + $1.count } }

    private var counts: [String: Int] {
        Dictionary(entries.map { ($0.fingerprint, $0.count) }) { $0 + $1 }
    }

    /// A report without the warnings that are in the baseline.
    ///
    /// Where there are more with one fingerprint than the baseline has, all of them stay: nothing says which is new.
    public func hiding(from report: DiagnosticReport) -> DiagnosticReport {
        let (had, has) = (counts, Baseline(of: report).counts)
        return report.suppressing { diagnostic in
            guard diagnostic.severity == .warning, let fingerprint = diagnostic.identity?.fingerprint else {
                return nil
            }
            return has[fingerprint] ?? 0 <= had[fingerprint] ?? 0 ? .baseline : nil
        }
    }
}

/// Its file: JSON with an entry a line, so that versions can be compared and merged line by line.
extension Baseline {
    /// Why a file is no baseline.
    public struct Malformed: Error, Sendable, Hashable {
        public let message: String
    }

    private static let version = 1

    public init(parsing bytes: [UInt8]) throws(Malformed) {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: bytes)
        } catch {
            throw Malformed(message: "it is no JSON")
        }
        guard root["version"] == JSONValue(Self.version) else {
            throw Malformed(message: "its version isn't \(Self.version)")
        }
        guard let list = root["entries"]?.array else { throw Malformed(message: "it has no list of entries") }
        var entries: [Entry] = []
        for (index, value) in list.enumerated() {
            guard let fingerprint = value["fingerprint"]?.string, let code = value["code"]?.string,
                let place = value["at"]?.string, let count = value["count"]?.integer.flatMap({ Int(exactly: $0) }),
                count > 0
            else { throw Malformed(message: "entry \(index + 1) lacks fingerprint, code, at or count") }
            let tenant = value["tenant"]?.string ?? ""
            entries.append(
                Entry(tenant: tenant, place: place, code: code, fingerprint: fingerprint, count: count)
            )
        }
        self.init(entries)
    }

    public var text: String {
        let lines = entries.map { entry in
            var object = JSONObject()
            object["fingerprint"] = .string(entry.fingerprint)
            object["code"] = .string(entry.code)
            object["tenant"] = entry.tenant.isEmpty ? nil : .string(entry.tenant)
            object["at"] = .string(entry.place)
            object["count"] = JSONValue(entry.count)
            return "    " + JSONValue.object(object).text
        }
        let list = lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n  ]"
        return "{\n  \"version\": \(Self.version),\n  \"entries\": \(list)\n}\n"
    }
}
