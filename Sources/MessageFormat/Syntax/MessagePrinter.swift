extension Message: CustomStringConvertible {
    /// The message as MessageFormat 2 source; parsing it yields this message again.
    ///
    /// A message with only a pattern is printed as a simple message where that is read back the same, otherwise in
    /// `{{…}}`. Names are printed unchanged, so a message built in code must have valid ones.
    public var description: String {
        var printer = MessagePrinter()
        printer.print(self)
        return printer.text
    }
}

extension Message {
    /// The source of a pattern, as it stands between `{{` and `}}`.
    package static func source(of pattern: Pattern) -> String {
        var printer = MessagePrinter()
        printer.print(pattern)
        return printer.text
    }
}

extension Message.Function {
    /// As source, such as `:number select=ordinal`.
    package var source: String {
        var printer = MessagePrinter()
        printer.print(self)
        return printer.text
    }
}

/// Prints the data model as source.
struct MessagePrinter {
    private(set) var text = ""

    mutating func print(_ message: Message) {
        for declaration in message.declarations {
            switch declaration.kind {
            case .input:
                text += ".input "
            case .local:
                text += ".local $" + declaration.name + " = "
            }
            print(declaration.value)
            text += "\n"
        }
        switch message.body {
        case .pattern(let pattern):
            if message.declarations.isEmpty, Self.canBeSimple(pattern) { print(pattern) } else { printQuoted(pattern) }
        case .select(let selectors, let variants):
            text += ".match"
            for selector in selectors { text += " $" + selector }
            for variant in variants {
                text += "\n"
                for key in variant.keys {
                    switch key {
                    case .literal(let literal): print(literal: literal)
                    case .catchAll: text += "*"
                    }
                    text += " "
                }
                printQuoted(variant.pattern)
            }
        }
    }

    /// A simple message must not begin with a dot, not even after white space.
    private static func canBeSimple(_ pattern: Message.Pattern) -> Bool {
        guard case .text(let first)? = pattern.first else { return true }
        var parser = Parser(first)
        parser.skipSpace()
        return parser.current != Byte.dot
    }

    private mutating func printQuoted(_ pattern: Message.Pattern) {
        text += "{{"
        print(pattern)
        text += "}}"
    }

    fileprivate mutating func print(_ pattern: Message.Pattern) {
        for element in pattern {
            switch element {
            case .text(let string): escape(string) { $0 == "{" || $0 == "}" || $0 == "\\" }
            case .expression(let expression): print(expression)
            case .markup(let markup): print(markup)
            }
        }
    }

    private mutating func print(_ expression: Message.Expression) {
        text += "{"
        if let operand = expression.operand { print(operand) }
        if let function = expression.function {
            if expression.operand != nil { text += " " }
            print(function)
        }
        print(expression.attributes)
        text += "}"
    }

    fileprivate mutating func print(_ function: Message.Function) {
        text += ":" + function.name
        print(function.options)
    }

    private mutating func print(_ markup: Message.Markup) {
        text += (markup.kind == .close ? "{/" : "{#") + markup.name
        print(markup.options)
        print(markup.attributes)
        text += markup.kind == .standalone ? " /}" : "}"
    }

    private mutating func print(_ options: [Message.Option]) {
        for option in options {
            text += " " + option.name + "="
            print(option.value)
        }
    }

    private mutating func print(_ attributes: [Message.Attribute]) {
        for attribute in attributes {
            text += " @" + attribute.name
            guard let value = attribute.value else { continue }
            text += "="
            print(literal: value)
        }
    }

    private mutating func print(_ operand: Message.Operand) {
        switch operand {
        case .literal(let literal): print(literal: literal)
        case .variable(let name): text += "$" + name
        }
    }

    private mutating func print(literal: String) {
        if CharacterClass.isName(literal, requiringNameStart: false) {
            text += literal
        } else {
            text += "|"
            escape(literal) { $0 == "|" || $0 == "\\" }
            text += "|"
        }
    }

    private mutating func escape(_ string: String, where needsEscape: (Unicode.Scalar) -> Bool) {
        for scalar in string.unicodeScalars {
            if needsEscape(scalar) { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
    }
}
