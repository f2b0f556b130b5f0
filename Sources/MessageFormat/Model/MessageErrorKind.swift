/// Kinds of errors in messages and in formatting.
///
/// Raw values are the names in the conformance suite, except for ``declarationTooDeep``, which the suite doesn't have.
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
    /// More than ``Message/maximumDeclarationDepth`` declarations depend on one another.
    case declarationTooDeep = "declaration-too-deep"
    /// A variable is neither declared nor given as an argument.
    case unresolvedVariable = "unresolved-variable"
    /// The registry has no function of this name.
    case unknownFunction = "unknown-function"
    /// A selector's value can't select; only `*` matches it.
    case badSelector = "bad-selector"
    /// A function cannot work with its operand.
    case badOperand = "bad-operand"
    /// A function cannot use an option or its value.
    case badOption = "bad-option"
    /// A key is invalid for its selector, such as `many-ish` for a number.
    case badVariantKey = "bad-variant-key"
    /// A function knows the request but can't fulfil it here, such as a time zone without a database.
    case unsupportedOperation = "unsupported-operation"

    /// Whether it is an error of the message itself, regardless of arguments: the message formats to `{U+FFFD}`.
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
