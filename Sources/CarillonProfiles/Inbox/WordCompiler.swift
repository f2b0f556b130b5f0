import CarillonModel
import MessageFormat

/// Compiles a message to a form that a browser can choose from without MessageFormat: plain text with a gap for the
/// number, and at most one selection.
struct WordCompiler {
    /// The argument that the text gets.
    let argument: InboxText.Argument?
    /// Names with a fixed value: terms, and the product's name.
    let constants: [String: String]

    /// Why a message can't be compiled.
    enum Fault: Error, Hashable {
        case function(String)
        case option(String, of: String)
        case local(String)
        case markup(String)
        case key(String)
        /// A selection by another argument, or by several.
        case selection(by: [String])
        /// A placeholder for a value that the browser doesn't have.
        case placeholder(String)
    }

    /// A piece of a text.
    fileprivate enum Piece {
        case text(String)
        /// The argument, as the reader's language writes numbers.
        case number
    }

    /// How a browser selects a variant.
    private enum Choice: String {
        case plural
        case ordinal
        case exact
    }

    /// - Parameter locale: the language of the text, where it differs from the language that the browser counts in.
    /// - Returns: a string, pieces, or `{"select", "of", "exact", "forms"}`.
    func word(of message: Message, locale: LocaleTag? = nil) throws(Fault) -> JSONValue {
        let choice = try choice(of: message.declarations)
        switch message.body {
        case .pattern(let pattern):
            let pieces = try pieces(of: pattern)
            guard let argument, pieces.contains(where: \.isNumber) else { return Self.json(pieces) }
            return select(.plural, of: argument, exact: JSONObject(), forms: ["other": pieces], locale)
        case .select(let selectors, let variants):
            guard let argument, selectors == [argument.field], let choice else {
                throw .selection(by: selectors)
            }
            return try selection(choice, of: argument, variants, locale)
        }
    }

    // MARK: choosing

    /// The selection that the argument's declaration asks for; nil without a declaration.
    private func choice(of declarations: [Message.Declaration]) throws(Fault) -> Choice? {
        var choice: Choice?
        for declaration in declarations {
            guard declaration.kind == .input else { throw .local(declaration.name) }
            try check(declaration.value.function, of: declaration.name)
            guard declaration.name == argument?.field else { continue }
            choice = argument == .read ? .exact : .plural
            for case let option in declaration.value.function?.options ?? [] {
                if case .literal(let value) = option.value { choice = Choice(rawValue: value) }
            }
        }
        return choice
    }

    private func selection(
        _ choice: Choice,
        of argument: InboxText.Argument,
        _ variants: [Message.Variant],
        _ locale: LocaleTag?
    ) throws(Fault) -> JSONValue {
        var exact = JSONObject()
        var forms: [String: [Piece]] = [:]
        var rest: [Piece] = []
        for variant in variants {
            let pieces = try pieces(of: variant.pattern)
            switch variant.keys.first {
            case .literal(let key) where argument == .read || key == Int(key)?.description:
                exact[key] = Self.parts(pieces)
            case .literal(let key) where choice != .exact && Self.forms.contains(key):
                forms[key] = pieces
            case .literal(let key):
                throw .key(key)
            case .catchAll, nil:
                rest = pieces
            }
        }
        // A text for `other` alone doesn't apply to the forms that have no variant.
        if forms["other"] != nil {
            for form in Self.forms where forms[form] == nil { forms[form] = rest }
        } else {
            forms["other"] = rest
        }
        return select(choice, of: argument, exact: exact, forms: forms, locale)
    }

    private func select(
        _ choice: Choice,
        of argument: InboxText.Argument,
        exact: JSONObject,
        forms: [String: [Piece]],
        _ locale: LocaleTag?
    ) -> JSONValue {
        let members = Self.forms.compactMap { form in forms[form].map { JSONObject.Member(form, Self.parts($0)) } }
        var json = JSONObject([
            .init("select", .string(choice.rawValue)), .init("of", .string(argument.browserName)),
            .init("exact", .object(exact)), .init("forms", .object(JSONObject(members))),
        ])
        json["locale"] = locale.map { .string($0.rawValue) }
        return .object(json)
    }

    private static let forms = PluralCategory.allCases.map { "\($0)" }

    // MARK: pieces

    private func pieces(of pattern: Message.Pattern) throws(Fault) -> [Piece] {
        var pieces: [Piece] = []
        for element in pattern {
            switch element {
            case .text(let text): pieces.append(.text(text))
            case .markup(let markup): throw .markup(markup.name)
            case .expression(let expression): pieces.append(try piece(for: expression))
            }
        }
        return pieces
    }

    private func piece(for expression: Message.Expression) throws(Fault) -> Piece {
        switch expression.operand {
        case .literal(let text):
            try check(expression.function, of: nil)
            return .text(text)
        case .variable(let name):
            try check(expression.function, of: name)
            if name == argument?.field, argument == .count { return .number }
            guard let text = constants[name] else { throw .placeholder(name) }
            return .text(text)
        case nil:
            throw .function(expression.function?.name ?? "")
        }
    }

    /// Only functions that leave the value as the browser shows it anyway are allowed.
    private func check(_ function: Message.Function?, of name: String?) throws(Fault) {
        guard let function else { return }
        let isNumber = argument == .count && name == argument?.field
        guard (isNumber ? ["integer", "number"] : ["string"]).contains(function.name) else {
            throw .function(function.name)
        }
        for option in function.options {
            guard isNumber, option.name == "select", case .literal(let value) = option.value,
                Choice(rawValue: value) != nil
            else { throw .option(option.name, of: function.name) }
        }
    }

    // MARK: JSON

    /// Plain text becomes a string, unless it has a number sign, which means something among pieces.
    private static func json(_ pieces: [Piece]) -> JSONValue {
        let parts = parts(pieces)
        guard let texts = parts.array?.compactMap(\.string), !texts.contains("##") else { return parts }
        return .string(texts.joined())
    }

    /// An array of strings: `#` is the number, and `##` stands for a number sign in the text.
    private static func parts(_ pieces: [Piece]) -> JSONValue {
        var parts: [JSONValue] = []
        var run = ""
        func end() {
            if !run.isEmpty { parts.append(.string(run)) }
            run = ""
        }
        for piece in pieces {
            switch piece {
            case .number:
                end()
                parts.append("#")
            case .text(let text):
                for character in text.unicodeScalars {
                    guard character == "#" else {
                        run.unicodeScalars.append(character)
                        continue
                    }
                    end()
                    parts.append("##")
                }
            }
        }
        end()
        return .array(parts)
    }
}

extension WordCompiler.Piece {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
