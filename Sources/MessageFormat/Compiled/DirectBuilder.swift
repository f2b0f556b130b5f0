/// Compiles a program to its flat form, where that is possible.
struct DirectBuilder {
    private let program: Program
    private var direct = Draft()
    /// The flat form of each declaration; nil before it is needed.
    private var flattened: [Flat??]
    /// For each style, whether it prints only ASCII.
    private var isASCIIStyle: [Bool] = []

    /// More selectors than real messages have; beyond that, the evaluator is used.
    private static let mostSelectors = 8

    /// The parts of a direct program while it is being built.
    struct Draft {
        var steps: [DirectProgram.Step] = []
        var literals: [UInt8] = []
        var styles: [NumberStyle] = []
        var patterns: [Range<Int32>] = []
        var selectors: [DirectProgram.Selector] = []
        var keys: [[String: Int32]] = []
        var tree = SelectionTree()
    }

    /// An argument with everything that functions do to it before it is printed.
    private struct Flat {
        var slot: Int32
        /// Nil where no function is applied.
        var form: BuiltInFunction?
        var options = NumberOptions()
        var makesInteger = false
        var offset = 0
        var isolate: Isolate?
    }

    /// The flat form; nil where a part of the message needs the evaluator.
    static func build(_ program: Program) -> DirectProgram? {
        guard program.staticErrors.isEmpty else { return nil }
        var builder = DirectBuilder(program: program)
        switch program.body {
        case .pattern(let steps):
            guard builder.add(steps) else { return nil }
        case .select(let selectors, let variants):
            guard selectors.count <= mostSelectors else { return nil }
            for selector in selectors {
                guard builder.add(selector: selector) else { return nil }
            }
            for variant in variants {
                guard builder.add(variant.steps) else { return nil }
            }
            guard let tree = builder.tree(variants) else { return nil }
            builder.direct.tree = tree
        }
        return DirectProgram(builder.direct, locale: program.locale)
    }

    private init(program: Program) {
        self.program = program
        flattened = Array(repeating: nil, count: program.declarationCount)
    }

    // MARK: Patterns

    /// Adds a pattern; returns false where a part of it needs the evaluator.
    private mutating func add(_ steps: [Program.Step]) -> Bool {
        let start = Int32(direct.steps.count)
        for step in steps {
            switch step {
            case .text(let text):
                let first = Int32(direct.literals.count)
                direct.literals.append(contentsOf: text.utf8)
                let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
                direct.steps.append(
                    .init(kind: .text, isASCII: isASCII, first: first, second: Int32(text.utf8.count))
                )
            case .expression(let index):
                guard let flat = flatten(index), let step = self.step(for: flat) else { return false }
                direct.steps.append(step)
            case .markup(let index):
                let markup = program.markups[index]
                // Markup prints nothing; it matters only if its options can have errors.
                guard !markup.hasDirection, markup.options.allSatisfy({ $0.isLiteral }), markup.id?.isLiteral ?? true
                else { return false }
            }
        }
        direct.patterns.append(start..<Int32(direct.steps.count))
        return true
    }

    private mutating func step(for flat: Flat) -> DirectProgram.Step? {
        var step = DirectProgram.Step(kind: .bare, isolate: flat.isolate, first: flat.slot, second: 0)
        step.makesInteger = flat.makesInteger
        step.offset = Int16(flat.offset)
        switch flat.form {
        case nil:
            guard program.defaults.isEmpty else { return nil }
        case .string?:
            step.kind = .string
        case .number?, .integer?, .offset?, .percent?:
            step.kind = .number
            step.second = style(for: flat)
            step.isASCII = isASCIIStyle[Int(step.second)]
        case .currency?, .money?:
            step.kind = .money
            step.takesTokens = flat.form == .money
            step.hasDigitsOfCurrency = flat.options.fractionDigits == nil
            step.second = style(for: flat)
            step.isASCII = flat.options.currency != nil && isASCIIStyle[Int(step.second)]
        default: return nil
        }
        return step
    }

