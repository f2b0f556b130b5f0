import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What a caller says of a device, wherever it is said.
struct DeviceForm: Sendable {
    private let token: String
    private let platform: Platform?
    let deviceID: String?
    private let name: String?
    private let appVersion: String?
    private let facts: UserAttributes
    private let plugin: PluginID?

    /// Reads it, with its faults left in `reader`.
    init(_ reader: inout BodyReader, _ plugins: DevicePlugins) {
        token = reader.required("token", limit: 4096)
        platform = reader.choice("platform", Platform.self)
        deviceID = reader.text("deviceId", limit: 256)
        name = reader.label("name", limit: 256)
        appVersion = reader.text("appVersion", limit: 64)
        facts = UserAttributes(locale: reader.text("locale"), timeZone: reader.text("timeZone"))
        reader.add(facts.faults(at: ""))
        plugin = plugins.plugin(named: reader.text("plugin"), in: &reader)
    }

    /// - Parameter owner: nil for a device that belongs to nobody, whose id is the same in any case.
    /// - Throws: `token-malformed` where the plugin knows its tokens to look otherwise.
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

    /// The plugin that can reach device tokens: the one named, or the only one of the profile.
    func plugin(named name: String?, in reader: inout BodyReader) -> PluginID? {
        let candidates = Set(
            profile.channels.map(\.plugin).filter { plugin in
                if case .deviceToken? = registry[plugin]?.descriptor.address { true } else { false }
            }
        )
        let list = candidates.map(\.rawValue).sorted().joined(separator: ", ")
        if let name {
            return candidates.first { $0.rawValue == name }
                ?? reader.fault("plugin", .notAllowed, "must be one of \(list)")
        }
        guard candidates.count <= 1 else {
            return reader.fault("plugin", .missing, "is required, because this tenant has several: \(list)")
        }
        return candidates.first
    }

    /// - Throws: `token-malformed` where the plugin knows its tokens to look otherwise, or one leads where no request may go.
    ///   `validation` where the device is of a platform that the plugin doesn't reach.
    func checked(_ token: String, for plugin: PluginID?, on platform: Platform?) throws(Problem) -> PluginID {
        guard let plugin, let type = registry[plugin] else {
            throw Problem(.validation, "no channel of this tenant reaches devices")
        }
        if !type.isAddress(token), case .deviceToken(let shape, _) = type.descriptor.address {
            throw Self.malformed("must look like \(shape)")
        }
        if type.descriptor.goesAnywhere, let origin = type.destination(of: token), !mayReach(origin) {
            throw Self.malformed("must not lead to \(origin.host), which isn't public")
        }
        if let platform, let platforms = type.platforms, !platforms.contains(platform) {
            let list = platforms.map(\.rawValue).sorted().joined(separator: " or ")
            let words = "must be \(list): \(plugin) reaches no other devices"
            let fault = Fault(pointer: "/platform", code: .notAllowed, message: words)
            throw Problem(.validation, "/platform \(words)", faults: [fault])
        }
        return plugin
    }

    /// As it is kept: a token that can be written in several ways is one device.
    func canonical(_ token: String, for plugin: PluginID) -> String { registry[plugin]?.canonical(token) ?? token }

    /// The ways in which a token may have been kept.
    func forms(of token: String) -> Set<String> {
        Set([token] + profile.channels.map { canonical(token, for: $0.plugin) })
    }

    private static func malformed(_ words: String) -> Problem {
        let fault = Fault(pointer: "/token", code: .tokenMalformed, message: words)
        return Problem(.tokenMalformed, "/token \(words)", faults: [fault])
    }
}
