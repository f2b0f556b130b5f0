import CarillonDiagnostics
import CarillonModel

/// Names of categories, Android channels, roles and app texts refer to declared ones.
enum CategoryReferencesRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let profile = tenant.profileFile else { return }
        let categories = profile.names(in: "categories")
        let roles = tenant.isSound("subscriptions") ? tenant.profile.subscriptions.roles : nil
        if let events = tenant.eventsFile {
            for member in events.root["events"]?.members ?? [] {
                checkName(member.value["category"], .unknownCategory, "category", categories, events, &report)
                for role in member.value["roles"]?.elements ?? [] {
                    checkName(role, .unknownRole, "role", roles, events, &report)
                }
            }
        }
        for member in profile.root["preferences"]?["toggles"]?.members ?? [] {
            for element in member.value["categories"]?.elements ?? [] {
                checkName(element, .unknownCategory, "category", categories, profile, &report)
            }
            checkText(member.value["text"], tenant, profile, &report)
        }
        let androidChannels = profile.names(in: "androidChannels")
        for member in profile.root["categories"]?.members ?? [] {
            let name = member.value["androidChannel"]
            checkName(name, .unknownAndroidChannel, "Android channel", androidChannels, profile, &report)
        }
        checkCollectedTexts(tenant, profile, &report)
    }

    private static func checkName(
        _ node: JSONNode?,
        _ code: DiagnosticCode,
        _ noun: String,
        _ known: [String]?,
        _ file: TenantFile,
        _ report: inout RuleReport
    ) {
        guard let known, let node, let name = node.string, TextShape.plainName.isValid(name), !known.contains(name)
        else { return }
        report.add(.unknownName(name, code, noun, known: known, Span(file.source, node.range)))
    }

    private static func checkCollectedTexts(
        _ tenant: TenantContext,
        _ profile: TenantFile,
        _ report: inout RuleReport
    ) {
        for member in profile.root["priorities"]?.members ?? [] where member.value.text("deliver") == "collected" {
            guard !profile.isDamaged("priorities", member.name) else { continue }
            guard let name = member.value["text"] else {
                report.add(.missingCollectedText(member.name, profile.span("priorities", member.name, "deliver")))
                continue
            }
            checkText(name, tenant, profile, &report)
        }
    }

    private static func checkText(
        _ name: JSONNode?,
        _ tenant: TenantContext,
        _ profile: TenantFile,
        _ report: inout RuleReport
    ) {
        guard let texts = tenant.eventsFile?.names(in: "texts"), let name, let id = name.string, !texts.contains(id)
        else {
            return
        }
        report.add(.unknownName(id, .unknownText, "app text", known: texts, Span(profile.source, name.range)))
    }
}

extension Diagnostic {
    static func unknownName(
        _ name: String,
        _ code: DiagnosticCode,
        _ noun: String,
        known: [String],
        _ span: Span
    ) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            code,
            "there is no \(noun) called \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [known.isEmpty ? "none is declared" : "declared are \(Shape.list(known))"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    fileprivate static func missingCollectedText(_ priority: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingCollectedText,
            "there are no words for what is collected",
            at: span,
            label: "`text` is missing beside it",
            notes: ["a window with several notifications sends one message, in the words of an app text"],
            help: #"declare one under `texts` with the field `count`, and name it here: "text": "collected""#
        )
    }
}
