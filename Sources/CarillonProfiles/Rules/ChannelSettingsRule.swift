import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// A channel's settings are those that its plugin's descriptor declares.
enum ChannelSettingsRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.profileFile else { return }
        for binding in tenant.profile.channels {
            let place: [JSONStep] = [.name("channels"), .name(binding.id.rawValue)]
            guard !file.isDamaged(place) else { continue }
            guard let kind = tenant.registry[binding.plugin] else {
                guard !tenant.faultyChannels.contains(binding.plugin) else { continue }
                let known = tenant.registry.ids.map(\.rawValue)
                report.add(.unknownPlugin(binding.plugin, known: known, file.span(place + [.name("use")])))
                continue
            }
            let settings = Settings(binding: binding, descriptor: kind.descriptor, file: file, place: place)
            let before = report.diagnostics.count
            settings.check(&report)
            guard report.diagnostics.count == before else { continue }
            settings.checkTogether(kind, &report)
        }
    }

    private struct Settings {
        let binding: ChannelBinding
        let descriptor: ChannelDescriptor
        let file: TenantFile
        let place: [JSONStep]

        func check(_ report: inout RuleReport) {
            let node = file.root.node(at: place)?["settings"]
            for member in node?.members ?? [] {
                guard let field = descriptor.fields.first(where: { $0.name == member.name }) else {
                    report.add(.unknownSetting(member.name, descriptor, Span(file.source, member.nameRange)))
                    continue
                }
                if let diagnostic = fault(in: member.value, of: field) { report.add(diagnostic) }
            }
            for field in descriptor.fields where field.isRequired && node?[field.name] == nil {
                let span = node == nil ? file.nameSpan(place) : file.span(place + [.name("settings")])
                report.add(.missingSetting(field, descriptor, span))
            }
            if binding.message != nil, !descriptor.takesSkeleton {
                report.add(.skeletonNotTaken(descriptor, file.nameSpan(place + [.name("message")])))
            }
        }

        private func fault(in node: JSONNode, of field: Field) -> Diagnostic? {
            let span = Span(file.source, node.range)
            let isNamedSecret = node.text("$secret") != nil
            if case .secret = field.kind {
                if let name = node.text("$secret") {
                    return TextShape.secretName.isValid(name) ? nil : .badSecretName(name, span)
                }
                return .literalSecret(field, span)
            }
            if isNamedSecret { return .notASecret(field, span) }
            return field.accepts(node.value ?? .null) ? nil : .badSetting(field, span)
        }

        func checkTogether(_ kind: any ChannelKind, _ report: inout RuleReport) {
            var values = binding.settings
            for field in descriptor.fields where values[field.name] == nil { values[field.name] = field.defaultValue }
            let secrets = binding.secrets.mapValues { Secret($0) }
            for problem in kind.check(ChannelSettings(values: values, secrets: secrets)) {
                let step = place + [.name("settings"), .name(problem.field)]
                report.add(.settingProblem(problem, file.span(step)))
            }
        }
    }
}

extension Field {
    /// Whether a value that isn't secret is valid for the field.
    fileprivate func accepts(_ value: JSONValue) -> Bool {
        switch kind {
        case .text: value.string.map { !$0.isEmpty && !TextFormat.hasControlCharacter($0) } ?? false
        case .integer(let range): value.integer.map { range.contains(Int($0)) } ?? false
        case .boolean: value.boolean != nil
        case .choice(let values): value.string.map(values.contains) ?? false
        case .url: value.string.map { $0.hasPrefix("https://") && TextFormat.isWebURL($0) } ?? false
        case .email: value.string.map(Self.isMailbox) ?? false
        case .secret: false
        }
    }

    /// `ada@example.org` or `Ada <ada@example.org>`.
    ///
    /// Source: RFC 5322, section 3.4, without groups and quoting.
    private static func isMailbox(_ text: String) -> Bool {
        guard text.hasSuffix(">"), let open = text.firstIndex(of: "<") else { return TextFormat.isEmail(text) }
        return TextFormat.isEmail(String(text[text.index(after: open)...].dropLast()))
            && !TextFormat.hasControlCharacter(text)
    }

    fileprivate var wanted: String {
        switch kind {
        case .text: "text that isn't empty"
        case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .boolean: "true or false"
        case .choice(let values): "one of \(Shape.list(values))"
        case .url: "an https URL"
        case .email: "an e-mail address, such as `Ada <ada@example.org>`"
        case .secret: #"a secret, such as {"$secret": "name"}"#
        }
    }
}

extension Diagnostic {
    fileprivate static func unknownPlugin(_ id: PluginID, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: id.rawValue, among: known)
        return Diagnostic(
            .unknownPlugin,
            "there is no plugin called `\(id)`",
            at: span,
            label: Suggestion.question(guess),
            notes: ["there are \(Shape.list(known)); see `carillon channel list`"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    fileprivate static func unknownSetting(_ name: String, _ plugin: ChannelDescriptor, _ span: Span) -> Diagnostic {
        let known = plugin.fields.map(\.name)
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownSetting,
            "the plugin `\(plugin.id)` has no setting \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [known.isEmpty ? "it has none" : "it has \(Shape.list(known))"]
        )
    }

    fileprivate static func missingSetting(_ field: Field, _ plugin: ChannelDescriptor, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingSetting,
            "the plugin `\(plugin.id)` needs the setting `\(field.name)`",
            at: span,
            notes: [field.description.asNote],
            help: "add to `settings` a line like \"\(field.name)\": \(field.example.text)"
        )
    }

    fileprivate static func badSetting(_ field: Field, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badSetting,
            "the setting `\(field.name)` must be \(field.wanted)",
            at: span,
            notes: [field.description.asNote],
            help: "for example \(field.example.text)"
        )
    }

    fileprivate static func settingProblem(_ problem: SettingProblem, _ span: Span) -> Diagnostic {
        Diagnostic(.badSetting, problem.message, at: span, help: problem.help)
    }

    fileprivate static func literalSecret(_ field: Field, _ span: Span) -> Diagnostic {
        Diagnostic(
            .literalSecret,
            "the setting `\(field.name)` is a secret and must only be named",
            at: span,
            label: "this is not shown here",
            help: #"write {"$secret": "some-name"} and give the value to the operator"#
        )
        .hidingSource()
    }

    fileprivate static func badSecretName(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badName,
            "\(quoted(name)) is no name of a secret",
            at: span,
            notes: ["it must be \(TextShape.secretName.description)"]
        )
    }

    fileprivate static func notASecret(_ field: Field, _ span: Span) -> Diagnostic {
        Diagnostic(
            .notASecret,
            "the setting `\(field.name)` is no secret",
            at: span,
            label: "write the value itself",
            help: "for example \(field.example.text)"
        )
    }

    fileprivate static func skeletonNotTaken(_ plugin: ChannelDescriptor, _ span: Span) -> Diagnostic {
        Diagnostic(.skeletonNotTaken, "the plugin `\(plugin.id)` has no message that could be changed", at: span)
    }
}
