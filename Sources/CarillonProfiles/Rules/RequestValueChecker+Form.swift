import CarillonDiagnostics
import CarillonModel

/// How a request's value is written, against what it is.
extension RequestValueChecker {
    /// A form that the value can have.
    func checkForm(_ rule: ValueRule, _ step: [JSONStep], _ report: inout RuleReport) {
        if let format = rule.format, let objection = rule.objection(to: format) {
            report.add(.misplacedFormat(format, objection, file.span(step + [.name("format")])))
        }
        if rule.separator != nil, rule.type != .list {
            report.add(.separatorWithoutList(file.span(step + [.name("separator")])))
        }
    }
}

extension ValueRule {
    /// Why a value of this rule can't be written so; nil where it can.
    fileprivate func objection(to format: ValueFormat) -> String? {
        if !values.isEmpty { return "`values` say how it is written" }
        switch (type ?? .text, format) {
        case (.instant, .pattern(let pattern)): return pattern.hasDay ? nil : "it doesn't say which day is meant"
        case (.instant, let format): return format.isOfTimes ? nil : "a time is text already"
        case (.integer, .text), (.number, .text), (.boolean, .text): return nil
        case (let type, let format):
            return format.isOfTimes
                ? "it is a form of times, and this is \(type.rawValue.withArticle): write `\"type\": \"instant\"`"
                : "it is a form of numbers and booleans, and this is \(type.rawValue.withArticle)"
        }
    }
}

extension Diagnostic {
    fileprivate static func misplacedFormat(_ format: ValueFormat, _ objection: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .misplacedFormat,
            "the format \(quoted(format.description)) can't be that of this field",
            at: span,
            notes: [objection]
        )
    }

    fileprivate static func separatorWithoutList(_ span: Span) -> Diagnostic {
        Diagnostic(
            .misplacedFormat,
            "a separator stands between the elements of a list, and this is none",
            at: span,
            help: "write `\"type\": \"list\"`"
        )
    }
}
