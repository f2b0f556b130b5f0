import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension ValueRule {
    /// The value in the form that operations read, or nil with its faults in `report`.
    ///
    /// - Parameter isText: the value comes from a place that holds nothing but text: query, path or header.
    func checked(_ value: JSONValue, isText: Bool, at place: String, _ report: inout ValueReport) -> JSONValue? {
        guard values.isEmpty else { return allowed(value, at: place, &report) }
        switch type ?? .text {
        case .text: return text(value, at: place, &report).map { .string($0) }
        case .uuid: return text(value, at: place, &report, "a UUID", TextFormat.isUUID)
        case .url: return text(value, at: place, &report, "a URL", TextFormat.isWebURL)
        case .email: return text(value, at: place, &report, "an e-mail address", TextFormat.isEmail)
        case .integer: return integer(value, isText: isText, at: place, &report).map { JSONValue($0) }
        case .number: return number(value, isText: isText, at: place, &report)
        case .boolean: return boolean(value, isText: isText, at: place, &report)
        case .instant:
            guard let text = text(value, at: place, &report) else { return nil }
            guard let instant = Instant(text) else {
                report.wrong(place, "bad-format", "must be a point in time such as 2026-02-25T12:00:00Z")
                return nil
            }
            return plausible(instant, at: place, &report)
        case .epochMillis:
            guard let number = integer(value, isText: isText, at: place, &report) else { return nil }
            return plausible(Instant(epochMilliseconds: Int64(number)), at: place, &report)
        case .object:
            guard value.object != nil else { return wrongType("an object", value, at: place, &report) }
            return value
        case .list:
            guard let elements = list(value, at: place, &report) else { return nil }
            guard case .each(let rule) = items else { return .array(elements) }
            let before = report.faults.count
            let checked = elements.enumerated().compactMap { index, element in
                rule.checked(element, isText: false, at: "\(place)[\(index)]", &report)
            }
            return report.faults.count == before ? .array(checked) : nil
        }
    }

    private func plausible(_ time: Instant, at place: String, _ report: inout ValueReport) -> JSONValue? {
        guard report.plausibleTimes.contains(time) else {
            report.wrong(place, "out-of-range", PlausibleTimes.objection)
            return nil
        }
        return .string(time.rfc3339)
    }

    /// The elements of a list of the right length.
    func list(_ value: JSONValue, at place: String, _ report: inout ValueReport) -> [JSONValue]? {
        guard let elements = value.array else { return wrongType("an array", value, at: place, &report) }
        if let maxItems, elements.count > maxItems {
            report.wrong(place, "too-many", "has \(elements.count) entries, at most \(maxItems) are allowed")
            return nil
        }
        if let minItems, elements.count < minItems {
            report.wrong(place, "too-few", "has \(elements.count) entries, at least \(minItems) are needed")
            return nil
        }
        return elements
    }

    private func allowed(_ value: JSONValue, at place: String, _ report: inout ValueReport) -> JSONValue? {
        if let found = values.first(where: { $0.written == value }) { return found.meaning }
        let list = values.map { $0.written.string ?? $0.written.text }.joined(separator: ", ")
        report.wrong(place, "not-allowed", "must be one of \(list)")
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
            report.wrong(place, "bad-format", "must be \(kind)")
            return nil
        }
        return .string(text)
    }

    private func text(_ value: JSONValue, at place: String, _ report: inout ValueReport) -> String? {
        guard let text = value.string else { return wrongType("a string", value, at: place, &report) }
        if let maxLength, text.unicodeScalars.count > maxLength {
            report.wrong(place, "too-long", "may have \(maxLength) characters at most")
            return nil
        }
        if let pattern, !pattern.matches(text) {
            report.wrong(place, "bad-format", "must match \(pattern.source)")
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
            return wrongType("a whole number", isText ? nil : value, at: place, &report)
        }
        if let minimum, number < minimum { return outOfRange(minimum, at: place, &report) }
        if let maximum, number > maximum { return outOfRange(maximum, at: place, &report) }
        return number
    }

    /// The largest or smallest number there is in place of one beyond, where a bound decides about it anyway.
    private func end(beyond text: String) -> Int? {
        guard let end = Int(endBeyond: text) else { return nil }
        let isBounded = type == .epochMillis || (end < 0 ? minimum : maximum) != nil
        return clamps || isBounded ? end : nil
    }

    private func outOfRange(_ bound: Int, at place: String, _ report: inout ValueReport) -> Int? {
        guard !clamps else { return bound }
        let range = [minimum.map { "at least \($0)" }, maximum.map { "at most \($0)" }].compactMap { $0 }
        report.wrong(place, "out-of-range", "must be \(range.joined(separator: " and "))")
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
        report.wrong(place, "wrong-type", "must be \(expected)" + (value.map { ", not \($0.kind)" } ?? ""))
        return nil
    }
}
