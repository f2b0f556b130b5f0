import CarillonDiagnostics
public import CarillonModel

/// Which tenant a Supabase client asks that names none, on a host name that is no tenant's.
///
/// Its key says whose app it is. Where only one tenant has such clients, any key means that one.
public struct SupabaseKeys: Sendable {
    /// What keeps requests from being found to be a tenant's.
    public struct Ambiguity: Sendable, Hashable {
        public let tenant: TenantID
        /// Who could be meant as well; sorted.
        public let others: [TenantID]
        /// The key's place in the tenant's `apiKeys`; nil where it has none.
        public let index: Int?
    }

    private let owners: [ExactText: [TenantID]]
    /// Those whose profile declares a table; sorted.
    private let tenants: [TenantID]
    /// Sorted by tenant.
    public let ambiguities: [Ambiguity]

    public init(_ profiles: [TenantProfile]) {
        let declared = profiles.compactMap { profile in
            profile.supabase.map { (id: profile.id, keys: $0.keys, hasHost: !profile.hosts.isEmpty) }
        }
        .sorted { $0.id < $1.id }
        let owners = declared.reduce(into: [ExactText: [TenantID]]()) { owners, tenant in
            for key in Set(tenant.keys.map(\.exact)) { owners[key, default: []].append(tenant.id) }
        }
        self.owners = owners
        tenants = declared.map(\.id)
        ambiguities = declared.flatMap { tenant -> [Ambiguity] in
            // Where it has a host of its own, its clients are known by that.
            if tenant.keys.isEmpty, !tenant.hasHost, declared.count > 1 {
                let others = declared.map(\.id).filter { $0 != tenant.id }
                return [Ambiguity(tenant: tenant.id, others: others, index: nil)]
            }
            return tenant.keys.enumerated().compactMap { index, key in
                let others = owners[key.exact, default: []].filter { $0 != tenant.id }
                return others.isEmpty ? nil : Ambiguity(tenant: tenant.id, others: others, index: index)
            }
        }
    }

    /// The tenant that a request is for.
    ///
    /// - Parameter key: nil where the request brings none.
    /// - Returns: nil where it could be for several, or nobody has such clients.
    public func tenant(of key: String?) -> TenantID? {
        if let key, let named = owners[key.exact], named.count == 1 { return named[0] }
        return tenants.count == 1 ? tenants[0] : nil
    }
}

extension SupabaseKeys.Ambiguity: CustomStringConvertible {
    /// For operators: what is wrong, and what to do.
    public var description: String {
        let names = others.map(\.rawValue).joined(separator: ", ")
        let reason =
            if let index {
                "the key at /realtime/supabase/apiKeys/\(index) is one of \(names), too; give each tenant its own"
            } else {
                "it has no apiKeys in realtime.supabase, and Supabase clients ask for \(names), too; give it a key"
            }
        return reason + " [T0138 ambiguous-app-key]"
    }
}

extension SupabaseKeys {
    /// An advice for each key after its first tenant, and for each tenant without one.
    static func check(_ tenants: [TenantContext]) -> [Diagnostic] {
        let files = tenants.reduce(into: [TenantID: TenantFile]()) { $0[$1.profile.id] = $1.profileFile }
        func span(_ tenant: TenantID, key index: Int?) -> Span? {
            guard let file = files[tenant], let member = file.root["realtime"]?.member("supabase") else { return nil }
            guard let index else { return Span(file.source, member.nameRange) }
            return member.value["apiKeys"]?.elements.dropFirst(index).first.map { Span(file.source, $0.range) }
        }
        let keys = Dictionary(tenants.map { ($0.profile.id, $0.profile.supabase?.keys ?? []) }) { first, _ in first }
        let found = SupabaseKeys(tenants.map(\.profile)).ambiguities
        return found.compactMap { ambiguity in
            guard let place = span(ambiguity.tenant, key: ambiguity.index) else { return nil }
            guard let index = ambiguity.index else { return .missingAppKey(place, ambiguity.others) }
            guard let first = ambiguity.others.first, first < ambiguity.tenant,
                let key = keys[ambiguity.tenant]?[index],
                let other = keys[first]?.firstIndex(where: { $0.exact == key.exact })
            else { return nil }
            return .sharedAppKey(place, of: first, at: span(first, key: other))
        }
    }
}

extension Diagnostic {
    fileprivate static func sharedAppKey(_ span: Span, of first: TenantID, at other: Span?) -> Diagnostic {
        Diagnostic(
            .ambiguousAppKey,
            "this key is one of `\(first)` already",
            at: span,
            related: other.map { [Label($0, "here")] } ?? [],
            help: "a key says whose app it is; give each tenant its own"
        )
    }

    fileprivate static func missingAppKey(_ span: Span, _ others: [TenantID]) -> Diagnostic {
        Diagnostic(
            .ambiguousAppKey,
            "nothing tells its clients from those of \(others.map { "`\($0)`" }.joined(separator: ", "))",
            at: span,
            help: "give it `apiKeys`, or a host of its own; under `/{tenant}` it can be reached anyway"
        )
    }
}