    private mutating func style(for flat: Flat) -> Int32 {
        let style = flat.options.style(of: flat.form ?? .number, currency: flat.options.currency)
        if let known = direct.styles.firstIndex(of: style) { return Int32(known) }
        direct.styles.append(style)
        isASCIIStyle.append(printsASCII(style))
        return Int32(direct.styles.count - 1)
    }

    /// Whether a style prints only ASCII; tested by printing a number that uses every symbol, with either sign.
    private func printsASCII(_ style: NumberStyle) -> Bool {
        for isNegative in [false, true] {
            let sample = ExactDecimal(coefficient: 1_234_567_890_123, exponent: -2, isNegative: isNegative)
            let text = withTextWriter(expecting: 64) { writer in
                style.append(style.rounded(sample), to: &writer, locale: program.locale)
            }
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        }
        return true
    }

    // MARK: Values

    private mutating func flatten(_ index: Int) -> Flat? {
        // Expressions of placeholders occur once, but a declaration may be used several times.
        guard index < flattened.count else { return flatten(program.nodes[index]) }
        if let known = flattened[index] { return known }
        let flat = flatten(program.nodes[index])
        flattened[index] = .some(flat)
        return flat
    }

    private mutating func flatten(_ node: Node) -> Flat? {
        var flat: Flat
        switch node.operand {
        case .argument(let slot)?: flat = Flat(slot: Int32(slot))
        case .declaration(let index)?:
            guard let known = flatten(index) else { return nil }
            flat = known
        case .literal?, nil: return nil
        }
        guard let function = node.function else { return flat }
        guard case .builtIn(let builtIn)? = function.implementation else { return nil }
        switch function.direction?.value {
        case nil, .literal("inherit")?: flat.isolate = nil
        case .literal("ltr")?: flat.isolate = .leftToRight
        case .literal("rtl")?: flat.isolate = .rightToLeft
        case .literal("auto")?: flat.isolate = .firstStrong
        default: return nil
        }
        guard function.id?.isLiteral ?? true, function.options.allSatisfy({ $0.isLiteral }) else { return nil }
        return apply(builtIn, function.options, to: &flat) ? flat : nil
    }

    /// Adds the effect of a function; returns false where that depends on the value, or is an error.
    private func apply(_ builtIn: BuiltInFunction, _ options: [CompiledOption], to flat: inout Flat) -> Bool {
        switch builtIn {
        case .string:
            guard flat.form == nil || flat.form == .string else { return false }
            flat.form = .string
            return true
        case .number, .integer, .offset, .percent, .currency, .money: break
        case .date, .time, .datetime, .relative, .list: return false
        }
        switch flat.form {
        case nil, .number?, .integer?, .offset?: break
        default: return false
        }
        var (merged, selectIsAllowed) = flat.options.inherited(by: builtIn)
        for option in options {
            guard case .literal(let text) = option.value else { return false }
            if option.name == "select" {
                guard builtIn != .percent else { continue }
                guard let selection = NumberOptions.selections.first(where: { $0.0 == text }) else { return false }
                merged.select = selection.1
                selectIsAllowed = true
            } else if merged.set(option.name, to: text, of: builtIn) == .badValue {
                return false
            }
        }
        guard selectIsAllowed else { return false }
        flat.options = merged
        flat.form = builtIn
        switch builtIn {
        case .integer:
            // Between two offsets the evaluator would round, but here rounding always comes first.
            guard flat.offset == 0, (merged.roundingMode ?? .halfExpand) == .halfExpand else { return false }
            flat.makesInteger = true
        case .offset:
            switch (merged.offset?.add, merged.offset?.subtract) {
            case (let amount?, nil): flat.offset += amount
            case (nil, let amount?): flat.offset -= amount
            default: return false
            }
            return abs(flat.offset) < 10_000
        case .money, .currency:
            return flat.offset == 0
        default: break
        }
        return true
    }

    // MARK: Selection

