import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonStandard

/// Where alerts go, and when: part of the options of `serve`.
///
/// Their secrets are in the host's own section of the secrets file.
struct AlertOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Post alerts here, signed after Standard Webhooks; https only.", valueName: "url")
    )
    var alertWebhook: String?

    @Option(help: ArgumentHelp("Mail alerts to this address; repeatable.", valueName: "address"))
    var alertMailTo: [String] = []

    @Option(help: ArgumentHelp("Whom those mails come from.", valueName: "address"))
    var alertMailFrom: String?

    @Option(help: ArgumentHelp("The relay that takes them.", valueName: "name"))
    var alertMailHost: String?

    @Option(help: "The relay's port (default: 587).")
    var alertMailPort: Int?

    @Option(help: ArgumentHelp("starttls, tls or none (default: starttls).", valueName: "security"))
    var alertMailSecurity: String?

    @Option(help: ArgumentHelp("Who to log in to the relay as, where it asks.", valueName: "name"))
    var alertMailUsername: String?

    @Option(help: ArgumentHelp("Hours between messages about what still holds (default: 4).", valueName: "hours"))
    var alertReminder: Int?

    @Option(
        help: ArgumentHelp(
            "Alert where more deliveries than this share of a channel's fail within 15 minutes (default: 5).",
            valueName: "percent"
        )
    )
    var alertDeadLetters: Int?

    @Option(
        help: ArgumentHelp(
            "Alert where the data's disk has less room left than this (default: 10).",
            valueName: "percent"
        )
    )
    var alertDiskFree: Int?

    /// Each value comes from its option, else from its environment variable, else it is the default.
    func resolved() throws -> AlertConfiguration {
        let source = OptionSource()
        var configuration = AlertConfiguration()
        if let url = source.text(alertWebhook, "alert-webhook") { configuration.sinks.append(try Self.webhook(url)) }
        configuration.sinks += try mail(source)
        if let hours = try source.number(alertReminder, "alert-reminder", 1...168) {
            configuration.reminder = .seconds(hours * 3600)
        }
        if let percent = try source.number(alertDeadLetters, "alert-dead-letters", 1...99) {
            configuration.limits.deadLetterPercent = percent
        }
        if let percent = try source.number(alertDiskFree, "alert-disk-free", 1...99) {
            configuration.limits.diskFreePercent = percent
        }
        return configuration
    }

    private static func webhook(_ url: String) throws -> AlertSink {
        try AlertSink(
            name: "webhook",
            plugin: "webhook",
            values: [("url", "--alert-webhook", .string(url))],
            secrets: ["secret": "alert-webhook-secret", "previousSecret": "alert-webhook-previous-secret"],
            address: url
        )
    }

    private func mail(_ source: OptionSource) throws -> [AlertSink] {
        let addresses = source.list(alertMailTo, "alert-mail-to")
        let texts: [(String, String, String?)] = [
            ("host", "--alert-mail-host", source.text(alertMailHost, "alert-mail-host")),
            ("from", "--alert-mail-from", source.text(alertMailFrom, "alert-mail-from")),
            ("security", "--alert-mail-security", source.text(alertMailSecurity, "alert-mail-security")),
            ("username", "--alert-mail-username", source.text(alertMailUsername, "alert-mail-username")),
        ]
        let port = try source.number(alertMailPort, "alert-mail-port", 1...65535)
        guard !addresses.isEmpty else {
            guard texts.allSatisfy({ $0.2 == nil }), port == nil else {
                throw ValidationError(
                    "--alert-mail-to says whom alerts are mailed to; the other --alert-mail- options go with it"
                )
            }
            return []
        }
        let values =
            texts.compactMap { field, option, text in text.map { (field, option, JSONValue.string($0)) } }
            + (port.map { [("port", "--alert-mail-port", JSONValue($0))] } ?? [])
        for address in addresses {
            guard let problem = Self.recipient.problem(in: .string(address)) else { continue }
            throw ValidationError("--alert-mail-to: \(problem), not “\(address)”")
        }
        let isLoggingIn = values.contains { $0.0 == "username" }
        return try addresses.map { address in
            try AlertSink(
                name: "mail",
                plugin: "smtp",
                values: values,
                secrets: isLoggingIn ? ["password": "alert-mail-password"] : [:],
                address: address
            )
        }
    }

    /// The form of an address in ``alertMailTo``, checked with the setting that the mail plugin uses for recipients.
    private static let recipient = Field(
        "to",
        .email,
        isRequired: true,
        description: "Whom alerts are mailed to",
        example: "ops@acme.example"
    )
}

extension AlertSink {
    /// A sink whose settings pass the same checks as a tenant's channel settings.
    ///
    /// - Parameter values: field, the option it came from, and its value.
    /// - Throws: `ValidationError` naming the option.
    fileprivate init(
        name: String,
        plugin: PluginID,
        values: [(field: String, option: String, value: JSONValue)],
        secrets: [String: String],
        address: String
    ) throws {
        guard let kind = ChannelRegistry.standard[plugin] else { preconditionFailure("there is no plugin \(plugin)") }
        let fields = kind.descriptor.fields
        var settings = Dictionary(
            uniqueKeysWithValues: fields.compactMap { field in field.defaultValue.map { (field.name, $0) } }
        )
        let options = Dictionary(uniqueKeysWithValues: values.map { ($0.field, $0.option) })
        for (name, option, value) in values {
            if let problem = fields.first(where: { $0.name == name })?.problem(in: value) {
                throw ValidationError("\(option): \(problem)")
            }
            settings[name] = value
        }
        for field in fields where field.isRequired && field.kind != .secret && settings[field.name] == nil {
            throw ValidationError("alerts by \(name) need --alert-\(name)-\(field.name)")
        }
        for problem in kind.check(ChannelSettings(values: settings)) {
            let help = problem.help.map { "; \($0)" } ?? ""
            throw ValidationError(
                "\(options[problem.field] ?? "--alert-\(name)-\(problem.field)"): \(problem.message)\(help)"
            )
        }
        self.init(name: name, plugin: plugin, settings: settings, secrets: secrets, address: address)
    }
}
