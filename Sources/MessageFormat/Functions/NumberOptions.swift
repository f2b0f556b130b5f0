/// The options of a number function, including those inherited from its operand; nil where an option isn't set.
///
/// Separate from `NumberStyle`, because a later function inherits the written options, not what was derived from them.
struct NumberOptions: Hashable, Sendable {
    enum Selection: UInt8, Hashable, Sendable { case plural, ordinal, exact }

    var select: Selection?
    /// Whether `select` came from a variable or with the operand: the value can be formatted, but selects no variant.
    var selectIsInvalid = false
    var signDisplay: NumberStyle.SignDisplay?
    var grouping: NumberStyle.Grouping?
    var minimumIntegerDigits: Int?
    var minimumFractionDigits: Int?
    var maximumFractionDigits: Int?
    var minimumSignificantDigits: Int?
    var maximumSignificantDigits: Int?
    var trailingZeroDisplay: NumberStyle.TrailingZeroDisplay?
    var roundingPriority: Rounding.Priority?
    var roundingIncrement: Int?
    var roundingMode: Rounding.Mode?
    var currency: CurrencyCode?
    var currencySign: NumberStyle.CurrencySign?
    var currencyDisplay: NumberStyle.CurrencyDisplay?
    /// For `:currency` and `carillon:money`; nil is `auto`.
    var fractionDigits: Int?
    var offset: Offset?

    /// The amounts of `:offset`; having both, or neither, is an error that is found when all options are known.
    struct Offset: Hashable, Sendable {
        var add: Int?
        var subtract: Int?
    }
}

extension NumberOptions {
    /// The result of setting an option.
    enum Outcome: Hashable, Sendable {
        case accepted
        /// The function has no such option, which then has no effect.
        case ignored
        case badValue
    }

    /// Reads one option of a number function, except `select`, which the caller reads because it knows whether it is a
    /// literal.
    mutating func set(_ name: String, to value: String, of function: BuiltInFunction) -> Outcome {
        guard Self.names(of: function).contains(name) else { return .ignored }
        return switch name {
        case "signDisplay": Self.read(value, into: &signDisplay, Self.signDisplays)
        case "useGrouping": Self.read(value, into: &grouping, Self.groupings)
        case "minimumIntegerDigits": Self.readDigits(value, into: &minimumIntegerDigits)
        case "minimumFractionDigits": Self.readDigits(value, into: &minimumFractionDigits)
        case "maximumFractionDigits": Self.readDigits(value, into: &maximumFractionDigits)
        case "minimumSignificantDigits": Self.readDigits(value, into: &minimumSignificantDigits, from: 1)
        case "maximumSignificantDigits": Self.readDigits(value, into: &maximumSignificantDigits, from: 1)
        case "trailingZeroDisplay": Self.read(value, into: &trailingZeroDisplay, Self.trailingZeroDisplays)
        case "roundingPriority": Self.read(value, into: &roundingPriority, Self.roundingPriorities)
        case "roundingIncrement": Self.read(value, into: &roundingIncrement, Self.roundingIncrements)
        case "roundingMode": Self.read(value, into: &roundingMode, Self.roundingModes)
        case "add", "subtract": setOffset(name, to: value)
        default: setMoney(name, to: value, of: function)
        }
    }

    /// The options that a function itself has, except `select`; it may inherit others.
    static func names(of function: BuiltInFunction) -> Set<String> {
        switch function {
        case .number: numberNames
        case .integer: integerNames
        case .percent: percentNames
        case .currency: currencyNames
        case .money: moneyNames
        case .offset: ["add", "subtract"]
        case .string, .date, .time, .datetime, .relative, .list: []
        }
    }

