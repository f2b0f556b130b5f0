import CarillonDiagnostics
import MessageFormat

/// A field that may be absent is shown only in variants that are chosen when it is present.
enum OptionalRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            guard let variables = tenant.variables(of: text), variables.hasOptional, let uses = text.uses,
                let message = text.message
            else { continue }
            for argument in uses.arguments {
                guard case .field(let field)? = variables[argument.name], field.isOptional else { continue }
                let span = tenant.span("$" + argument.name, in: text)
                if argument.uses.contains(.selector), !field.type.isTextLike {
                    report.add(.optionalNumberSelects(argument.name, span))
                } else if shows(argument.name, message, uses) {
                    report.add(.optionalWithoutFallback(argument.name, span))
                }
            }
        }
    }

    /// Whether a pattern that can be chosen while the field is absent shows it.
    private static func shows(_ name: String, _ message: Message, _ uses: MessageIntrospection) -> Bool {
        var names: Set<String> = [name]
        for declaration in message.declarations {
            if case .variable(let operand)? = declaration.value.operand, names.contains(operand) {
                names.insert(declaration.name)
            }
        }
        switch message.body {
        case .pattern(let pattern): return mentions(names, in: pattern)
        case .select(_, let variants):
            return variants.contains { variant in
                mentions(names, in: variant.pattern) && !uses.provesPresence(of: name, in: variant)
            }
        }
    }

    private static func mentions(_ names: Set<String>, in pattern: Message.Pattern) -> Bool {
        pattern.contains { element in
            switch element {
            case .text: false
            case .expression(let expression):
                mentions(names, expression.operand)
                    || expression.function?.options.contains { mentions(names, $0.value) } == true
            case .markup(let markup): markup.options.contains { mentions(names, $0.value) }
            }
        }
    }

    private static func mentions(_ names: Set<String>, _ operand: Message.Operand?) -> Bool {
        if case .variable(let name)? = operand { names.contains(name) } else { false }
    }
}

extension MessageIntrospection {
    /// Whether a variant is chosen only when an optional field is present: `fee.present` is `true`, or the field itself
    /// equals a key.
    func provesPresence(of name: String, in variant: Message.Variant) -> Bool {
        zip(selectors, variant.keys).contains { selector, key in
            guard case .literal(let value) = key else { return false }
            return selector.argument == name || selector.argument == name + ".present" && value == "true"
        }
    }
}

extension PayloadType {
    /// Whether an absent value simply matches no key.
    fileprivate var isTextLike: Bool {
        switch self {
        case .text, .choice, .boolean, .uuid, .slug, .path, .url, .email, .localizedText: true
        case .integer, .decimal, .money, .instant, .date, .list, .map: false
        }
    }
}

extension Diagnostic {
    fileprivate static func optionalWithoutFallback(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .optionalWithoutFallback,
            "`$\(name)` may be absent, and this text has nothing to say then",
            at: span,
            help: #"{"match": ["\#(name).present"], "when": {"true": "… {$\#(name)}", "*": "…"}}"#
        )
    }

    fileprivate static func optionalNumberSelects(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .optionalWithoutFallback,
            "`$\(name)` may be absent, and then cannot choose a variant",
            at: span,
            help: "make the field required, or let `$\(name).present` choose"
        )
    }
}
