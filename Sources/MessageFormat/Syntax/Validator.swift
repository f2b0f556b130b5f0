/// Finds data model errors: what the grammar allows but the specification doesn't.
///
/// All of them can be found without arguments, in one pass over the declarations, selectors and variants. For a parsed
/// message, the pass visits them in the order of their spans, so that each problem gets its range.
struct Validator {
    private(set) var problems: [MessageProblem] = []
    private let declarationRanges: [Range<Int>]
    private let selectorRanges: [Range<Int>]
    private let keyRanges: [Range<Int>]
    private let optionRanges: [Range<Int>]
    private var optionsSeen = 0

    init(spans: [SourceSpan]) {
        func ranges(_ kind: SourceSpan.Kind) -> [Range<Int>] {
            spans.lazy.filter { $0.kind == kind }.map { $0.range }
        }
        declarationRanges = ranges(.declaration)
        selectorRanges = ranges(.selector)
        keyRanges = ranges(.keys)
        optionRanges = ranges(.option)
    }

    mutating func check(_ message: Message) {
        checkDeclarations(message.declarations)
        switch message.body {
        case .pattern(let pattern):
            checkOptions(in: pattern)
        case .select(let selectors, let variants):
            checkAnnotations(of: selectors, declarations: message.declarations)
            checkVariants(variants, selectorCount: selectors.count)
        }
    }

    private mutating func report(_ kind: MessageErrorKind, _ range: Range<Int>?, _ text: String) {
        guard problems.count < ParsedMessage.limit else { return }
        problems.append(MessageProblem(kind: kind, range: range ?? 0..<0, description: text))
    }
}

/// Declarations
extension Validator {
    private mutating func checkDeclarations(_ declarations: [Message.Declaration]) {
        // Names that can't be bound any more: declared ones, and used ones, which are declared implicitly.
        var taken: Set<String> = []
        // For each declared name, the length of its chain of declarations, including its own.
        var depths: [String: Int] = [:]
        for (index, declaration) in declarations.enumerated() {
            var mentioned: [String] = []
            if declaration.kind == .local, case .variable(let name) = declaration.value.operand {
                mentioned.append(name)
            }
            for option in declaration.value.function?.options ?? [] {
                if case .variable(let name) = option.value { mentioned.append(name) }
            }
            let range = declarationRanges.element(at: index)
            if mentioned.contains(declaration.name) {
                report(.duplicateDeclaration, range, Self.selfReference(declaration.name))
            } else if taken.contains(declaration.name) {
                report(.duplicateDeclaration, range, Self.duplicateDeclaration(declaration.name))
            }
            let depth = 1 + (mentioned.lazy.compactMap { depths[$0] }.max() ?? 0)
            // Declarations that depend on this one aren't reported as well.
            if depth == Message.maximumDeclarationDepth + 1 {
                report(.declarationTooDeep, range, Self.tooDeep(declaration.name))
            }
            depths[declaration.name] = depth
            taken.formUnion(mentioned)
            taken.insert(declaration.name)
            checkOptions(of: declaration.value.function?.options ?? [])
        }
    }

    private mutating func checkAnnotations(of selectors: [String], declarations: [Message.Declaration]) {
        // Declarations refer only to earlier ones (otherwise they are duplicates), so one pass finds all annotated
        // names.
        var annotated: [String: Bool] = [:]
        for declaration in declarations {
            var hasFunction = declaration.value.function != nil
            if !hasFunction, declaration.kind == .local, case .variable(let name) = declaration.value.operand {
                hasFunction = annotated[name] ?? false
            }
            annotated[declaration.name] = hasFunction
        }
        for (index, selector) in selectors.enumerated() where annotated[selector] != true {
            report(.missingSelectorAnnotation, selectorRanges.element(at: index), Self.missingAnnotation(selector))
        }
    }
}

/// Variants
extension Validator {
    private mutating func checkVariants(_ variants: [Message.Variant], selectorCount: Int) {
        var seen = SmallSet<[Message.Key]>(expecting: variants.count)
        var hasFallback = false
        for (index, variant) in variants.enumerated() {
            let range = keyRanges.element(at: index)
            if variant.keys.count != selectorCount {
                report(.variantKeyMismatch, range, Self.keyMismatch(variant.keys.count, selectorCount))
            }
            if !seen.insert(variant.keys) {
                report(.duplicateVariant, range, Self.duplicateVariant())
            }
            hasFallback = hasFallback || variant.keys.allSatisfy { $0 == .catchAll }
            checkOptions(in: variant.pattern)
        }
        if !hasFallback {
            report(.missingFallbackVariant, selectorRanges.first, Self.missingFallback(selectorCount))
        }
    }
}

/// Options
extension Validator {
    private mutating func checkOptions(in pattern: Message.Pattern) {
        for element in pattern {
            switch element {
            case .text: break
            case .expression(let expression): checkOptions(of: expression.function?.options ?? [])
            case .markup(let markup): checkOptions(of: markup.options)
            }
        }
    }

    private mutating func checkOptions(of options: [Message.Option]) {
        defer { optionsSeen += options.count }
        guard options.count > 1 else { return }
        var seen = SmallSet<String>(expecting: options.count)
        for (index, option) in options.enumerated() where !seen.insert(option.name) {
            let range = optionRanges.element(at: optionsSeen + index)
            report(.duplicateOptionName, range, Self.duplicateOption(option.name))
        }
    }
}

/// Wording
extension Validator {
    private static func selfReference(_ name: String) -> String {
        "`$\(name)` cannot be used in its own declaration"
    }

    private static func duplicateDeclaration(_ name: String) -> String {
        "`$\(name)` is already declared or used above"
    }

    private static func tooDeep(_ name: String) -> String {
        "`$\(name)` builds upon more than \(Message.maximumDeclarationDepth - 1) declarations"
    }

    private static func missingAnnotation(_ name: String) -> String {
        "`$\(name)` cannot select without a function; declare it, as in `.input {$\(name) :string}`"
    }

    private static func keyMismatch(_ found: Int, _ needed: Int) -> String {
        "this variant has \(found) \(found == 1 ? "key" : "keys") for \(needed) \(needed == 1 ? "selector" : "selectors")"
    }

    private static func duplicateVariant() -> String {
        "another variant has the same keys"
    }

    private static func missingFallback(_ count: Int) -> String {
        "a variant with \(count == 1 ? "the key `*`" : "`*` for every key") is needed, for values that no other matches"
    }

    private static func duplicateOption(_ name: String) -> String {
        "option `\(name)` is given twice"
    }
}

extension Message {
    /// Data model errors of a message that was built in code or read from JSON; ranges are empty.
    public func problems() -> [MessageProblem] {
        var validator = Validator(spans: [])
        validator.check(self)
        return validator.problems
    }
}

extension Array {
    func element(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
