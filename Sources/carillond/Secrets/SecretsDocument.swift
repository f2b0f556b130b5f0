import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Foundation

/// A secrets file that is being completed.
///
/// Existing entries keep their values and their order.
struct SecretsDocument {
    private let file: PrivateFile
    private let known: SecretBook
    /// The file's mode, such as `0644`, where users other than its owner and group have any permission; nil otherwise.
    let modeForOthers: String?
    private var content: JSONObject

    /// - Parameter environment: secrets that are set there aren't written into the file.
    /// - Throws: ``SecretBook/Unreadable`` where the content isn't a secrets file, ``PrivateFile/Failure`` where the
    ///   file can't be read.
    init(at path: String, environment: [String: String]) throws {
        file = PrivateFile(path)
        modeForOthers = file.modeForOthers
        guard let text = try file.content() else {
            known = SecretBook(environment: environment)
            content = JSONObject()
            return
        }
        known = try SecretBook(path: path, environment: environment)
        content = try JSONValue(parsing: text).object ?? JSONObject()
    }

    /// What was changed for one tenant.
    struct Changes: Sendable {
        let tenant: TenantID
        var made: [NamedSecret] = []
        /// Secrets that others issue: the file has a placeholder for each, new or from before.
        var issued: [NamedSecret] = []
        var hasWritten = false
        var kept = 0
        /// What is wrong with existing secrets: a host would refuse the tenant, or its users' tokens.
        var faults: [String] = []
        var publicHalves: [MadeSecret.PublicHalf] = []
        /// Optional secrets that are missing although the channel, as it is configured, needs them.
        var needed: Set<String> = []
        /// What channels report about settings that aren't secrets.
        var settings: [String] = []

        /// - Returns: what is wrong with existing secrets, by name.
        fileprivate mutating func take(_ found: [ChannelFault]) -> [String: String] {
            var faults: [String: String] = [:]
            for fault in found {
                if let name = fault.secret, fault.isGiven {
                    faults[name] = "the secret “\(name)” can't be used: \(fault.message)"
                } else if let name = fault.secret {
                    needed.insert(name)
                } else {
                    settings.append(fault.message)
                }
            }
            return faults
        }
    }

    mutating func complete(for profile: TenantProfile, registry: ChannelRegistry) -> Changes {
        var changes = Changes(tenant: profile.id)
        var section = content[profile.id.rawValue]?.object ?? JSONObject()
        let faults = changes.take(known.channelFaults(of: profile, registry: registry))
            .merging(known.faults(of: profile)) { $1 }
        for secret in NamedSecret.all(of: profile, registry: registry) {
            if let fault = faults[secret.name] {
                changes.faults.append(fault)
                continue
            }
            guard known.given(secret.name, of: profile.id) == nil else {
                changes.kept += 1
                continue
            }
            let hasPlaceholder = section[secret.name] != nil
            if secret.isIssued || hasPlaceholder { changes.issued.append(secret) }
            guard !hasPlaceholder else { continue }
            if secret.isIssued {
                section[secret.name] = .string(SecretPlaceholder.text(secret.description))
            } else if !secret.isOptional, let made = secret.made() {
                section[secret.name] = .string(made.value.reveal())
                changes.made.append(secret)
                if let half = made.publicHalf { changes.publicHalves.append(half) }
            } else {
                continue
            }
            changes.hasWritten = true
        }
        if changes.hasWritten { content[profile.id.rawValue] = .object(section) }
        return changes
    }

    /// - Throws: ``PrivateFile/Failure``.
    func write() throws { try file.replace(with: JSONValue.object(content).prettyText + "\n") }
}