    private static let integerNames: Set = [
        "signDisplay", "useGrouping", "minimumIntegerDigits", "maximumSignificantDigits",
    ]
    private static let percentNames: Set = [
        "signDisplay", "useGrouping", "minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits",
        "maximumSignificantDigits", "trailingZeroDisplay", "roundingPriority", "roundingMode",
    ]
    private static let numberNames = percentNames.union(["minimumIntegerDigits", "roundingIncrement"])
    private static let currencyNames: Set = [
        "currency", "currencySign", "currencyDisplay", "useGrouping", "minimumIntegerDigits", "fractionDigits",
        "minimumSignificantDigits", "maximumSignificantDigits", "trailingZeroDisplay", "roundingPriority",
        "roundingIncrement", "roundingMode",
    ]
    private static let moneyNames = currencyNames.union(["signDisplay"])

    private mutating func setMoney(_ name: String, to value: String, of function: BuiltInFunction) -> Outcome {
        switch name {
        case "currency":
            guard let code = CurrencyCode(value), function == .money || Self.isThreeLetters(value) else {
                return .badValue
            }
            currency = code
            return .accepted
        case "currencySign": return Self.read(value, into: &currencySign, Self.currencySigns)
        case "currencyDisplay": return Self.read(value, into: &currencyDisplay, Self.currencyDisplays)
        default:
            guard value != "auto" else {
                fractionDigits = nil
                return .accepted
            }
            return Self.readDigits(value, into: &fractionDigits)
        }
    }

    private mutating func setOffset(_ name: String, to value: String) -> Outcome {
        var amounts = offset ?? Offset()
        let outcome =
            name == "add" ? Self.readDigits(value, into: &amounts.add) : Self.readDigits(value, into: &amounts.subtract)
        offset = amounts
        return outcome
    }

    private static func read<Value>(_ text: String, into target: inout Value?, _ values: [(String, Value)]) -> Outcome {
        guard let found = values.first(where: { $0.0 == text }) else { return .badValue }
        target = found.1
        return .accepted
    }

    /// A digit size option: 0 or 1–99 without leading zeros.
    private static func readDigits(_ text: String, into target: inout Int?, from lowest: Int = 0) -> Outcome {
        guard let size = digitSize(text), size >= lowest else { return .badValue }
        target = size
        return .accepted
    }

    static func digitSize(_ text: String) -> Int? {
        let bytes = text.utf8
        guard (1...2).contains(bytes.count), bytes.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        guard bytes.count == 1 || bytes.first != 0x30 else { return nil }
        return Int(text)
    }

    static func isThreeLetters(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
    }
}

extension NumberOptions {
    static let selections: [(String, Selection)] = [("plural", .plural), ("ordinal", .ordinal), ("exact", .exact)]

    static let signDisplays: [(String, NumberStyle.SignDisplay)] = [
        ("auto", .auto), ("always", .always), ("exceptZero", .exceptZero), ("negative", .negative), ("never", .never),
    ]

    static let groupings: [(String, NumberStyle.Grouping)] = [
        ("auto", .auto), ("always", .always), ("never", .never), ("min2", .min2),
    ]

    static let trailingZeroDisplays: [(String, NumberStyle.TrailingZeroDisplay)] = [
        ("auto", .auto), ("stripIfInteger", .stripIfInteger),
    ]

    static let roundingPriorities: [(String, Rounding.Priority)] = [
        ("auto", .auto), ("morePrecision", .morePrecision), ("lessPrecision", .lessPrecision),
    ]

    static let roundingIncrements: [(String, Int)] =
        [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000].map { (String($0), $0) }

    static let roundingModes: [(String, Rounding.Mode)] = [
        ("ceil", .ceil), ("floor", .floor), ("expand", .expand), ("trunc", .trunc), ("halfCeil", .halfCeil),
        ("halfFloor", .halfFloor), ("halfExpand", .halfExpand), ("halfTrunc", .halfTrunc), ("halfEven", .halfEven),
    ]

    static let currencySigns: [(String, NumberStyle.CurrencySign)] = [
        ("standard", .standard), ("accounting", .accounting),
    ]

    static let currencyDisplays: [(String, NumberStyle.CurrencyDisplay)] = [
        ("symbol", .symbol), ("narrowSymbol", .narrowSymbol), ("name", .name), ("code", .code), ("never", .never),
    ]
}
