import CarillonDiagnostics
import CarillonModel

/// App texts with an id of the inbox use only the inbox's arguments, and have a form that browsers can choose from.
///
/// This applies even without `inbox` in the profile, because the elements can be used on any page.
enum InboxTextRule: LateRule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        for text in tenant.appTextsInFocus {
            guard let slots = InboxText.byID[text.id], !tenant.profile.hasEvent(text.id) else { continue }
            let isUnderstood = checkArguments(of: text, slots[0], tenant, &report)
            guard isUnderstood else { continue }
            for written in tenant.textsByID[text.id] ?? [] {
                guard let slot = slots.first(where: { $0.slot == written.path }), !slot.isFormattedByHost,
                    let file = tenant.templateFiles[written.locale],
                    !earlier.hasError(within: Span(file.source, written.node.range))
                else { continue }
                checkForm(of: written, slot, tenant, &report)
            }
        }
    }

    /// - Returns: whether the text uses no other arguments.
    private static func checkArguments(
        of text: AppText,
        _ known: InboxText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) -> Bool {
        guard let file = tenant.eventsFile, !file.isDamaged("texts", text.id.rawValue) else { return false }
        var isUnderstood = true
        for field in text.payload {
            if let argument = known.argument, argument.field == field.name, argument.takes(field.type) { continue }
            isUnderstood = false
            let span = file.nameSpan("texts", text.id.rawValue, "payload", field.name)
            report.add(.wrongInboxArgument(field, of: known, span))
        }
        return isUnderstood
    }

    private static func checkForm(
        of written: WrittenText,
        _ text: InboxText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard written.uses != nil, let message = written.message else { return }
        let constants = tenant.profile.constants(in: written.locale)
        do {
            _ = try WordCompiler(argument: text.argument, constants: constants).word(of: message)
        } catch {
            report.add(.unfitInboxText(text, error, tenant.span(error.token, in: written)))
        }
    }
}

extension WordCompiler.Fault {
    /// What to look for in the source.
    fileprivate var token: String {
        switch self {
        case .function(let name), .option(_, of: let name): ":" + name
        case .local(let name), .placeholder(let name): "$" + name
        case .selection(by: let names): "$" + (names.first ?? "")
        case .markup(let name): "#" + name
        case .key(let key): key
        }
    }
}

extension Diagnostic {
    fileprivate static func wrongInboxArgument(_ field: PayloadField, of text: InboxText, _ span: Span) -> Diagnostic {
        let message: String
        let help: String
        switch text.argument {
        case let argument? where argument.field == field.name:
            message = "`\(field.name)` of `\(text.id)` is \(field.type.name.withArticle), and gets \(argument.typeName)"
            help = "change its type, or give the text another id"
        case let argument?:
            message = "the inbox tells `\(text.id)` its `\(argument.field)` and nothing else"
            help = "call the field `\(argument.field)`, or give the text another id"
        case nil:
            message = "the inbox tells `\(text.id)` nothing"
            help = "remove the field, or give the text another id"
        }
        return Diagnostic(.wrongInboxArgument, message, at: span, help: help)
    }

    fileprivate static func unfitInboxText(
        _ text: InboxText,
        _ fault: WordCompiler.Fault,
        _ span: Span
    ) -> Diagnostic {
        let label =
            switch fault {
            case .function(let name): "`:\(name)` can't be done there"
            case .option(let option, of: let name): "`\(option)` of `:\(name)` can't be done there"
            case .local: "`.local` can't be done there"
            case .markup(let name): "`#\(name)` can't be shown there"
            case .key(let key): "`\(key)` can't be chosen there"
            case .selection(by: let names) where names.count > 1: "only one choice can be made there"
            case .selection: "this can't be chosen by there"
            case .placeholder(let name): "`\(name)` can't be shown there"
            }
        let allowed =
            switch text.argument {
            case .count?: "plain words, `{$count}`, terms, and one choice by `count`"
            case .read?: "plain words, terms, and one choice by `read`"
            case .at?, .date?, nil: "plain words and terms"
            }
        return Diagnostic(
            .unfitInboxText,
            "browsers can't make `\(text.id)` of this",
            at: span,
            label: label,
            notes: ["a browser has no MessageFormat, and gets this text ready but for its argument"],
            help: "write \(allowed)"
        )
    }
}