    private mutating func add(selector index: Int) -> Bool {
        guard let flat = flatten(index), let form = flat.form else { return false }
        var selector = DirectProgram.Selector(
            kind: .string,
            slot: flat.slot,
            style: 0,
            makesInteger: flat.makesInteger,
            isPercent: form == .percent,
            offset: Int16(flat.offset),
            printsIntegersPlainly: false,
            keys: Int32(direct.keys.count)
        )
        direct.keys.append([:])
        switch form {
        case .string: break
        case .number, .integer, .offset, .percent:
            selector.kind =
                switch flat.options.select {
                case .exact?: .exact
                case .ordinal?: .ordinal
                case .plural?, nil: .cardinal
                }
            selector.style = style(for: flat)
            let rounding = direct.styles[Int(selector.style)].rounding
            selector.printsIntegersPlainly =
                rounding.minimumFractionDigits == 0 && rounding.increment == 1
                && rounding.minimumSignificantDigits == nil && rounding.maximumSignificantDigits == nil
        default: return false
        }
        direct.selectors.append(selector)
        return true
    }

    /// The tree of the variants' keys; nil where a key must be reported, or compared as text.
    private mutating func tree(_ variants: [Program.CompiledVariant]) -> SelectionTree? {
        var tree = SelectionTree()
        var order = Array(variants.indices)
        return grow(&order, in: order.startIndex..<order.endIndex, level: 0, variants, &tree) == nil ? nil : tree
    }

    /// A key as a selector reads it, ordered so that equal keys are adjacent.
    private enum Branch: Hashable, Comparable {
        case exact(Int)
        case category(UInt8)
        case catchAll
    }

    /// Adds the node for the variants `order[range]`, whose keys before `level` are equal; returns its index.
    private mutating func grow(
        _ order: inout [Int],
        in range: Range<Int>,
        level: Int,
        _ variants: [Program.CompiledVariant],
        _ tree: inout SelectionTree
    ) -> Int32? {
        var branches: [(branch: Branch, variant: Int)] = []
        branches.reserveCapacity(range.count)
        for variant in order[range] {
            guard let branch = branch(for: variants[variant].keys[level], level: level) else { return nil }
            branches.append((branch, variant))
        }
        branches.sort { ($0.branch, $0.variant) < ($1.branch, $1.variant) }
        for (offset, entry) in branches.enumerated() { order[range.lowerBound + offset] = entry.variant }

        let index = tree.nodes.count
        tree.nodes.append(SelectionTree.Node())
        var edges: [SelectionTree.Edge] = []
        var start = 0
        while start < branches.count {
            let branch = branches[start].branch
            var end = start + 1
            while end < branches.count, branches[end].branch == branch { end += 1 }
            let child: Int32
            if level + 1 == direct.selectors.count {
                child = Int32(branches[start].variant)
            } else {
                let group = range.lowerBound + start..<range.lowerBound + end
                guard let node = grow(&order, in: group, level: level + 1, variants, &tree) else { return nil }
                child = node
            }
            switch branch {
            case .exact(let key): edges.append(SelectionTree.Edge(key: key, child: child))
            case .category(let rawValue):
                guard let category = PluralCategory(rawValue: rawValue) else { return nil }
                tree.nodes[index].categories[category] = child
            case .catchAll: tree.nodes[index].catchAll = child
            }
            start = end
        }
        tree.nodes[index].edges = Int32(tree.edges.count)..<Int32(tree.edges.count + edges.count)
        tree.edges.append(contentsOf: edges)
        return Int32(index)
    }

    private mutating func branch(for key: Message.Key, level: Int) -> Branch? {
        guard case .literal(let text) = key else { return .catchAll }
        if direct.selectors[level].kind == .string {
            if let known = direct.keys[level][text] { return .exact(Int(known)) }
            let identifier = direct.keys[level].count
            direct.keys[level][text] = Int32(identifier)
            return .exact(identifier)
        }
        if let category = PluralCategory(keyword: text) { return .category(category.rawValue) }
        // Keys such as 1.0 or 1e3 are compared as text, which is left to the evaluator.
        guard let number = Int(text), String(number) == text else { return nil }
        return .exact(number)
    }
}
