public import CarillonModel

extension PayloadMaker {
    /// A payload for people to read, with every field: examples and defaults where the profile has them, else plain
    /// values that name their field.
    ///
    /// - Parameter moment: times and dates are at noon UTC of this day.
    public func readable(on moment: Instant) -> JSONValue {
        let day = String(moment.rfc3339.prefix(10))
        let members = fields.map { field in
            let written = field.examples.first ?? field.defaultValue
            let value = written ?? readable(field.type, of: field.name, on: day)
            return JSONObject.Member(field.name, value)
        }
        return .object(JSONObject(members))
    }

    private func readable(_ type: PayloadType, of name: String, on day: String) -> JSONValue {
        switch type {
        case .text(let limit): .string(Self.spelled(name, limit))
        case .integer(let range): JSONValue(min(max(2, range.lowerBound), range.upperBound))
        case .decimal: "12.50"
        case .money: ["value": "12.50", "currency": "EUR"]
        case .boolean: true
        case .choice(let values): .string(values.first ?? "")
        case .uuid: "0192f0c1-2345-7abc-8def-0123456789ab"
        case .slug, .path: .string(String(name.prefix(PayloadType.slugLength)))
        case .url(let limit): .string(limit < Self.url.utf8.count ? "https://a" : Self.url)
        case .email: "ada@example.com"
        case .instant: .string("\(day)T12:00:00Z")
        case .date: .string(day)
        case .list(let element, let limit):
            .array(Array(repeating: readable(element, of: name, on: day), count: min(2, limit)))
        case .map(let length, _):
            .object([values.reserved.contains(name) ? "_1" : name: .string(Self.spelled(name, length))])
        case .localizedText(let limit):
            .object(
                JSONObject(values.locales.map { .init($0.rawValue, .string(Self.spelled("\(name) \($0)", limit))) })
            )
        }
    }

    private static let url = "https://example.com/"

    /// A field's name with blanks between its words, such as `order id` for `order_id` and for `orderId`.
    private static func spelled(_ name: String, _ limit: Int) -> String {
        var text = ""
        for character in name {
            if character == "_" {
                text += " "
            } else if character.isUppercase, text.last?.isLowercase == true {
                text += " " + character.lowercased()
            } else {
                text.append(character)
            }
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }
}
