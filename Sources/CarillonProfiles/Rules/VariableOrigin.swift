import MessageFormat

/// What a name in a message stands for, after its declarations are resolved.
enum VariableOrigin: Equatable {
    /// A literal text of the message.
    case literal(String)
    /// An argument whose text is unchanged.
    case argument(String)
    /// A function's result, whose text differs or isn't known.
    case made
}

extension Message {
    func origin(of name: String) -> VariableOrigin {
        var name = name
        // A declaration can only use earlier ones.
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

    /// Functions whose result has the text of their operand.
    private static let keepingText: Set<String> = ["string", "number", "integer"]
}

extension MessageVariables.Kind {
    /// All texts that a value can have, where they are few; nil where there are many or they aren't known.
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
