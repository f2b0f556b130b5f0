/// How many digits are kept, and how the rest is rounded.
struct Rounding: Sendable, Hashable {
    enum Mode: UInt8, Sendable, Hashable {
        case ceil, floor, expand, trunc, halfCeil, halfFloor, halfExpand, halfTrunc, halfEven
    }

    /// Which digits win where both fraction and significant digits are set; for auto, the significant ones.
    enum Priority: UInt8, Sendable, Hashable { case auto, morePrecision, lessPrecision }

    var mode = Mode.halfExpand
    var priority = Priority.auto
    /// Whether a fraction that is zero is omitted (`trailingZeroDisplay=stripIfInteger`).
    var dropsZeroFraction = false
    /// Whether written zeros at the end of a fraction are kept, as in 100.00.
    var keepsWrittenFraction = false
    // Small integers, because styles are copied for every number.
    private var minimumFraction: UInt8 = 0
    private var maximumFraction: UInt8 = 3
    private var minimumSignificant: UInt8 = 0
    private var maximumSignificant: UInt8 = 0
    private var step: UInt16 = 1

    init() {}

    /// A fixed number of fraction digits, as for money.
    init(fractionDigits: Int) {
        minimumFractionDigits = fractionDigits
        maximumFractionDigits = fractionDigits
    }
}

extension Rounding {
    /// 0 to 100, at most the maximum.
    @inline(__always)
    var minimumFractionDigits: Int {
        get { Int(minimumFraction) }
        set { minimumFraction = UInt8(clamping: newValue) }
    }

    /// 0 to 100.
    @inline(__always)
    var maximumFractionDigits: Int {
        get { Int(maximumFraction) }
        set { maximumFraction = UInt8(clamping: newValue) }
    }

    /// 1 to 100; where neither this nor its maximum is set, fraction digits decide.
    var minimumSignificantDigits: Int? {
        get { minimumSignificant == 0 ? nil : Int(minimumSignificant) }
        set { minimumSignificant = UInt8(clamping: newValue ?? 0) }
    }

    var maximumSignificantDigits: Int? {
        get { maximumSignificant == 0 ? nil : Int(maximumSignificant) }
        set { maximumSignificant = UInt8(clamping: newValue ?? 0) }
    }

    /// 1, or one of 2, 5, 10, 20, 25, 50 … 5000: the kept fraction digits are a multiple of it.
    var increment: Int {
        get { Int(step) }
        set { step = UInt16(clamping: max(1, newValue)) }
    }
}

extension Rounding {
    /// `number` rounded, with exactly the fraction digits that will be printed.
    @inline(__always)
    func callAsFunction(_ number: ExactDecimal) -> ExactDecimal {
        // Whole numbers, and amounts in minor units, often have the right digits already.
        if hasFractionDigitsOnly, Int(number.exponent) == -minimumFractionDigits { return number }
        return quickly(number) ?? thoroughly(number)
    }

    /// Whether only the limits of fraction digits matter.
    @inline(__always)
    private var hasFractionDigitsOnly: Bool {
        minimumSignificant | maximumSignificant == 0 && step == 1 && !dropsZeroFraction && !keepsWrittenFraction
    }

    /// Numbers below 10¹⁹ with only fraction digits set: nearly all numbers.
    @inline(__always)
    private func quickly(_ number: ExactDecimal) -> ExactDecimal? {
        guard
            number.wideDigits == nil, number.coefficient.high == 0,
            number.exponent <= 0, number.exponent >= -19,
            hasFractionDigitsOnly
        else { return nil }

        var value = number.coefficient.low
        var scale = Int(-number.exponent)
        if scale > maximumFractionDigits {
            let divisor = PowersOfTen.small[scale &- maximumFractionDigits]
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            let half = Half(remainder, missing: divisor &- remainder)
            value =
                mode.goesUp(half, isOdd: quotient & 1 == 1, isNegative: number.isNegative) ? quotient &+ 1 : quotient
            scale = maximumFractionDigits
        }
        while scale > minimumFractionDigits, value % 10 == 0 {
            value /= 10
            scale &-= 1
        }
        if scale < minimumFractionDigits {
            let missing = minimumFractionDigits &- scale
            guard missing < 20 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: PowersOfTen.small[missing])
            guard !overflow else { return nil }
            value = product
            scale = minimumFractionDigits
        }
        return ExactDecimal(coefficient: WideInteger(value), exponent: Int32(-scale), isNegative: number.isNegative)
    }

    private func thoroughly(_ number: ExactDecimal) -> ExactDecimal {
        let place = lastPlace(for: number)
        var rounded = number.rounded(toPlace: place.rounding, increment: place.usesIncrement ? increment : 1, mode)
        var shown = place.leastDigits.map { max(0, $0 - 1 - rounded.magnitude) } ?? minimumFractionDigits
        if keepsWrittenFraction { shown = max(shown, min(-Int(number.exponent), maximumFractionDigits)) }
        rounded = rounded.written(withFractionDigits: shown)
        if dropsZeroFraction, rounded.exponent < 0, rounded.withoutTrailingZeros().exponent >= 0 {
            rounded = rounded.written(withFractionDigits: 0)
        }
        return rounded
    }
}

// MARK: - Where to round

extension Rounding {
    private struct Place {
        /// The power of ten of the last digit kept.
        var rounding: Int
        var usesIncrement: Bool
        /// The minimum of significant digits; nil where fraction digits decide.
        var leastDigits: Int?
    }

    /// Fraction and significant digits each give a last place; this selects by ECMA-402's `FormatNumericToString`.
    private func lastPlace(for number: ExactDecimal) -> Place {
        let fraction = Place(rounding: -maximumFractionDigits, usesIncrement: true)
        guard minimumSignificantDigits != nil || maximumSignificantDigits != nil else { return fraction }
        let least = minimumSignificantDigits ?? 1
        // Without a maximum, only digits beyond the limit of 100 are dropped.
        let most = max(least, maximumSignificantDigits ?? 100)
        let significant = Place(rounding: number.magnitude - most + 1, usesIncrement: false, leastDigits: least)
        guard priority != .auto else { return significant }
        // 9999.995 in six digits is 10000.0: rounding may move the last digit one place to the left.
        let reached = number.rounded(toPlace: significant.rounding, mode).magnitude - most + 1
        let isFiner = reached <= fraction.rounding
        return isFiner == (priority == .morePrecision) ? significant : fraction
    }
}

// MARK: - Up or down

/// The dropped part compared with half a unit of the last place.
enum Half {
    case nothing, less, exactly, more

    /// A remainder, and what is missing from it to the divisor.
    @inline(__always)
    init<Integer: Comparable & ExpressibleByIntegerLiteral>(_ remainder: Integer, missing rest: Integer) {
        self = remainder == 0 ? .nothing : remainder < rest ? .less : remainder == rest ? .exactly : .more
    }
}

extension Rounding.Mode {
    /// Whether the magnitude is increased by one unit; "up" means away from zero.
    @inline(__always)
    func goesUp(_ discarded: Half, isOdd: Bool, isNegative: Bool) -> Bool {
        if discarded == .nothing { return false }
        switch self {
        case .ceil: return !isNegative
        case .floor: return isNegative
        case .expand: return true
        case .trunc: return false
        case .halfCeil: return discarded == .more || discarded == .exactly && !isNegative
        case .halfFloor: return discarded == .more || discarded == .exactly && isNegative
        case .halfExpand: return discarded != .less
        case .halfTrunc: return discarded == .more
        case .halfEven: return discarded == .more || discarded == .exactly && isOdd
        }
    }
}
