import CarillonDiagnostics
import CarillonModel

/// Checks the written format of a request's value against its type.
extension RequestValueChecker {
    /// The format is one that the value can have.
    func checkForm(_ rule: ValueRule, _ step: [JSONStep], _ report: inout RuleReport) {
        if let format = rule.format, let objection = rule.objection(to: format) {
            report.add(.misplacedFormat(format, objection, file.span(step + [.name("format")])))
        }
        if rule.separator != nil, rule.type != .list {
            report.add(.separatorWithoutList(file.span(step + [.name("separator")])))
        }
        if let type = rule.type, let value = rule.values.first(where: { !type.isWritten($0.written) }) {
            report.add(.valueOfOtherType(value.written, type, file.span(step + [.name("values")])))
        }
    }
}

extension ValueRule {
    /// Why a value of this rule can't have this format; nil where it can.
    fileprivate func objection(to format: ValueFormat) -> String? {
        if !values.isEmpty { return "`values` say how it is written" }
        switch (type ?? .text, format) {
        case (_, .integer): return "it is a form of ids in answers: in a request, write `\"type\": \"integer\"`"
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

extension RequestType {
    /// Whether one of `values` can equal what clients write; a value that isn't a number or boolean in JSON can.
    fileprivate func isWritten(_ value: JSONValue) -> Bool {
        switch self {
        case .integer: value.wholeNumber != nil
        case .number: if case .number = value { true } else { false }
        case .boolean: value.boolean != nil
        case .text, .uuid, .url, .email, .instant, .epochMillis, .object, .list: true
        }
    }
}

extension Diagnostic {
    fileprivate static func valueOfOtherType(_ value: JSONValue, _ type: RequestType, _ span: Span) -> Diagnostic {
        Diagnostic(
            .valueOfOtherType,
            "\(quoted(value.string ?? value.text)) is no \(type.rawValue)",
            at: span,
            help: "correct it, or the `type`: `text` where clients write numbers as text"
        )
    }

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
