import CarillonModel

/// The names of files in one folder, which must differ in more than capitals: many disks take them for one otherwise.
struct FileNames {
    /// By the name in small letters: the name, and whose file it is; nil for what all tenants have in common.
    private var owners: [String: (name: String, tenant: TenantID?)] = [:]

    /// - Parameter common: the names of what all tenants have in common.
    init(_ common: [String]) {
        for name in common { owners[name.lowercased()] = (name, nil) }
    }

    /// - Returns: what is wrong, at most one sentence for each other owner of one of these names.
    mutating func add(_ names: [String], of tenant: TenantID) -> [String] {
        var faults: [String] = []
        var others: Set<TenantID?> = []
        for name in names {
            guard let (known, other) = owners[name.lowercased()] else {
                owners[name.lowercased()] = (name, tenant)
                continue
            }
            guard others.insert(other).inserted else { continue }
            guard let other else {
                faults.append(
                    "the file of tenant \(tenant) would be \(name), which is a file that all tenants' code needs; rename "
                        + "the tenant"
                )
                continue
            }
            let same =
                known == name ? "both be \(name)" : "be \(known) and \(name), one file where capitals don't count"
            faults.append(
                "the files of tenants \(other) and \(tenant) would \(same); generate one of them into another folder, by "
                    + "--tenant and --output or a target of its own in generate.json, or rename one"
            )
        }
        return faults
    }
}
