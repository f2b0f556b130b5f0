import MessageFormat

/// What a name in a message stands for, behind its declarations.
enum VariableOrigin: Equatable {
    /// Text that the message has itself.
    case literal(String)
    /// An argument, whose text is kept.
    case argument(String)
    /// What a function made, which has no plain text or another.
    case made
}

extension Message {
    func origin(of name: String) -> VariableOrigin {
        var name = name
        // A declaration builds on earlier ones only.
        for declaration in declarations.reversed() where declaration.name == name {
            if let function = declaration.value.function, !Self.keepingText.contains(function.name) { return .made }
            switch declaration.value.operand {
            case .literal(let text)?: return .literal(text)
            case .variable(let operand)?: name = operand
            case nil: return .made
            }
        }
        return .argument(name)
    }

    /// Functions whose value, taken as text, is their operand's.
    private static let keepingText: Set<String> = ["string", "number", "integer"]
}

extension MessageVariables.Kind {
    /// All texts that a value can have, where they are few; nil where they can't be counted.
    var possibleTexts: [String]? {
        switch self {
        case .presence: return ["true", "false"]
        case .field(let field):
            switch field.type {
            case .choice(let values): return values
            case .boolean: return ["true", "false"]
            case .integer(let range):
                let width = range.upperBound.subtractingReportingOverflow(range.lowerBound)
                return width.overflow || width.partialValue >= 100 ? nil : range.map { String($0) }
            default: return nil
            }
        case .term, .tenant, .recipient, .link: return nil
        }
    }
}
