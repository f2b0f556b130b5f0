import CarillonModel

/// Reads a value that is neither a list nor localized.
struct ScalarReader {
    let place: JSONPlace
    let stripsTags: Bool

    func read(_ json: JSONValue, as type: PayloadType) throws(Fault) -> PayloadValue {
        switch type {
        case .text(let limit): .text(try text(json, limit: limit))
        case .integer(let range): .integer(try integer(json, in: range))
        case .decimal: .decimal(try decimal(json))
        case .money: .money(try money(json))
        case .boolean: .boolean(try boolean(json))
        case .choice(let values): .choice(try choice(json, of: values))
        case .uuid: .uuid(try formatted(json, "a UUID", TextFormat.isUUID).lowercased())
        case .slug:
            .slug(try formatted(json, "at most \(PayloadType.slugLength) letters, digits, - and _", TextFormat.isSlug))
        case .path:
            .path(
                try formatted(
                    json,
                    "1 to \(PayloadType.pathSegments) slugs joined by slashes, such as offers/2026",
                    TextFormat.isPath
                )
            )
        case .url(let limit): .url(try url(json, limit: limit))
        case .email: .email(try formatted(json, "an e-mail address", TextFormat.isEmail))
        case .instant: .instant(try instant(json))
        case .date: .date(try date(json))
        case .list, .map, .localizedText: throw .wrongType(pointer, wanted: "a single value", got: json)
        }
    }

    private var pointer: String { place.pointer }

    private func string(_ json: JSONValue, wanted: String) throws(Fault) -> String {
        guard case .string(let text) = json else { throw .wrongType(pointer, wanted: wanted, got: json) }
        return text
    }

    private func text(_ json: JSONValue, limit: Int) throws(Fault) -> String {
        let written = try string(json, wanted: "a string")
        let text = stripsTags ? Sanitizer.strippingTags(from: written) : written
        guard !TextFormat.hasControlCharacter(text) else { throw .controlCharacter(pointer) }
        // A text never has more characters than bytes.
        guard text.utf8.count > limit else { return text }
        // Each character begins with a byte that isn't a continuation byte.
        let length = text.withBytes { bytes in
            var length = 0
            for byte in bytes where byte & 0xC0 != 0x80 { length &+= 1 }
            return length
        }
        guard length <= limit else { throw .tooLong(pointer, length: length, limit: limit, unit: "characters") }
        return text
    }

    private func integer(_ json: JSONValue, in range: ClosedRange<Int64>) throws(Fault) -> Int64 {
        guard case .number = json else { throw .wrongType(pointer, wanted: "an integer", got: json) }
        guard let number = json.wholeNumber else {
            throw .badFormat(pointer, wanted: "an integer of at most 19 digits")
        }
        guard range.contains(number) else { throw .outOfRange(pointer, range) }
        return number
    }

    private func decimal(_ json: JSONValue) throws(Fault) -> String {
        let text: String
        switch json {
        case .string(let written): text = written
        case .number(let written): text = json.plainDecimal ?? written
        default: throw .wrongType(pointer, wanted: "a decimal", got: json)
        }
        guard TextFormat.isDecimal(text) else {
            throw .badFormat(pointer, wanted: "a plain decimal of at most \(PayloadType.decimalDigits) digits")
        }
        return text
    }

    private func money(_ json: JSONValue) throws(Fault) -> Money {
        let wanted = #"money, such as {"value": "12.50", "currency": "NGN"}"#
        guard case .object(let object) = json else { throw .wrongType(pointer, wanted: wanted, got: json) }
        let names = Set(object.members.map(\.name))
        guard names == ["value", "currency"] || names == ["minor", "currency"] else {
            throw .badFormat(pointer, wanted: wanted)
        }
        guard let currency = object["currency"]?.string, Money.isCurrency(currency) else {
            throw .badFormat(
                pointer + "/currency",
                wanted: "the code of a currency or an asset, 1 to 24 letters, digits, ., - and _"
            )
        }
        if let minor = object["minor"] {
            guard let units = minor.wholeNumber else { throw .badFormat(pointer + "/minor", wanted: "an integer") }
            guard let money = Money(minorUnits: units, currency: currency) else {
                throw .badFormat(
                    pointer + "/currency",
                    wanted: "a currency of ISO 4217 when the amount is in minor units"
                )
            }
            return money
        }
        guard let value = object["value"]?.string, TextFormat.isDecimal(value),
            let money = Money(value: value, currency: currency)
        else { throw .badFormat(pointer + "/value", wanted: "a decimal written as a string") }
        return money
    }

    private func boolean(_ json: JSONValue) throws(Fault) -> Bool {
        guard case .boolean(let value) = json else { throw .wrongType(pointer, wanted: "true or false", got: json) }
        return value
    }

    private func choice(_ json: JSONValue, of values: [String]) throws(Fault) -> String {
        let text = try string(json, wanted: "a string")
        guard values.contains(text) else { throw .notAllowed(pointer, values: values) }
        return text
    }

    private func formatted(
        _ json: JSONValue,
        _ wanted: String,
        _ isValid: (String) -> Bool
    ) throws(Fault) -> String {
        let text = try string(json, wanted: wanted)
        guard isValid(text) else { throw .badFormat(pointer, wanted: wanted) }
        return text
    }

    private func url(_ json: JSONValue, limit: Int) throws(Fault) -> String {
        let text = try string(json, wanted: "a URL")
        let length = text.utf8.count
        guard length <= limit else {
            throw .tooLong(pointer, length: length, limit: limit, unit: "bytes")
        }
        guard TextFormat.isWebURL(text) else {
            throw .badFormat(pointer, wanted: "an absolute http or https URL, percent-encoded")
        }
        return text
    }

    private func instant(_ json: JSONValue) throws(Fault) -> Instant {
        let wanted = "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z"
        guard let instant = Instant(try string(json, wanted: wanted)) else { throw .badFormat(pointer, wanted: wanted) }
        return instant
    }

    private func date(_ json: JSONValue) throws(Fault) -> CivilDay {
        let wanted = "a date such as 2026-02-25"
        guard let day = CivilDay(try string(json, wanted: wanted)) else { throw .badFormat(pointer, wanted: wanted) }
        return day
    }
}
