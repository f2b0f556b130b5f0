import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// A variant for a plural form that several numbers have shows the number, if the other variants do: in Russian, “one
/// minute left” would also be shown for 21.
enum FormWithoutNumberRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        var cache = PluralFormsCache()
        for text in tenant.texts {
            guard let uses = text.uses, !uses.selectors.isEmpty, let message = text.message,
                let variables = tenant.variables(of: text), case .select(_, let variants) = message.body
            else { continue }
            for (column, selector) in uses.selectors.enumerated() {
                guard let argument = selector.argument, let kind = variables[argument],
                    let choice = PluralChoice(selector, of: kind)
                else { continue }
                let forms = cache.forms(text.locale, isOrdinal: choice.isOrdinal, isWhole: choice.isWhole)
                let exact = Set(selector.keys.compactMap { Int($0) })
                let showing = variants.filter { message.shows(argument, in: $0.pattern) }
                for variant in variants where !showing.contains(variant) {
                    guard let key = variant.keys.formName(at: column), let form = PluralForms.category(key),
                        form != .other, showing.contains(where: { $0.isCatchAll(of: variant, column) })
                    else { continue }
                    let numbers = forms.numbers(form, except: exact, within: PluralChoice.range(of: kind))
                        // A negative number has the same text as its positive counterpart.
                        .filter { !$0.hasPrefix("-") }
                    guard numbers.count > 1 else { continue }
                    let span = tenant.rowSpan(of: text) { $0 == variant.keys.written } ?? tenant.span(key, in: text)
                    report.add(.formWithoutNumber(key, text.locale, numbers, selector.variable, span))
                }
            }
        }
    }
}

extension Message {
    /// Whether a placeholder shows an argument, directly or through a declaration.
    fileprivate func shows(_ argument: String, in pattern: Pattern) -> Bool {
        pattern.contains { element in
            guard case .expression(let expression) = element, case .variable(var name)? = expression.operand else {
                return false
            }
            // A declaration can only use earlier ones.
            for declaration in declarations.reversed() where declaration.name == name {
                guard case .variable(let operand)? = declaration.value.operand else { return false }
                name = operand
            }
            return name == argument
        }
    }
}

extension Message.Variant {
    /// Whether this variant covers the numbers that no other one covers, and equals another variant in all other
    /// columns.
    fileprivate func isCatchAll(of other: Message.Variant, _ column: Int) -> Bool {
        let key = keys[column]
        guard key == .catchAll || key == .literal("other"), keys.count == other.keys.count else { return false }
        return keys.indices.allSatisfy { $0 == column || keys[$0] == other.keys[$0] || keys[$0] == .catchAll }
    }
}

extension [Message.Key] {
    fileprivate var written: [String] {
        map { key in if case .literal(let word) = key { word } else { "*" } }
    }

    fileprivate func formName(at column: Int) -> String? {
        if indices.contains(column), case .literal(let key) = self[column] { key } else { nil }
    }
}

extension Diagnostic {
    fileprivate static func formWithoutNumber(
        _ key: String,
        _ locale: LocaleTag,
        _ numbers: [String],
        _ variable: String,
        _ span: Span
    ) -> Diagnostic {
        let some = numbers.prefix(4).joined(separator: ", ") + (numbers.count > 4 ? " …" : "")
        let meant = meant[key].flatMap { numbers.contains($0) ? $0 : nil }
        return Diagnostic(
            .formWithoutNumber,
            "the words for `\(key)` don't show `$\(variable)`, and `\(key)` is several numbers in `\(locale)`",
            at: span,
            notes: ["`\(key)`: \(some)"],
            help: meant.map {
                "give \($0) a row of its own, with the key `\($0)`, and show the number in `\(key)`: `{$\(variable)}`"
            } ?? "show the number: `{$\(variable)}`"
        )
    }

    /// The number that a form's name suggests.
    private static let meant = ["zero": "0", "one": "1", "two": "2"]
}
