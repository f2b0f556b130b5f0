import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox

/// What the demo makes up: secrets that live as long as the process, and a user with a device for every language.
struct DemoWorld: Sendable {
    let profiles: LoadedProfiles
    let registry: ChannelRegistry
    let secrets: SecretBook
    let sandboxConfiguration = SandboxConfiguration()
    private let keys: [TenantID: Keys]

    struct Keys: Sendable {
        var users: Secret
        var service: Secret
    }

    /// Somebody who gets the sample event in their language.
    struct Person: Sendable {
        var id: UserID
        var locale: LocaleTag
        /// Nil where the tenant has no channel for devices.
        var token: String?
        /// Nil where the tenant sends no mail.
        var email: String?
    }

    init(profiles: LoadedProfiles, registry: ChannelRegistry) throws {
        self.profiles = profiles
        self.registry = registry
        var file: [String: [String: Secret]] = [:]
        var keys: [TenantID: Keys] = [:]
        for profile in profiles.tenants {
            var secrets = Dictionary(
                profile.secretNames.map { ($0, Secret("demo-\(profile.id)-\($0)-0123456789abcdef")) },
                uniquingKeysWith: { first, _ in first }
            )
            for binding in profile.channels {
                for (field, name) in binding.secrets {
                    if let value = try DemoCredentials.secret(for: field, of: binding.plugin) { secrets[name] = value }
                }
            }
            file[profile.id.rawValue] = secrets
            keys[profile.id] = Keys(
                users: profile.authentication.users.flatMap { secrets[$0.keySecret] } ?? Secret(""),
                service: profile.authentication.services.first.flatMap { secrets[$0.keySecret] } ?? Secret("")
            )
        }
        self.keys = keys
        secrets = SecretBook(file: file)
    }

    /// What sends everything that would leave this machine to the sandbox instead.
    func egressRules(sandbox ports: SandboxService.OpenPorts) -> [String] {
        let web = registry.descriptors.flatMap { descriptor in
            descriptor.origins.map { origin in
                descriptor.id == "apns"
                    ? "\(origin)=https://localhost:\(ports.apns)" : "\(origin)=http://127.0.0.1:\(ports.http)"
            }
        }
        let mail = profiles.tenants.flatMap(\.channels).compactMap { binding -> String? in
            guard binding.plugin == "smtp", let host = binding.settings["host"]?.string else { return nil }
            let relay = binding.settings["security"] == "tls" ? ports.smtps : ports.smtp
            return "smtp://\(host):\(binding.settings["port"]?.integer ?? 587)=smtp://localhost:\(relay)"
        }
        return web + mail
    }

    func keys(of profile: TenantProfile) -> Keys {
        keys[profile.id] ?? Keys(users: Secret(""), service: Secret(""))
    }

    func people(of profile: TenantProfile) -> [Person] {
        let plugin = profile.channels.lazy.compactMap { registry[$0.plugin]?.descriptor }
            .first { descriptor in
                if case .deviceToken = descriptor.address { true } else { false }
            }?.id
        let sendsMail = profile.channels.contains { registry[$0.plugin]?.descriptor.address == .email }
        return profile.locales.supported.map { locale in
            Person(
                id: UserID(unchecked: "demo-\(locale)"),
                locale: locale,
                token: plugin.map { DemoCredentials.deviceToken(for: $0, tenant: profile.id, locale: locale) },
                email: sendsMail ? "demo-\(locale)@\(profile.id).example" : nil
            )
        }
    }

    /// The event to show: the first one that is due at once and has a sample.
    func sample(of profile: TenantProfile) -> Sample? {
        let candidates = profile.events.filter(\.schedule.isEmpty) + profile.events
        return candidates.lazy.compactMap { event in
            profile.samples.first { $0.event == event.id && $0.name == nil }
        }.first
    }
}
