import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension ValueRule {
    /// The value in the form that operations read, or nil with its faults in `report`.
    ///
    /// - Parameter isText: the value comes from a place that holds nothing but text: query, path or header.
    func checked(_ value: JSONValue, isText: Bool, at place: String, _ report: inout ValueReport) -> JSONValue? {
        guard values.isEmpty else { return allowed(value, isText: isText, at: place, &report) }
        let isText = isText || format == .text
        switch type ?? .text {
        case .text: return text(value, at: place, &report).map { .string($0) }
        case .uuid: return text(value, at: place, &report, "a UUID", TextFormat.isUUID)
        case .url: return text(value, at: place, &report, "a URL", TextFormat.isWebURL)
        case .email: return text(value, at: place, &report, "an e-mail address", TextFormat.isEmail)
        case .integer: return integer(value, isText: isText, at: place, &report).map { handedOn(JSONValue($0)) }
        case .number: return number(value, isText: isText, at: place, &report)
        case .boolean: return boolean(value, isText: isText, at: place, &report)
        case .instant, .epochMillis:
            return instant(value, isText: isText, at: place, &report).flatMap { plausible($0, at: place, &report) }
        case .object:
            guard value.object != nil else { return wrongType("an object", value, at: place, &report) }
            return value
        case .list:
            guard let elements = list(value, at: place, &report) else { return nil }
            guard case .each(let rule) = items else { return .array(elements) }
            let before = report.faults.count
            let checked = elements.enumerated().compactMap { index, element in
                rule.checked(element, isText: isText, at: "\(place)[\(index)]", &report)
            }
            // A word that means nothing is no element.
            return report.faults.count == before ? .array(checked.filter { !$0.isNull }) : nil
        }
    }

    private func instant(
        _ value: JSONValue,
        isText: Bool,
        at place: String,
        _ report: inout ValueReport
    ) -> Instant? {
        switch timeFormat {
        case .epochMillis:
            return integer(value, isText: isText, at: place, &report).map { Instant(epochMilliseconds: Int64($0)) }
        case .epochSeconds:
            // Beyond what milliseconds can count, it is as implausible as the end of these.
            return integer(value, isText: isText, at: place, &report).map { seconds in
                let (milliseconds, isBeyond) = Int64(seconds).multipliedReportingOverflow(by: 1000)
                return Instant(epochMilliseconds: isBeyond ? (seconds < 0 ? .min : .max) : milliseconds)
            }
        case .date:
            return instant(value, at: place, &report, "a day such as 2026-02-25") { text in
                CivilDay(text).map { Instant(epochMilliseconds: $0.number * 86_400_000) }
            }
        case .pattern(let pattern):
            let example = pattern.text(of: .example)
            return instant(value, at: place, &report, "a point in time such as \(example)", pattern.instant(of:))
        case .iso, .text, .integer:
            let message = "a point in time such as \(Instant.example)"
            return instant(value, at: place, &report, message) { Instant($0) }
        }
    }

    private func instant(
        _ value: JSONValue,
        at place: String,
        _ report: inout ValueReport,
        _ kind: String,
        _ read: (String) -> Instant?
    ) -> Instant? {
        guard let text = text(value, at: place, &report) else { return nil }
        guard let instant = read(text) else {
            report.wrong(place, .badFormat, "must be \(kind)")
            return nil
        }
        return instant
    }

    private func plausible(_ time: Instant, at place: String, _ report: inout ValueReport) -> JSONValue? {
        let unit: PlausibleTimes.Unit? =
            switch timeFormat {
            case .epochSeconds: .seconds
            case .epochMillis: .milliseconds
            case .text, .iso, .integer, .date, .pattern: nil
            }
        if let objection = report.plausibleTimes.objection(to: time, countedIn: unit) {
            report.wrong(place, .outOfRange, objection)
            return nil
        }
        return .string(time.rfc3339)
    }

    /// The elements of a list of the right length.
    func list(_ value: JSONValue, at place: String, _ report: inout ValueReport) -> [JSONValue]? {
        guard let elements = value.array else { return wrongType("an array", value, at: place, &report) }
        if let maxItems, elements.count > maxItems {
            report.wrong(place, .tooMany, "has \(elements.count) entries, at most \(maxItems) are allowed")
            return nil
        }
        if let minItems, elements.count < minItems {
            report.wrong(place, .tooFew, "has \(elements.count) entries, at least \(minItems) are needed")
            return nil
        }
        return elements
    }

    private func allowed(_ value: JSONValue, isText: Bool, at place: String, _ report: inout ValueReport) -> JSONValue?
    {
        if let found = values.first(where: { $0.matches(value, isText: isText) }) { return found.meaning }
        let list = values.map { $0.written.string ?? $0.written.text }.joined(separator: ", ")
        if values.contains(where: { $0.matches(value, isText: true) }) {
            report.wrong(place, .wrongType, "must be one of \(list), and not \(value.kind)")
        } else {
            report.wrong(place, .notAllowed, "must be one of \(list)")
        }
        return nil
    }

    private func text(
        _ value: JSONValue,
        at place: String,
        _ report: inout ValueReport,
        _ kind: String,
        _ isOne: (String) -> Bool
    ) -> JSONValue? {
        guard let text = text(value, at: place, &report) else { return nil }
        guard isOne(text) else {
            report.wrong(place, .badFormat, "must be \(kind)")
            return nil
        }
        return .string(text)
    }

    private func text(_ value: JSONValue, at place: String, _ report: inout ValueReport) -> String? {
        guard let text = value.string else { return wrongType("a string", value, at: place, &report) }
        if let maxLength, text.unicodeScalars.count > maxLength {
            report.wrong(place, .tooLong, "may have \(maxLength) characters at most")
            return nil
        }
        if let pattern, !pattern.matches(text) {
            report.wrong(place, .badFormat, "must match \(pattern.source)")
            return nil
        }
        return text
    }

    private func integer(
        _ value: JSONValue,
        isText: Bool,
        at place: String,
        _ report: inout ValueReport
    ) -> Int? {
        let written = isText ? value.string : value.wholeNumber.map { "\($0)" } ?? value.plainDecimal
        guard let number = written.flatMap({ Int($0) ?? end(beyond: $0) }) else {
            guard isText, value.string == nil else {
                return wrongType("a whole number", isText ? nil : value, at: place, &report)
            }
            return wrongType("a whole number as text", value, at: place, &report)
        }
        if let minimum, number < minimum { return outOfRange(minimum, at: place, &report) }
        if let maximum, number > maximum { return outOfRange(maximum, at: place, &report) }
        return number
    }

    /// The largest or smallest number there is in place of one beyond, where a bound decides about it anyway.
    private func end(beyond text: String) -> Int? {
        guard let end = Int(endBeyond: text) else { return nil }
        let isTime = type == .epochMillis || type == .instant
        let isBounded = isTime || (end < 0 ? minimum : maximum) != nil
        return clamps || isBounded ? end : nil
    }

    private func outOfRange(_ bound: Int, at place: String, _ report: inout ValueReport) -> Int? {
        guard !clamps else { return bound }
        let range = [minimum.map { "at least \($0)" }, maximum.map { "at most \($0)" }].compactMap { $0 }
        report.wrong(place, .outOfRange, "must be \(range.joined(separator: " and "))")
        return nil
    }

    private func number(
        _ value: JSONValue,
        isText: Bool,
        at place: String,
        _ report: inout ValueReport
    ) -> JSONValue? {
        let written: String? =
            switch value {
            case .number(let text): text
            case .string(let text): isText ? text : nil
            default: nil
            }
        guard let written, let number = Double(written), number.isFinite else {
            return wrongType("a number", isText ? nil : value, at: place, &report)
        }
        if let minimum, number < Double(minimum) {
            return outOfRange(minimum, at: place, &report).map { JSONValue($0) }
        }
        if let maximum, number > Double(maximum) {
            return outOfRange(maximum, at: place, &report).map { JSONValue($0) }
        }
        return .number(written)
    }

    private func boolean(
        _ value: JSONValue,
        isText: Bool,
        at place: String,
        _ report: inout ValueReport
    ) -> JSONValue? {
        switch (value, isText) {
        case (.boolean, _): value
        case (.string("true"), true): .boolean(true)
        case (.string("false"), true): .boolean(false)
        default: wrongType("true or false", isText ? nil : value, at: place, &report)
        }
    }

    /// - Parameter value: nil where all values are text, and saying so would help nobody.
    private func wrongType<Value>(
        _ expected: String,
        _ value: JSONValue?,
        at place: String,
        _ report: inout ValueReport
    ) -> Value? {
        report.wrong(place, .wrongType, "must be \(expected)" + (value.map { ", not \($0.inWords)" } ?? ""))
        return nil
    }
}

extension Instant {
    /// An example of a time for messages: 2026-02-25T12:00:00Z.
    fileprivate static let example = Instant(epochMilliseconds: 1_772_020_800_000)
}
