import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Variables exist, functions exist, and each function accepts the type of its value.
enum MessageVariablesRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        let functions = FunctionRegistry.standard
        for text in tenant.texts {
            guard let uses = text.uses, let variables = tenant.variables(of: text) else { continue }
            for name in uses.functions where !functions.contains(name) {
                report.add(.unknownFunction(name, known: functions.names, tenant.span(":" + name, in: text)))
            }
            for argument in uses.arguments where !variables.isUnsure(argument.name) {
                guard let kind = variables[argument.name] else {
                    let span = tenant.span("$" + argument.name, in: text)
                    report.add(.unknownVariable(argument.name, known: variables.names, span))
                    continue
                }
                if kind == .link, let fault = LinkPresence(of: text.id, in: tenant).fault {
                    report.add(.missingLink(fault, tenant.span("$link", in: text)))
                }
                if kind.isMap {
                    report.add(.mapInText(argument.name, tenant.span("$" + argument.name, in: text)))
                    continue
                }
                for case .operand(let function) in argument.uses where functions.contains(function.name) {
                    let namesCurrency = function.options.contains { $0.name == "currency" }
                    if function.name == "currency", kind.isMoney, !namesCurrency {
                        report.add(.shortCodesOnly(argument.name, tenant.span(":currency", in: text)))
                    }
                    guard let wanted = kind.fault(for: function) else { continue }
                    let span = tenant.span("$" + argument.name, in: text)
                    report.add(.wrongUse(argument.name, kind, function.name, wanted: wanted, span))
                }
            }
        }
    }
}

extension MessageVariables.Kind {
    /// What the function accepts instead; nil where it accepts every value of this type.
    fileprivate func fault(for function: Message.Function) -> String? {
        switch function.name {
        case "string": return isOne(of: .text, .number, .boolean) ? nil : "text, a choice or a boolean"
        case "number", "integer", "offset", "percent": return isOne(of: .number) ? nil : "a number"
        case "currency":
            if isOne(of: .money) { return nil }
            let hasCurrency = function.options.contains { $0.name == "currency" }
            return isOne(of: .number) && hasCurrency ? nil : "money, or a number with the option `currency`"
        case "carillon:money": return isOne(of: .money) ? nil : "money"
        case "date", "datetime": return isOne(of: .instant, .date) ? nil : "an instant or a date"
        case "carillon:relative" where function.options.contains { $0.name == "unit" }:
            return isOne(of: .number) ? nil : "a number, because it has the option `unit`"
        case "time", "carillon:relative": return isOne(of: .instant) ? nil : "an instant"
        case "carillon:list": return isOne(of: .list) ? nil : "a list"
        default: return nil
        }
    }

    /// Money has a currency, whose code may be longer than three letters.
    fileprivate var isMoney: Bool { isOne(of: .money) }

    /// A map can't be shown in a text.
    fileprivate var isMap: Bool { isOne(of: .map) }

    fileprivate enum Sort {
        case text
        case number
        case money
        case boolean
        case instant
        case date
        case list
        case map
    }

    private func isOne(of sorts: Sort...) -> Bool { sorts.contains(sort) }

    private var sort: Sort {
        switch self {
        case .term, .tenant, .recipient, .link: .text
        case .presence: .boolean
        case .field(let field):
            switch field.type {
            case .text, .choice, .uuid, .slug, .path, .url, .email, .localizedText: .text
            case .integer, .decimal: .number
            case .money: .money
            case .boolean: .boolean
            case .instant: .instant
            case .date: .date
            case .list: .list
            case .map: .map
            }
        }
    }

    var summary: String {
        switch self {
        case .field(let field): field.type.name.withArticle
        case .presence: "a boolean"
        case .term: "a term"
        case .tenant, .recipient, .link: "text"
        }
    }
}

extension TenantContext {
    /// The first occurrence of `token` in a text's source.
    func span(_ token: String, in text: WrittenText) -> Span {
        let source = Array(text.source.utf8)
        let wanted = Array(token.utf8)
        var offset = 0
        while offset + wanted.count <= source.count {
            let end = offset + wanted.count
            let isWhole = end == source.count || !isNameByte(source[end])
            if isWhole, source[offset..<end].elementsEqual(wanted), let span = span(offset..<end, of: text) {
                return span
            }
            offset += 1
        }
        return span(0..<source.count, of: text) ?? start
    }

    /// Used where no better place is known.
    ///
    /// Texts come from template files, which come with a profile.
    private var start: Span {
        guard let file = profileFile ?? eventsFile else { preconditionFailure("rules run on a profile that was read") }
        return Span(file.source, 0..<0)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte >= 0x80 || "-_.".utf8.contains(byte)
    }
}

extension Diagnostic {
    fileprivate static func unknownVariable(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownVariable,
            "there is no variable `$\(name)`",
            at: span,
            label: guess.map { "did you mean `$\($0)`?" } ?? "",
            notes: ["there is \(Shape.list(known.map { "$" + $0 }))"],
            fixes: guess.map { [Fix("write `$\($0)`", replace: span, with: "$\($0)")] } ?? []
        )
    }

    fileprivate static func unknownFunction(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownFunction,
            "there is no function `:\(name)`",
            at: span,
            label: guess.map { "did you mean `:\($0)`?" } ?? "",
            notes: ["there is \(Shape.list(known.map { ":" + $0 }))"]
        )
    }

    fileprivate static func shortCodesOnly(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .shortCodesOnly,
            "`$\(name)` may have a currency such as USDC, which `:currency` doesn't know",
            at: span,
            help: "`:carillon:money` takes the same options and every code"
        )
    }

    fileprivate static func mapInText(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongUse,
            "`$\(name)` is a map, which no text can show",
            at: span,
            help: "it goes to the app: `\"dataFrom\": \"\(name)\"` in the event"
        )
    }

    fileprivate static func wrongUse(
        _ name: String,
        _ kind: MessageVariables.Kind,
        _ function: String,
        wanted: String,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .wrongUse,
            "`$\(name)` is \(kind.summary), and `:\(function)` needs \(wanted)",
            at: span,
            help: "without a function each type is formatted in the usual way"
        )
    }
}
