extension Message {
    /// Reads a message in the interchange format of the specification; unknown members are ignored.
    ///
    /// The result can be printed as source: names are checked, text contains no U+0000, and adjacent texts are joined.
    /// Data model errors are left to ``problems()``.
    /// - Throws: the first fault for which the text isn't a message, with its path, such as `$.variants[1].keys`.
    public init(json: String) throws(InterchangeError) {
        let value: InterchangeJSON
        do {
            value = try JSONReader.read(json)
        } catch {
            throw InterchangeError(path: "$", description: "not JSON at byte \(error.offset): \(error.description)")
        }
        self = try InterchangeReader.message(value)
    }
}

/// Why a JSON text is not a message.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place, as a JSONPath.
    public let path: String
    /// One clause for people.
    public let description: String
}

/// Reads the data model from JSON, tracking the path to each value for errors.
enum InterchangeReader {
    static func message(_ value: InterchangeJSON) throws(InterchangeError) -> Message {
        let declarations = try elements(value["declarations"], "$.declarations", declaration)
        switch value["type"]?.string {
        case "message":
            return Message(declarations: declarations, body: .pattern(try pattern(value["pattern"], "$.pattern")))
        case "select":
            let selectors = try elements(value["selectors"], "$.selectors", variable)
            guard !selectors.isEmpty else { throw error("$.selectors", "at least one selector is needed") }
            let variants = try elements(value["variants"], "$.variants", variant)
            return Message(declarations: declarations, body: .select(selectors, variants))
        default:
            throw error("$.type", "`message` or `select` is needed")
        }
    }

    private static func declaration(
        _ value: InterchangeJSON,
        _ path: String
    ) throws(InterchangeError) -> Message.Declaration {
        let kind: Message.Declaration.Kind
        switch value["type"]?.string {
        case "input": kind = .input
        case "local": kind = .local
        default: throw error(path + ".type", "`input` or `local` is needed")
        }
        let name = try name(value["name"], path + ".name")
        let expression = try expression(value["value"], path + ".value")
        if kind == .input, expression.operand != .variable(name) {
            throw error(path + ".value.arg", "an input declaration needs its own variable as operand")
        }
        return Message.Declaration(kind: kind, name: name, value: expression)
    }

    private static func variant(_ value: InterchangeJSON, _ path: String) throws(InterchangeError) -> Message.Variant {
        Message.Variant(
            keys: try elements(value["keys"], path + ".keys", key),
            pattern: try pattern(value["value"], path + ".value")
        )
    }

    private static func key(_ value: InterchangeJSON, _ path: String) throws(InterchangeError) -> Message.Key {
        switch value["type"]?.string {
        case "*": return .catchAll
        case "literal": return .literal(try text(value["value"], path + ".value"))
        default: throw error(path + ".type", "`literal` or `*` is needed")
        }
    }

    // MARK: Patterns

    private static func pattern(_ value: InterchangeJSON?, _ path: String) throws(InterchangeError) -> Message.Pattern {
        var pattern: Message.Pattern = []
        for element in try elements(value, path, patternElement) {
            switch (pattern.last, element) {
            case (_, .text("")): break
            case (.text(let before)?, .text(let text)): pattern[pattern.count - 1] = .text(before + text)
            default: pattern.append(element)
            }
        }
        return pattern
    }

    private static func patternElement(
        _ value: InterchangeJSON,
        _ path: String
    ) throws(InterchangeError) -> Message.PatternElement {
        if value.string != nil { return .text(try text(value, path)) }
        if value["type"]?.string == "markup" { return .markup(try markup(value, path)) }
        return .expression(try expression(value, path))
    }

    private static func expression(
        _ value: InterchangeJSON?,
        _ path: String
    ) throws(InterchangeError) -> Message.Expression {
        guard let value, value["type"]?.string == "expression" else {
            throw error(path + ".type", "`expression` is needed")
        }
        var operand: Message.Operand?
        if let argument = value["arg"] { operand = try self.operand(argument, path + ".arg") }
        var function: Message.Function?
        if let call = value["function"] {
            let path = path + ".function"
            guard call["type"]?.string == "function" else { throw error(path + ".type", "`function` is needed") }
            function = Message.Function(
                name: try identifier(call["name"], path + ".name"),
                options: try options(call["options"], path + ".options")
            )
        }
        guard operand != nil || function != nil else { throw error(path, "`arg` or `function` is needed") }
        let attributes = try attributes(value["attributes"], path + ".attributes")
        return Message.Expression(operand: operand, function: function, attributes: attributes)
    }

