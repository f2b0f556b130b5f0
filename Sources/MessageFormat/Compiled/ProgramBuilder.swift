/// Compiles a message to a program: assigns slots to arguments, indices to declarations, and implementations to
/// functions.
struct ProgramBuilder {
    private let functions: FunctionRegistry
    private(set) var variables: [String] = []
    /// The index of each argument in `variables`; used once there are more than a few.
    private var slots: [String: Int] = [:]
    private var declared: [String: Int] = [:]
    private var nodes: [Node] = []
    private var markups: [MarkupNode] = []

    init(functions: FunctionRegistry) {
        self.functions = functions
    }

    mutating func build(
        _ message: Message,
        locale tag: String,
        _ data: LocaleData,
        staticErrors: [MessageError]
    ) -> Program {
        for declaration in message.declarations {
            let node = compile(declaration.value)
            declared[declaration.name] = nodes.count
            nodes.append(node)
        }
        let declarationCount = nodes.count
        let body: Program.Body
        switch message.body {
        case .pattern(let pattern):
            body = .pattern(compile(pattern))
        case .select(let selectors, let variants):
            body = .select(
                selectors.compactMap { declared[$0] },
                variants.map { Program.CompiledVariant(keys: $0.keys, steps: compile($0.pattern)) }
            )
        }
        var defaults: [MessageValue.Kind: CompiledFunction] = [:]
        for (kind, function) in functions.defaults { defaults[kind] = compile(function) }
        return Program(
            localeTag: tag,
            locale: data,
            variables: variables,
            nodes: nodes,
            declarationCount: declarationCount,
            markups: markups,
            body: body,
            defaults: defaults,
            staticErrors: staticErrors
        )
    }

    private mutating func compile(_ pattern: Message.Pattern) -> [Program.Step] {
        pattern.map { element in
            switch element {
            case .text(let text):
                return .text(text)
            case .expression(let expression):
                nodes.append(compile(expression))
                return .expression(nodes.count - 1)
            case .markup(let markup):
                markups.append(compile(markup))
                return .markup(markups.count - 1)
            }
        }
    }

    private mutating func compile(_ expression: Message.Expression) -> Node {
        let fallback: String =
            switch expression.operand {
            case .variable(let name): "$" + name
            case .literal(let text): Self.quoted(text)
            case nil: ":" + (expression.function?.name ?? "")
            }
        return Node(
            operand: expression.operand.map { source(of: $0) },
            function: expression.function.map { compile($0) },
            fallback: fallback
        )
    }

    private mutating func compile(_ function: Message.Function) -> CompiledFunction {
        var compiled = CompiledFunction(
            name: function.name,
            implementation: functions.implementation(of: function.name),
            options: []
        )
        for option in function.options {
            let option = CompiledOption(name: option.name, value: source(of: option.value))
            switch option.name {
            case "u:dir": compiled.direction = option
            case "u:id": compiled.id = option
            default: compiled.options.append(option)
            }
        }
        return compiled
    }

    private mutating func compile(_ markup: Message.Markup) -> MarkupNode {
        var compiled = MarkupNode(kind: markup.kind, name: markup.name, options: [], hasDirection: false)
        for option in markup.options {
            let option = CompiledOption(name: option.name, value: source(of: option.value))
            switch option.name {
            case "u:dir": compiled.hasDirection = true
            case "u:id": compiled.id = option
            default: compiled.options.append(option)
            }
        }
        return compiled
    }

    private mutating func source(of operand: Message.Operand) -> Source {
        switch operand {
        case .literal(let text):
            return .literal(text)
        case .variable(let name):
            if let index = declared[name] { return .declaration(index) }
            return .argument(slot(of: name))
        }
    }

    private static let fewVariables = 8

    private mutating func slot(of name: String) -> Int {
        let known = slots.isEmpty ? variables.firstIndex(of: name) : slots[name]
        if let known { return known }
        variables.append(name)
        if variables.count == Self.fewVariables {
            for (slot, variable) in variables.enumerated() { slots[variable] = slot }
        } else if variables.count > Self.fewVariables {
            slots[name] = variables.count - 1
        }
        return variables.count - 1
    }

    /// A literal as fallback texts show it.
    static func quoted(_ text: String) -> String {
        var quoted = "|"
        for scalar in text.unicodeScalars {
            if scalar == "|" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "|"
    }
}
