/// How many digits are kept and what happens to the rest.
struct Rounding: Sendable, Hashable {
    enum Mode: UInt8, Sendable, Hashable {
        case ceil, floor, expand, trunc, halfCeil, halfFloor, halfExpand, halfTrunc, halfEven
    }

    /// Which digits win where both fraction and significant digits are given; auto: the significant ones.
    enum Priority: UInt8, Sendable, Hashable { case auto, morePrecision, lessPrecision }

    var mode = Mode.halfExpand
    var priority = Priority.auto
    /// Whether a fraction of zeros is left out (`trailingZeroDisplay=stripIfInteger`).
    var dropsZeroFraction = false
    /// Whether zeros at the end of a fraction are shown where they were written, as in 100.00.
    var keepsWrittenFraction = false
    // Small fields: styles are copied for every number.
    private var minimumFraction: UInt8 = 0
    private var maximumFraction: UInt8 = 3
    private var minimumSignificant: UInt8 = 0
    private var maximumSignificant: UInt8 = 0
    private var step: UInt16 = 1

    init() {}

    /// The same number of fraction digits always, as in money.
    init(fractionDigits: Int) {
        minimumFractionDigits = fractionDigits
        maximumFractionDigits = fractionDigits
    }
}

extension Rounding {
    /// 0 to 100, not above the maximum.
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

    /// 1 to 100; with neither of the two, fraction digits decide.
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
    /// `number` rounded, and written with exactly the fraction digits that are to be seen.
    @inline(__always)
    func callAsFunction(_ number: ExactDecimal) -> ExactDecimal {
        // Whole numbers, and amounts in minor units, have the fewest digits they may already.
        if hasFractionDigitsOnly, Int(number.exponent) == -minimumFractionDigits { return number }
        return quickly(number) ?? thoroughly(number)
    }

    /// Whether nothing but the bounds of fraction digits matters.
    @inline(__always)
    private var hasFractionDigitsOnly: Bool {
        minimumSignificant | maximumSignificant == 0 && step == 1 && !dropsZeroFraction && !keepsWrittenFraction
    }

    /// Numbers below 10¹⁹ with fraction digits alone: nearly all there are.
    @inline(__always)
    private func quickly(_ number: ExactDecimal) -> ExactDecimal? {
        guard
            number.wideDigits == nil, number.coefficient <= UInt128(UInt64.max),
            number.exponent <= 0, number.exponent >= -19,
            hasFractionDigitsOnly
        else { return nil }

        var value = UInt64(truncatingIfNeeded: number.coefficient)
        var scale = Int(-number.exponent)
        if scale > maximumFractionDigits {
            let divisor = PowersOfTen.small[scale &- maximumFractionDigits]
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            let half = Half(remainder, of: divisor)
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
        return ExactDecimal(coefficient: UInt128(value), exponent: Int32(-scale), isNegative: number.isNegative)
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
        /// Significant digits to show at least; nil where fraction digits decide.
        var leastDigits: Int?
    }

    /// Fraction and significant digits each name a last place; ECMA-402's `FormatNumericToString` chooses so.
    private func lastPlace(for number: ExactDecimal) -> Place {
        let fraction = Place(rounding: -maximumFractionDigits, usesIncrement: true)
        guard minimumSignificantDigits != nil || maximumSignificantDigits != nil else { return fraction }
        let least = minimumSignificantDigits ?? 1
        // Without a maximum nothing is dropped but what the limit of 100 digits demands.
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

/// The dropped part, compared with half a unit of the last place.
enum Half {
    case nothing, less, exactly, more

    @inline(__always)
    init<Integer: FixedWidthInteger & UnsignedInteger>(_ remainder: Integer, of divisor: Integer) {
        let rest = divisor &- remainder
        self = remainder == 0 ? .nothing : remainder < rest ? .less : remainder == rest ? .exactly : .more
    }
}

extension Rounding.Mode {
    /// Whether the magnitude grows by a unit: "up" is away from zero.
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
