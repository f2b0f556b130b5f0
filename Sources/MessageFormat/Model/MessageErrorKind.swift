/// What can be wrong with a message or its formatting; raw values are the names used by the conformance suite, except
/// that of ``declarationTooDeep``, which the suite doesn't know.
public enum MessageErrorKind: String, Hashable, Sendable, CaseIterable {
    /// The source does not follow the grammar.
    case syntaxError = "syntax-error"
    /// A variant has more or fewer keys than there are selectors.
    case variantKeyMismatch = "variant-key-mismatch"
    /// No variant has `*` for every key.
    case missingFallbackVariant = "missing-fallback-variant"
    /// A selector's declarations lead to no function.
    case missingSelectorAnnotation = "missing-selector-annotation"
    /// A declaration binds a variable that was declared or used before.
    case duplicateDeclaration = "duplicate-declaration"
    /// One function or markup names an option twice.
    case duplicateOptionName = "duplicate-option-name"
    /// Two variants have the same keys.
    case duplicateVariant = "duplicate-variant"
    /// More than ``Message/maximumDeclarationDepth`` declarations build upon one another.
    case declarationTooDeep = "declaration-too-deep"
    /// A variable is neither declared nor among the arguments.
    case unresolvedVariable = "unresolved-variable"
    /// The registry has no function of this name.
    case unknownFunction = "unknown-function"
    /// A selector's value cannot select; only `*` matches it.
    case badSelector = "bad-selector"
    /// A function cannot work with its operand.
    case badOperand = "bad-operand"
    /// A function cannot use an option or its value.
    case badOption = "bad-option"
    /// A key means nothing to its selector, such as `many-ish` to a number.
    case badVariantKey = "bad-variant-key"
    /// A function knows what is asked but cannot do it here, such as a time zone without a provider.
    case unsupportedOperation = "unsupported-operation"

    /// True for what is wrong with the message itself, whatever the arguments: it formats to `{U+FFFD}`.
    public var isStatic: Bool {
        switch self {
        case .syntaxError, .variantKeyMismatch, .missingFallbackVariant, .missingSelectorAnnotation,
            .duplicateDeclaration, .duplicateOptionName, .duplicateVariant, .declarationTooDeep:
            true
        case .unresolvedVariable, .unknownFunction, .badSelector, .badOperand, .badOption, .badVariantKey,
            .unsupportedOperation:
            false
        }
    }
}
