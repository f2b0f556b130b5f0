import CarillonDiagnostics
public import CarillonModel

/// Finds hosts that several tenants claim: a client with one tenant's credentials would reach another tenant.
public enum HostClaims {
    /// Host → the tenants that claim it, for hosts with several; sorted.
    public static func contested(_ profiles: [TenantProfile]) -> [String: [TenantID]] {
        var claims: [String: Set<TenantID>] = [:]
        for profile in profiles {
            for host in profile.hosts { claims[host.lowercased(), default: []].insert(profile.id) }
        }
        return claims.mapValues { $0.sorted() }.filter { $0.value.count > 1 }
    }

    /// A fault for each claim of a host but the first.
    static func check(_ tenants: [TenantContext]) -> [(tenant: TenantID, diagnostic: Diagnostic)] {
        var first: [String: (tenant: TenantID, span: Span)] = [:]
        var faults: [(tenant: TenantID, diagnostic: Diagnostic)] = []
        for tenant in tenants {
            guard let file = tenant.profileFile else { continue }
            for node in file.root["hosts"]?.elements ?? [] {
                guard let host = node.string?.lowercased() else { continue }
                let claim = (tenant: tenant.profile.id, span: Span(file.source, node.range))
                guard let earlier = first[host] else {
                    first[host] = claim
                    continue
                }
                guard earlier.tenant != claim.tenant else { continue }
                faults.append((claim.tenant, .contestedHost(host, claim.span, first: earlier)))
            }
        }
        return faults
    }
}

extension Diagnostic {
    fileprivate static func contestedHost(
        _ host: String,
        _ span: Span,
        first: (tenant: TenantID, span: Span)
    ) -> Diagnostic {
        Diagnostic(
            .contestedHost,
            "\(quoted(host)) is a host of `\(first.tenant)` already",
            at: span,
            related: [Label(first.span, "claimed here")],
            help: "a host leads to one tenant; give each its own"
        )
    }
}
