import CarillonModel
import CarillonPluginKit

/// Where the channels that tenants' files declare may send: what the operator allows, and nothing where nobody said so.
///
/// A channel file declares its own `origins`: without this list, its author could reach servers inside the network.
public struct ChannelOrigins: Sendable, Hashable {
    private var origins: [WebOrigin: Allowance] = [:]
    private var allowsAll = false

    private enum Allowance: Sendable, Hashable {
        case everybody
        case tenants(Set<TenantID>)
    }

    public init() {}

    /// For hosts whose requests go to simulated providers.
    public static let all: ChannelOrigins = {
        var all = ChannelOrigins()
        all.allowsAll = true
        return all
    }()

    /// Adds a rule: `https://api.example.com` for all tenants, `https://api.example.com=acme` for one.
    ///
    /// - Returns: false where it is no such rule.
    public mutating func allow(_ rule: String) -> Bool {
        let parts = rule.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let origin = WebOrigin(url: parts[0]), origin.description == parts[0] else { return false }
        guard parts.count == 2 else {
            origins[origin] = .everybody
            return true
        }
        guard let tenant = TenantID(parts[1]) else { return false }
        switch origins[origin] {
        case .everybody?: break
        case .tenants(let tenants)?: origins[origin] = .tenants(tenants.union([tenant]))
        case nil: origins[origin] = .tenants([tenant])
        }
        return true
    }

    /// The first of a channel's origins that a tenant's file may not reach; nil where it may reach them all.
    func refused(_ channel: ChannelDescriptor, of tenant: TenantID) -> String? {
        guard !allowsAll else { return nil }
        return channel.origins.first { written in
            switch WebOrigin(url: written).flatMap({ origins[$0] }) {
            case .everybody?: false
            case .tenants(let tenants)?: !tenants.contains(tenant)
            case nil: true
            }
        }
    }
}
