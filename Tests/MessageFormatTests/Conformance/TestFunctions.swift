import MessageFormat

/// `:test:function`, `:test:select` and `:test:format`, as the suite's README describes them.
struct TestFunction: MessageFunction {
    let canSelect: Bool
    let canFormat: Bool

    static let registry = FunctionRegistry.standard
        .adding(TestFunction(canSelect: true, canFormat: true), as: "test:function")
        .adding(TestFunction(canSelect: true, canFormat: false), as: "test:select")
        .adding(TestFunction(canSelect: false, canFormat: true), as: "test:format")

    func call(_ call: inout FunctionCall) throws(MessageFunctionError) -> any FunctionValue {
        var value: TestFunctionValue
        if let known = call.operand?.result as? TestFunctionValue {
            value = known
        } else if let number = call.operand?.number {
            value = TestFunctionValue(input: number)
        } else {
            throw .badOperand("a number is needed")
        }
        value.canSelect = canSelect
        value.canFormat = canFormat
        if let option = call.option("decimalPlaces") {
            switch option.value.text {
            case "0"?: value.hasDecimalPlace = false
            case "1"?: value.hasDecimalPlace = true
            default: throw .badOption("decimalPlaces is 0 or 1")
            }
        }
        if let option = call.option("fails") {
            switch option.value.text {
            case "always"?: (value.failsFormat, value.failsSelect) = (true, true)
            case "format"?: value.failsFormat = true
            case "select"?: value.failsSelect = true
            case "never"?: break
            default: call.report(.badOption("fails is never, select, format or always"))
            }
        }
        return value
    }
}

struct TestFunctionValue: FunctionValue {
    let input: ExactDecimal
    var hasDecimalPlace = false
    var failsFormat = false
    var failsSelect = false
    var canSelect = true
    var canFormat = true

    init(input: ExactDecimal) {
        self.input = input
    }

    var value: MessageValue { .decimal(input) }
    var partType: String { "test" }

    func pieces() throws(MessageFunctionError) -> [FormattedPart.Piece] {
        guard !failsFormat else { throw .badOption("told to fail") }
        guard canFormat else { throw .unsupportedOperation("only selects") }
        let digits = input.description.drop { $0 == "-" }.split(separator: ".")
        var pieces: [FormattedPart.Piece] = []
        if input < ExactDecimal(0) { pieces.append(.init(type: "minusSign", text: "-")) }
        pieces.append(.init(type: "integer", text: String(digits.first ?? "0")))
        if hasDecimalPlace {
            pieces.append(.init(type: "decimal", text: "."))
            pieces.append(.init(type: "fraction", text: String(digits.count > 1 ? digits[1].prefix(1) : "0")))
        }
        return pieces
    }

    func matches(_ key: String) throws(MessageFunctionError) -> Bool {
        guard !failsSelect else { throw .badOption("told to fail") }
        guard input == ExactDecimal(1) else { return false }
        return key == "1" || hasDecimalPlace && key == "1.0"
    }

    func isBetter(_ key: String, than other: String) -> Bool { key == "1.0" }
}
