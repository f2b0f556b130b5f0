/// A function of the host, called where a message names it.
///
/// Names need a namespace of two letters or more (`shop:points`): those without one belong to the specification.
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
    /// Called at most once for each expression of a message, with `u:` options and attributes already taken away.
    /// - Throws: what makes the expression fall back. What only makes an option invalid goes to `call.report(_:)`.
    func call(_ call: inout FunctionCall) throws(MessageFunctionError) -> any FunctionValue
}

/// What a function knows when it is called.
public struct FunctionCall: Sendable {
    /// The operand; nil in `{:shop:points}`.
    public let operand: FunctionOperand?
    /// Options in source order.
    public let options: [FunctionOption]
    /// The locale the message was compiled for, as given.
    public let locale: String
    /// The direction of that locale.
    public let direction: TextDirection
    /// What the caller of the formatter passed.
    public let context: FormattingContext

    /// Errors reported so far, in order.
    var reported: [MessageFunctionError] = []

    /// The option `name`, if it was given and could be resolved.
    public func option(_ name: String) -> FunctionOption? {
        options.first { $0.name == name }
    }

    /// Reports an error that does not keep the function from going on, such as an option it ignores.
    public mutating func report(_ error: MessageFunctionError) {
        reported.append(error)
    }
}

/// An operand or an option's value, resolved.
public struct FunctionOperand: Sendable {
    /// The value; of the result of another function, what that function says it is.
    public let value: MessageValue
    /// The result of the host's function that made the value, so that a function can recognise its own.
    public let result: (any FunctionValue)?

    /// The text of strings, numbers and custom values; nil for values that have none.
    public var text: String? { value.plainText }

    /// The number of numeric values and of strings that spell a number as the grammar allows.
    public var number: ExactDecimal? { value.number }
}

/// An option, resolved.
public struct FunctionOption: Sendable {
    /// The identifier.
    public let name: String
    /// The value.
    public let value: FunctionOperand
    /// Whether the message wrote the value itself instead of naming a variable.
    public let isLiteral: Bool
}

/// Why a function, or part of its work, failed.
public struct MessageFunctionError: Error, Hashable, Sendable {
    /// `badOperand`, `badOption`, `badVariantKey` or `unsupportedOperation`.
    public let kind: MessageErrorKind
    /// One clause for people.
    public let description: String

    /// The operand is missing or of a kind the function cannot work with.
    public static func badOperand(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .badOperand, description: description)
    }

    /// An option or its value cannot be used.
    public static func badOption(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .badOption, description: description)
    }

    /// A key means nothing to this selector.
    public static func badVariantKey(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .badVariantKey, description: description)
    }

    /// The function knows what is asked but cannot do it here.
    public static func unsupportedOperation(_ description: String) -> MessageFunctionError {
        MessageFunctionError(kind: .unsupportedOperation, description: description)
    }
}