    private static func markup(_ value: InterchangeJSON, _ path: String) throws(InterchangeError) -> Message.Markup {
        guard let kind = value["kind"]?.string.flatMap({ Message.Markup.Kind(rawValue: $0) }) else {
            throw error(path + ".kind", "`open`, `standalone` or `close` is needed")
        }
        return Message.Markup(
            kind: kind,
            name: try identifier(value["name"], path + ".name"),
            options: try options(value["options"], path + ".options"),
            attributes: try attributes(value["attributes"], path + ".attributes")
        )
    }

    private static func options(_ value: InterchangeJSON?, _ path: String) throws(InterchangeError) -> [Message.Option]
    {
        var options: [Message.Option] = []
        for member in try members(value, path) {
            try check(member.key, isIdentifier: true, path)
            options.append(Message.Option(name: member.key, value: try operand(member.value, path + "." + member.key)))
        }
        return options
    }

    private static func attributes(
        _ value: InterchangeJSON?,
        _ path: String
    ) throws(InterchangeError) -> [Message.Attribute] {
        var attributes: [Message.Attribute] = []
        for member in try members(value, path) {
            try check(member.key, isIdentifier: true, path)
            let path = path + "." + member.key
            var text: String?
            switch member.value {
            case .boolean(true): break
            default:
                guard case .literal(let literal) = try operand(member.value, path) else {
                    throw error(path, "a literal or true is needed")
                }
                text = literal
            }
            attributes.append(Message.Attribute(name: member.key, value: text))
        }
        return attributes
    }

    // MARK: Leaves

    private static func operand(_ value: InterchangeJSON, _ path: String) throws(InterchangeError) -> Message.Operand {
        switch value["type"]?.string {
        case "literal": return .literal(try text(value["value"], path + ".value"))
        case "variable": return .variable(try name(value["name"], path + ".name"))
        default: throw error(path + ".type", "`literal` or `variable` is needed")
        }
    }

    private static func variable(_ value: InterchangeJSON, _ path: String) throws(InterchangeError) -> String {
        guard case .variable(let name) = try operand(value, path) else {
            throw error(path + ".type", "`variable` is needed")
        }
        return name
    }

    private static func text(_ value: InterchangeJSON?, _ path: String) throws(InterchangeError) -> String {
        guard let text = value?.string else { throw error(path, "a string is needed") }
        guard !text.utf8.contains(0) else { throw error(path, "U+0000 cannot stand in a message") }
        return text
    }

    private static func name(_ value: InterchangeJSON?, _ path: String) throws(InterchangeError) -> String {
        let name = try text(value, path)
        try check(name, isIdentifier: false, path)
        return name
    }

    private static func identifier(_ value: InterchangeJSON?, _ path: String) throws(InterchangeError) -> String {
        let name = try text(value, path)
        try check(name, isIdentifier: true, path)
        return name
    }

    private static func check(_ name: String, isIdentifier: Bool, _ path: String) throws(InterchangeError) {
        let isValid =
            isIdentifier
            ? CharacterClass.isIdentifier(name) : CharacterClass.isName(name, requiringNameStart: true)
        guard isValid else { throw error(path, "`\(name)` is no \(isIdentifier ? "identifier" : "name")") }
    }

    private static func elements<Element>(
        _ value: InterchangeJSON?,
        _ path: String,
        _ read: (InterchangeJSON, String) throws(InterchangeError) -> Element
    ) throws(InterchangeError) -> [Element] {
        guard let array = value?.array else { throw error(path, "an array is needed") }
        var elements: [Element] = []
        elements.reserveCapacity(array.count)
        for (index, value) in array.enumerated() { elements.append(try read(value, "\(path)[\(index)]")) }
        return elements
    }

    /// The optional members of an object; of two with the same key, the last.
    private static func members(
        _ value: InterchangeJSON?,
        _ path: String
    ) throws(InterchangeError) -> [(key: String, value: InterchangeJSON)] {
        guard let value else { return [] }
        guard let members = value.members else { throw error(path, "an object is needed") }
        guard members.count > 1 else { return members }
        var seen: Set<String> = []
        return members.reversed().filter { seen.insert($0.key).inserted }.reversed()
    }

    private static func error(_ path: String, _ description: String) -> InterchangeError {
        InterchangeError(path: path, description: description)
    }
}
