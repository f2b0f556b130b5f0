/// Dates, times and `carillon:relative`.
extension Evaluator {
    mutating func date(
        _ builtIn: BuiltInFunction,
        _ function: CompiledFunction,
        _ operand: Resolved?,
        fallback: String
    ) -> Resolved? {
        guard let operand, let (value, inherited) = readMoment(operand) else {
            report(.badOperand, fallback, Self.needsMoment(builtIn))
            return nil
        }
        var options = inherited
        for option in function.options {
            guard let text = text(of: option, fallback: fallback) else { continue }
            if options.set(option.name, to: text, isLiteral: option.isLiteral, of: builtIn) == .badValue {
                report(.badOption, fallback, Self.badOptionValue(option.name, text))
            }
        }
        guard let (civil, offset) = place(value, options, fallback: fallback) else { return nil }
        return Resolved(payload: .moment(civil, offset, value), form: builtIn, dates: options, source: fallback)
    }

    mutating func relative(_ function: CompiledFunction, _ operand: Resolved?, fallback: String) -> Resolved? {
        var relative = operand?.relative ?? RelativeOptions()
        var dates = DateOptions()
        for option in function.options {
            guard let text = text(of: option, fallback: fallback) else { continue }
            let outcome =
                relative.set(option.name, to: text)
                ?? dates.set(option.name, to: text, isLiteral: option.isLiteral, of: .relative)
            if outcome == .badValue { report(.badOption, fallback, Self.badOptionValue(option.name, text)) }
        }
        guard let operand else {
            report(.badOperand, fallback, Self.needsMoment(.relative))
            return nil
        }
        if relative.unit != nil {
            guard let amount = operand.value?.number else {
                report(.badOperand, fallback, Self.needsAmount())
                return nil
            }
            return Resolved(
                payload: .value(.decimal(amount)),
                form: .relative,
                relative: relative,
                source: fallback
            )
        }
        guard let (value, inherited) = readMoment(operand) else {
            report(.badOperand, fallback, Self.needsMoment(.relative))
            return nil
        }
        dates.timeZone = dates.timeZone ?? inherited.timeZone
        dates.hour12 = dates.hour12 ?? inherited.hour12
        dates.inputOffset = inherited.inputOffset
        guard context.now != nil else {
            report(.unsupportedOperation, fallback, Self.needsPresent())
            return nil
        }
        guard let (civil, offset) = place(value, dates, fallback: fallback) else { return nil }
        return Resolved(
            payload: .moment(civil, offset, value),
            form: .relative,
            dates: dates,
            relative: relative,
            source: fallback
        )
    }

    /// The date or time of an operand, with the options that it carries.
    private func readMoment(_ operand: Resolved) -> (MessageValue, DateOptions)? {
        guard let value = operand.value else { return nil }
        var options = operand.dates
        switch value {
        case .instant, .date, .dateTime: return (value, options)
        case .integer(let seconds): return (.instant(Int64(seconds)), options)
        case .decimal(let number):
            guard let seconds = number.rounded(toPlace: 0, .floor).integer else { return nil }
            return (.instant(Int64(seconds)), options)
        case .string(let text):
            guard let literal = DateLiteral(text) else { return nil }
            guard let offset = literal.offset else {
                return (literal.hasTime ? .dateTime(literal.dateTime) : .date(literal.dateTime.date), options)
            }
            options.inputOffset = offset
            return (.instant(literal.dateTime.epochSeconds(offset: offset)), options)
        case .money, .boolean, .list, .custom: return nil
        }
    }

    /// The wall-clock time of a moment in the zone in which it is shown; nil after an error.
    private mutating func place(
        _ value: MessageValue,
        _ options: DateOptions,
        fallback: String
    ) -> (CivilDateTime, TimeZoneOffset)? {
        let shownIn = options.timeZone ?? context.timeZone
        let instant: Int64
        switch value {
        case .instant(let seconds):
            instant = seconds
        case .date(let date):
            return floating(CivilDateTime(date: date), shownIn, options, fallback: fallback)
        case .dateTime(let civil):
            return floating(civil, shownIn, options, fallback: fallback)
        default:
            return nil
        }
        let offset = shownIn == "input" ? options.inputOffset : offset(of: shownIn, at: instant)
        guard let offset else {
            reportZone(shownIn, fallback: fallback)
            return nil
        }
        guard let civil = CivilDateTime(epochSeconds: instant, offset: offset) else {
            report(.badOperand, fallback, Self.outOfRange())
            return nil
        }
        return (civil, offset)
    }

    /// A floating time is in the context's zone; only an explicit zone converts it.
    private mutating func floating(
        _ civil: CivilDateTime?,
        _ shownIn: String,
        _ options: DateOptions,
        fallback: String
    ) -> (CivilDateTime, TimeZoneOffset)? {
        guard let civil else { return nil }
        guard shownIn != "input" else {
            reportZone(shownIn, fallback: fallback)
            return nil
        }
        guard let instant = instant(of: civil, in: context.timeZone) else {
            // Without the zone's rules, the wall-clock time can still be shown, unless a zone was asked for.
            guard options.timeZone == nil, options.timeZoneStyle == nil else {
                reportZone(context.timeZone, fallback: fallback)
                return nil
            }
            return (civil, .utc)
        }
        guard let offset = offset(of: shownIn, at: instant) else {
            reportZone(shownIn, fallback: fallback)
            return nil
        }
        guard options.timeZone != nil else { return (civil, offset) }
        // On the first and last days of the calendar, another zone's date may not exist; then the original time is
        // shown.
        return (CivilDateTime(epochSeconds: instant, offset: offset) ?? civil, offset)
    }

    /// The offset of a zone at an instant; nil for an unknown zone.
    func offset(of zone: String, at instant: Int64) -> TimeZoneOffset? {
        context.offset(of: zone, at: instant)
    }

    /// The instant at which clocks in a zone show `civil`; where two instants do, or none, one close to it.
    private func instant(of civil: CivilDateTime, in zone: String) -> Int64? {
        let guess = civil.epochSeconds(offset: .utc)
        guard let first = offset(of: zone, at: guess) else { return nil }
        let better = civil.epochSeconds(offset: first)
        guard let second = offset(of: zone, at: better) else { return nil }
        return civil.epochSeconds(offset: second)
    }

    private mutating func reportZone(_ zone: String, fallback: String) {
        if zone == "input" {
            report(.badOperand, fallback, Self.noInputZone())
        } else {
            report(.unsupportedOperation, fallback, Self.unknownZone(zone))
        }
    }
}

/// Wording
extension Evaluator {
    private static func needsMoment(_ function: BuiltInFunction) -> String {
        "`:\(function.rawValue)` needs a date or time such as 2026-02-25T06:13:20Z"
    }

    private static func needsAmount() -> String {
        "`:carillon:relative` with a unit needs a number"
    }

    private static func needsPresent() -> String {
        "`:carillon:relative` needs to know the present, which the host did not give"
    }

    private static func outOfRange() -> String {
        "dates lie between the years 1 and 9999"
    }

    private static func noInputZone() -> String {
        "`timeZone=input` needs a value with a time zone of its own"
    }

    private static func unknownZone(_ zone: String) -> String {
        "nobody here knows the time zone `\(zone)`"
    }
}
