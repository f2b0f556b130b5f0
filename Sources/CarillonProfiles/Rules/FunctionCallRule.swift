import CarillonDiagnostics
import MessageFormat

/// Functions have the options that a text gives them, the options have such values, and words in the place of a value
/// can be read.
///
/// What is found here would fail each time the message is formatted, or, misspelt, would silently have no effect.
enum FunctionCallRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        let functions = FunctionRegistry.standard
        for text in tenant.texts {
            for call in text.uses?.calls ?? [] where !isHarmless(call) {
                for problem in functions.problems(of: call) {
                    report.add(diagnostic(for: problem, call, text, tenant))
                }
                checkZone(call, text, tenant, &report)
                checkCurrency(call, text, tenant, &report)
            }
        }
    }

    /// Nearly all calls: an argument and no options, except what always needs one.
    private static func isHarmless(_ call: MessageIntrospection.Call) -> Bool {
        guard case .argument = call.operand else { return false }
        return call.function.options.isEmpty && call.function.name != "offset"
    }

    private static func diagnostic(
        for problem: CallProblem,
        _ call: MessageIntrospection.Call,
        _ text: WrittenText,
        _ tenant: TenantContext
    ) -> Diagnostic {
        let function = call.function.name
        func place(_ option: String) -> Span { tenant.optionSpan(option, in: text) }
        switch problem {
        case .unknownOption(let name, let known): return .unknownOption(name, of: function, known: known, place(name))
        case .badValue(let value, let name, let allowed): return .badOption(name, value, allowed: allowed, place(name))
        case .notLiteral(let name): return .optionFromVariable(name, place(name))
        case .needsOneOffset: return .oneOffset(tenant.span(":" + function, in: text))
        case .inheritedSelect: return .selectTwice(function, tenant.span(":" + function, in: text))
        case .badOperand(let needs): return .badOperand(call, needs: needs, tenant.span(":" + function, in: text))
        }
    }

    /// Zones are known by name here; where a message is formatted, the machine's own list decides.
    private static func checkZone(
        _ call: MessageIntrospection.Call,
        _ text: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        for option in call.function.options where option.name == "timeZone" {
            guard case .literal(let zone) = option.value else { continue }
            if zone == "input" {
                // Instants and dates of a payload have no zone of their own.
                guard case .argument = call.operand else { continue }
                report.add(.noInputZone(tenant.optionSpan(option.name, in: text)))
            } else if zone.first?.isLetter == true, zone != "Z", !TimeZoneNames.contains(zone) {
                report.add(.unknownZone(zone, tenant.optionSpan(option.name, in: text)))
            }
        }
    }

    /// Money brings its currency.
    private static func checkCurrency(
        _ call: MessageIntrospection.Call,
        _ text: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard case .argument(let name) = call.operand, call.function.options.contains(where: { $0.name == "currency" }),
            let variables = tenant.variables(of: text), !variables.isUnsure(name),
            case .field(let field)? = variables[name], field.type == .money
        else { return }
        report.add(.secondCurrency(name, tenant.optionSpan("currency", in: text)))
    }
}

extension TenantContext {
    /// Where a text first names an option of a function.
    fileprivate func optionSpan(_ name: String, in text: WrittenText) -> Span {
        let source = Array(text.source.utf8)
        for span in Message.parse(text.source).spans where span.kind == .option {
            guard source[span.range].elementsEqual(name.utf8), let place = self.span(span.range, of: text) else {
                continue
            }
            return place
        }
        return span(name, in: text)
    }
}

extension Diagnostic {
    fileprivate static func unknownOption(
        _ name: String,
        of function: String,
        known: [String],
        _ span: Span
    ) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownOption,
            "`:\(function)` has no option `\(name)`",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "",
            notes: [known.isEmpty ? "it has none" : "it has \(Shape.list(known))"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: $0)] } ?? []
        )
    }

    fileprivate static func badOption(_ name: String, _ value: String, allowed: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: value, among: allowed)
        return Diagnostic(
            .badOption,
            "the option `\(name)` cannot be \(quoted(value))",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "",
            notes: [allowed.isEmpty ? words(for: name) : "it can be \(Shape.list(allowed))"]
        )
    }

    private static func words(for option: String) -> String {
        switch option {
        case "timeZone": "it can be `UTC`, a zone such as `Europe/Oslo`, or an offset such as `+01:00`"
        case "currency": "it can be a code such as `NGN`"
        case "minimumSignificantDigits", "maximumSignificantDigits": "it can be a number from 1 to 99"
        default: "it can be a number from 0 to 99"
        }
    }

    fileprivate static func optionFromVariable(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badOption,
            "the option `\(name)` cannot come from a variable",
            at: span,
            help: "write its value here"
        )
    }

    fileprivate static func oneOffset(_ span: Span) -> Diagnostic {
        Diagnostic(.badOption, "`:offset` needs exactly one of `add` and `subtract`", at: span)
    }

    fileprivate static func selectTwice(_ function: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badOption,
            "`:\(function)` gets a value that has the option `select` already",
            at: span,
            help: "give `:\(function)` a `select` of its own, or show the value without a second function"
        )
    }

    fileprivate static func noInputZone(_ span: Span) -> Diagnostic {
        Diagnostic(
            .badOption,
            "the times of a payload have no zone of their own",
            at: span,
            help: "leave `timeZone` out for the recipient's zone"
        )
    }

    fileprivate static func unknownZone(_ zone: String, _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: zone, among: TimeZoneNames.all)
        return Diagnostic(
            .badOption,
            "there is no time zone \(quoted(zone))",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? ""
        )
    }

    fileprivate static func secondCurrency(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badOption,
            "`$\(name)` is money, and brings its currency",
            at: span,
            help: "leave `currency` out"
        )
    }

    fileprivate static func badOperand(
        _ call: MessageIntrospection.Call,
        needs: String,
        _ span: Span
    ) -> Diagnostic {
        let what = if case .literal(let text) = call.operand { quoted(text) } else { "nothing" }
        return Diagnostic(.wrongUse, "`:\(call.function.name)` gets \(what), and needs \(needs)", at: span)
    }
}
