/// A function of the host that messages can call.
///
/// Its name needs a namespace of two or more letters (`shop:points`); names without one belong to the specification.
///
/// ```swift
/// struct Shout: MessageFunction {
///     func call(_ call: inout FunctionCall) throws(MessageFunctionError) -> any FunctionValue {
///         guard let text = call.operand?.text else { throw .badOperand("`shop:shout` needs text") }
///         return TextFunctionValue(text.uppercased())
///     }
/// }
/// let registry = FunctionRegistry.standard.adding(Shout(), as: "shop:shout")
/// ```
public protocol MessageFunction: Sendable {
    /// The value of one expression.
    ///
    /// Called at most once for each expression of a message, without `u:` options and attributes.
    /// - Throws: an error that makes the expression fall back. An invalid option is reported to `call.report(_:)`.
    func call(_ call: inout FunctionCall) throws(MessageFunctionError) -> any FunctionValue
}

/// The input of a function.
public struct FunctionCall: Sendable {
    /// The operand; nil in `{:shop:points}`.
    public let operand: FunctionOperand?
    /// Options in source order.
    public let options: [FunctionOption]
    /// The locale that the message was compiled for, as given.
    public let locale: String
    /// The direction of that locale.
    public let direction: TextDirection
    /// The context that was passed to the formatter.
    public let context: FormattingContext

    /// Errors reported so far, in order.
    var reported: [MessageFunctionError] = []

    /// The option `name`; nil where it wasn't given or could not be resolved.
    public func option(_ name: String) -> FunctionOption? {
        options.first { $0.name == name }
    }

    /// Reports an error after which the function continues, such as an option that it ignores.
    public mutating func report(_ error: MessageFunctionError) {
        reported.append(error)
    }
}

/// An operand or an option's value, resolved.
public struct FunctionOperand: Sendable {
    /// The value; for another function's result, the value that the result declares.
    public let value: MessageValue
    /// The result of the host's function that made the value, so that functions can recognize their own results.
    public let result: (any FunctionValue)?

    /// The text of strings, numbers and custom values; nil for other values.
    public var text: String? { value.plainText }

    /// The number of numeric values, and of strings that are number literals.
    public var number: ExactDecimal? { value.number }
}

/// An option, resolved.
public struct FunctionOption: Sendable {
    /// The identifier.
    public let name: String
    /// The value.
    public let value: FunctionOperand
    /// Whether the value is a literal rather than a variable.
    public let isLiteral: Bool
}

/// Why a function, or a part of its work, failed.
public struct MessageFunctionError: Error, Hashable, Sendable {
    /// `badOperand`, `badOption`, `badVariantKey` or `unsupportedOperation`.
    public let kind: MessageErrorKind
    /// One clause for people.
    public let description: String

    /// The operand is missing, or of a kind that the function doesn't accept.
    public static func badOperand(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .badOperand, description: description)
    }

    /// An option or its value is invalid.
    public static func badOption(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .badOption, description: description)
    }

    /// A key is invalid for this selector.
    public static func badVariantKey(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .badVariantKey, description: description)
    }

    /// The function knows the request but can't fulfil it here.
    public static func unsupportedOperation(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .unsupportedOperation, description: description)
    }
}
