import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The description of a device by a caller, in whichever request it is.
struct DeviceForm: Sendable {
    private let token: String
    private let platform: Platform?
    let deviceID: String?
    private let name: String?
    private let appVersion: String?
    private let facts: UserAttributes
    private let plugin: PluginID?

    /// What is wrong with it beside the fields themselves.
    let faults: [Fault]

    init(_ fields: FieldReading, _ plugins: DevicePlugins) {
        token = fields.sure("token")
        platform = fields.platform()
        deviceID = fields.text("deviceId")
        name = fields.text("name")
        appVersion = fields.text("appVersion")
        facts = UserAttributes(fields)
        let named = fields.text("plugin")
        plugin = named.flatMap { PluginID($0) } ?? plugins.only
        faults = named == nil && !fields.hasFault(at: "plugin") ? plugins.faultsUnnamed : []
    }

    /// - Parameter owner: nil for a device that belongs to nobody, whose id is the same in any case.
    /// - Throws: `token-malformed` where the plugin's tokens have another form.
    func registration(of owner: UserID?, _ plugins: DevicePlugins) throws(Problem) -> DeviceRegistration {
        let plugin = try plugins.checked(token, for: plugin, on: platform)
        return DeviceRegistration(
            owner: owner,
            token: plugins.canonical(token, for: plugin),
            plugin: plugin,
            platform: platform,
            deviceID: owner == nil ? deviceID?.asciiLowercased : deviceID,
            name: name,
            appVersion: appVersion,
            facts: facts
        )
    }
}

/// The plugins by which a tenant reaches devices.
struct DevicePlugins: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry
    /// What delivering would refuse may come in by an import, from who runs the tenant.
    var mayReach: @Sendable (WebOrigin) -> Bool = { _ in true }

    private var candidates: [PluginID] { FieldContext(profile: profile, registry: registry).devicePlugins.map(\.id) }

    /// The plugin that reaches device tokens where nobody names one; nil where there are several, or none.
    var only: PluginID? {
        let candidates = candidates
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// What is wrong with a device of which nobody says which plugin reaches it.
    fileprivate var faultsUnnamed: [Fault] {
        let candidates = candidates
        guard candidates.count > 1 else { return [] }
        let list = candidates.map(\.rawValue).joined(separator: ", ")
        let message = "is required, because this tenant has several: \(list)"
        return [Fault(pointer: "/plugin", code: .missing, message: message)]
    }

    /// - Throws: `token-malformed` where the plugin's tokens have another form, or where a token leads to a forbidden
    ///   address.
    ///   `validation` where the device is of a platform that the plugin doesn't reach.
    func checked(_ token: String, for plugin: PluginID?, on platform: Platform?) throws(Problem) -> PluginID {
        guard let plugin, let kind = registry[plugin] else {
            throw Problem(.validation, "no channel of this tenant reaches devices")
        }
        if !kind.isAddress(token), case .deviceToken(let shape, _) = kind.descriptor.address {
            throw Self.malformed("must look like \(shape)")
        }
        if kind.descriptor.goesAnywhere, let origin = kind.destination(of: token), !mayReach(origin) {
            throw Self.malformed("must not lead to \(origin.host), which isn't public")
        }
        if let platform, let platforms = kind.platforms, !platforms.contains(platform) {
            let list = platforms.map(\.rawValue).sorted().joined(separator: " or ")
            let message = "must be \(list): \(plugin) reaches no other devices"
            let fault = Fault(pointer: "/platform", code: .notAllowed, message: message)
            throw Problem(.validation, "/platform \(message)", faults: [fault])
        }
        return plugin
    }

    /// As it is kept: a token that can be written in several ways is one device.
    func canonical(_ token: String, for plugin: PluginID) -> String { registry[plugin]?.canonical(token) ?? token }

    /// The ways in which a token may have been kept.
    func forms(of token: String) -> Set<String> {
        Set([token] + profile.channels.map { canonical(token, for: $0.plugin) })
    }

    private static func malformed(_ message: String) -> Problem {
        let fault = Fault(pointer: "/token", code: .tokenMalformed, message: message)
        return Problem(.tokenMalformed, "/token \(message)", faults: [fault])
    }
}
