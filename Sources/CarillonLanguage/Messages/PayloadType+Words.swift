import CarillonModel
import CarillonProfiles

extension PayloadType {
    /// For people, such as `text, at most 80 characters`.
    var wording: String {
        switch self {
        case .text(let length): "text, at most \(length) characters"
        case .integer(let range):
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "integer"
            case (let low, .max): "integer, at least \(low)"
            case (.min, let high): "integer, at most \(high)"
            case (let low, let high): "integer from \(low) to \(high)"
            }
        case .choice(let values): "one of \(values.prefix(20).map { "`\($0)`" }.joined(separator: ", "))"
        case .url(let length): "URL, at most \(length) bytes"
        case .list(let element, let count): "list of at most \(count): \(element.wording)"
        case .map(let length, let count): "at most \(count) texts by name, each at most \(length) characters"
        case .localizedText(let length): "text by language, at most \(length) characters"
        default: name
        }
    }

    /// A value to begin with, as compact JSON.
    var skeleton: String {
        switch self {
        case .integer(let range): "\(range.contains(1) ? 1 : range.lowerBound)"
        case .boolean: "true"
        case .list: "[]"
        case .money: #"{ "amount": "1.00", "currency": "EUR" }"#
        case .map, .localizedText: "{}"
        case .choice(let values): "\"\(values.first ?? "")\""
        default: "\"\""
        }
    }

    /// The functions that format it, the usual one first.
    var functions: [String] {
        switch self {
        case .integer: ["integer", "number", "percent", "offset"]
        case .decimal: ["number", "percent", "integer", "currency"]
        case .money: ["carillon:money", "currency"]
        case .instant: ["datetime", "date", "time", "carillon:relative"]
        case .date: ["date", "carillon:relative"]
        case .list: ["carillon:list"]
        default: ["string"]
        }
    }
}

extension PayloadField {
    /// Its type and what else there is to say.
    var wording: String {
        var parts = [type.wording]
        if isOptional { parts.append("may be absent") }
        if let defaultValue { parts.append("`\(defaultValue.text)` when silent") }
        if isSensitive { parts.append("sensitive") }
        return parts.joined(separator: "; ")
    }
}
