import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonStandard
import Configuration

/// Where alerts go, and when: part of the options of `serve`.
///
/// The secrets that go with them stand in the host's own section of the secrets file.
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

    /// Options, then environment variables, then defaults.
    func resolved() throws -> AlertConfiguration {
        let source = Source()
        var configuration = AlertConfiguration()
        if let url = source.text(alertWebhook, "webhook") { configuration.sinks.append(try Self.webhook(url)) }
        configuration.sinks += try mail(source)
        if let hours = try source.number(alertReminder, "reminder", 1...168) {
            configuration.reminder = .seconds(hours * 3600)
        }
        if let percent = try source.number(alertDeadLetters, "dead.letters", 1...99) {
            configuration.limits.deadLetterPercent = percent
        }
        if let percent = try source.number(alertDiskFree, "disk.free", 1...99) {
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

    private func mail(_ source: Source) throws -> [AlertSink] {
        let addresses = alertMailTo.isEmpty ? source.list("mail.to") : alertMailTo
        let texts: [(String, String, String?)] = [
            ("host", "--alert-mail-host", source.text(alertMailHost, "mail.host")),
            ("from", "--alert-mail-from", source.text(alertMailFrom, "mail.from")),
            ("security", "--alert-mail-security", source.text(alertMailSecurity, "mail.security")),
            ("username", "--alert-mail-username", source.text(alertMailUsername, "mail.username")),
        ]
        let port = try source.number(alertMailPort, "mail.port", 1...65535)
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

    /// What ``alertMailTo`` takes; the plugin knows addresses as the pipeline gives them.
    private static let recipient = Field(
        "to",
        .email,
        isRequired: true,
        description: "Whom alerts are mailed to",
        example: "ops@acme.example"
    )

    /// Options and their variables.
    private struct Source {
        private let environment = ConfigReader(provider: EnvironmentVariablesProvider()).scoped(to: "carillon.alert")

        func text(_ option: String?, _ key: ConfigKey) -> String? { option ?? environment.string(forKey: key) }

        func list(_ key: ConfigKey) -> [String] {
            environment.string(forKey: key)?.split(separator: ",").map(String.init) ?? []
        }

        func number(_ option: Int?, _ key: ConfigKey, _ range: ClosedRange<Int>) throws -> Int? {
            let text = option.map { "\($0)" } ?? environment.string(forKey: key)
            guard let text else { return nil }
            guard let number = Int(text), range.contains(number) else {
                let name = "--alert-" + key.description.replacing(".", with: "-")
                throw ValidationError(
                    "\(name) is a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”"
                )
            }
            return number
        }
    }
}

extension AlertSink {
    /// A sink whose settings are checked as a tenant's would be.
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
        guard let type = ChannelRegistry.standard[plugin] else { preconditionFailure("there is no plugin \(plugin)") }
        let fields = type.descriptor.fields
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
        for problem in type.check(ChannelSettings(values: settings)) {
            let help = problem.help.map { "; \($0)" } ?? ""
            throw ValidationError(
                "\(options[problem.field] ?? "--alert-\(name)-\(problem.field)"): \(problem.message)\(help)"
            )
        }
        self.init(name: name, plugin: plugin, settings: settings, secrets: secrets, address: address)
    }
}
