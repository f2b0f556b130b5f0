import CarillonDiagnostics
import MessageFormat

/// The options in a text exist and have valid values, and literal operands can be read by their function.
///
/// Each of these faults would either prevent the message from being formatted, or, if misspelt, silently have no
/// effect.
enum FunctionCallRule: Rule {
    static let scope = RuleScope.texts

    /// How many faults are reported in one text, because each needs a search in its source.
    private static let limit = 100

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            let calls = (text.uses?.calls ?? []).filter { !isHarmless($0) }
            guard !calls.isEmpty else { continue }
            let variables = tenant.variables(of: text)
            let found = calls.flatMap { call in
                (faults(in: call, variables) + optionFaults(in: call, text.message, variables)).map { (call, $0) }
            }
            guard !found.isEmpty else { continue }
            let places = OptionPlaces(text)
            for (call, fault) in found.prefix(limit) { report.add(diagnostic(for: fault, call, text, places, tenant)) }
        }
    }

    /// Faults that formatting would report, and those that only the payload's types show.
    private enum Fault {
        case call(CallProblem)
        case noInputZone
        case unknownZone(String)
        case secondCurrency(String)
        /// An option whose value is a variable that can have invalid values.
        case openOption(String, String)
    }

    private static func faults(in call: MessageIntrospection.Call, _ variables: MessageVariables?) -> [Fault] {
        FunctionRegistry.standard.problems(of: call).map { .call($0) }
            + [zoneFault(in: call), currencyFault(in: call, variables)].compactMap(\.self)
    }

    /// The most frequent calls: an argument without options, and no function that requires one.
    private static func isHarmless(_ call: MessageIntrospection.Call) -> Bool {
        guard case .argument = call.operand else { return false }
        return call.function.options.isEmpty && call.function.name != "offset"
    }

    /// Where a variable is the value of an option, each of its possible values must be valid.
    private static func optionFaults(
        in call: MessageIntrospection.Call,
        _ message: Message?,
        _ variables: MessageVariables?
    ) -> [Fault] {
        call.function.options.flatMap { option -> [Fault] in
            guard let message, let variables, case .variable(let name) = option.value,
                FunctionRegistry.standard.problems(of: call).allSatisfy({ !$0.concerns(option.name) })
            else { return [] }
            let values: [String]?
            switch message.origin(of: name) {
            case .literal(let text): values = [text]
            case .argument(let argument):
                // A name that doesn't exist, or whose field has an error, is reported elsewhere.
                guard !variables.isUnsure(argument), let kind = variables[argument] else { return [] }
                values = option.name == "u:id" && kind.isFreeText ? [""] : kind.possibleTexts
            case .made: values = nil
            }
            guard let values else { return [.openOption(option.name, name)] }
            return values.lazy.compactMap { fault(in: call, option.name, having: $0) }.first.map { [$0] } ?? []
        }
    }

    private static func fault(
        in call: MessageIntrospection.Call,
        _ option: String,
        having value: String
    ) -> Fault? {
        let function = Message.Function(
            name: call.function.name,
            options: [Message.Option(name: option, value: .literal(value))]
        )
        let call = MessageIntrospection.Call(function: function, operand: call.operand)
        let problem = FunctionRegistry.standard.problems(of: call).first { $0.concerns(option) }
        return problem.map { .call($0) } ?? zoneFault(in: call)
    }

    /// Zone names are checked against the list in this program; when a message is formatted, the machine's list
    /// decides.
    private static func zoneFault(in call: MessageIntrospection.Call) -> Fault? {
        let option = call.function.options.first { $0.name == "timeZone" }
        guard case .literal(let zone)? = option?.value else { return nil }
        if zone == "input" {
            // Instants and dates of a payload have no time zone.
            return if case .argument = call.operand { .noInputZone } else { nil }
        }
        guard zone.first?.isLetter == true, zone != "Z" else { return nil }
        return BuiltInTimeZones.contains(zone) ? nil : .unknownZone(zone)
    }

    /// Money includes its currency.
    private static func currencyFault(in call: MessageIntrospection.Call, _ variables: MessageVariables?) -> Fault? {
        guard case .argument(let name) = call.operand, call.function.options.contains(where: { $0.name == "currency" }),
            let variables, !variables.isUnsure(name), case .field(let field)? = variables[name], field.type == .money
        else { return nil }
        return .secondCurrency(name)
    }

    private static func diagnostic(
        for fault: Fault,
        _ call: MessageIntrospection.Call,
        _ text: WrittenText,
        _ places: OptionPlaces,
        _ tenant: TenantContext
    ) -> Diagnostic {
        let function = call.function.name
        func place(_ option: String) -> Span {
            places[option].flatMap { tenant.span($0, of: text) } ?? tenant.span(option, in: text)
        }
        switch fault {
        case .noInputZone: return .noInputZone(place("timeZone"))
        case .unknownZone(let zone): return .unknownZone(zone, place("timeZone"))
        case .secondCurrency(let name): return .secondCurrency(name, place("currency"))
        case .openOption(let option, let name): return .openOption(option, name, place(option))
        case .call(.unknownOption(let name, let known)):
            return .unknownOption(name, of: function, known: known, place(name))
        case .call(.badValue(let value, let name, let allowed)):
            return .badOption(name, value, allowed: allowed, place(name))
        case .call(.notLiteral(let name)): return .optionFromVariable(name, place(name))
        case .call(.needsOneOffset): return .oneOffset(tenant.span(":" + function, in: text))
        case .call(.inheritedSelect): return .selectTwice(function, tenant.span(":" + function, in: text))
        case .call(.badOperand(let needs)):
            return .badOperand(call, needs: needs, tenant.span(":" + function, in: text))
        }
    }
}

extension CallProblem {
    fileprivate func concerns(_ option: String) -> Bool {
        switch self {
        case .unknownOption(let name, known: _), .badValue(_, of: let name, allowed: _), .notLiteral(let name):
            name == option
        case .needsOneOffset, .inheritedSelect, .badOperand: false
        }
    }
}

extension MessageVariables.Kind {
    /// Whether it can be any text.
    fileprivate var isFreeText: Bool {
        switch self {
        case .term, .tenant, .recipient, .link, .presence: true
        case .field(let field):
            switch field.type {
            case .money, .instant, .date, .list, .map: false
            default: true
            }
        }
    }
}

/// The first place of each option in a text.
private struct OptionPlaces {
    private var ranges: [String: Range<Int>] = [:]

    init(_ text: WrittenText) {
        let source = Array(text.source.utf8)
        for span in Message.parse(text.source).spans where span.kind == .option {
            let name = String(decoding: source[span.range], as: UTF8.self)
            if ranges[name] == nil { ranges[name] = span.range }
        }
    }

    /// The range in the text's source.
    subscript(name: String) -> Range<Int>? { ranges[name] }
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
            label: Suggestion.question(guess),
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
            label: Suggestion.question(guess),
            notes: [allowed.isEmpty ? note(for: name) : "it can be \(Shape.list(allowed))"]
        )
    }

    private static func note(for option: String) -> String {
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

    fileprivate static func openOption(_ option: String, _ variable: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badOption,
            "`$\(variable)` may have a value that the option `\(option)` cannot have",
            at: span,
            notes: ["a message that cannot be formatted whole is never sent"],
            help: "write the value here, or make the field an `enum` whose values the option can have"
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
        let guess = Suggestion.closest(to: zone, among: BuiltInTimeZones.names)
        return Diagnostic(
            .badOption,
            "there is no time zone \(quoted(zone))",
            at: span,
            label: Suggestion.question(guess)
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
