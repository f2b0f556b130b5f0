import CarillonModel
package import CarillonProfiles
package import MessageFormat

/// The ways to show a value of one type that a chip's menu offers.
///
/// What is offered are examples, never options. Each way is the shortest source that gives it; the type's own way has no
/// source at all.
package enum ChipFormats {
    /// The type's own way first, as nil.
    package static func functions(of type: PayloadType) -> [Message.Function?] {
        switch type {
        case .money:
            [
                nil, function("carillon:money", ("trailingZeroDisplay", "stripIfInteger")),
                function("carillon:money", ("currencyDisplay", "code")),
                function("carillon:money", ("currencyDisplay", "code"), ("trailingZeroDisplay", "stripIfInteger")),
            ]
        case .integer:
            [nil, function("integer", ("useGrouping", "never")), function("integer", ("signDisplay", "always"))]
        case .decimal:
            [
                nil, function("number", ("minimumFractionDigits", "2")),
                function("number", ("maximumFractionDigits", "0")),
                function("percent"),
            ]
        case .instant:
            [
                nil, function("datetime", ("dateLength", "long")), function("date"),
                function("date", ("length", "long")),
                function("time"), function("carillon:relative"),
                function("carillon:relative", ("capitalise", "never")),
                function("datetime", ("timeZoneStyle", "short")),
            ]
        case .date:
            [
                nil, function("date", ("length", "short")), function("date", ("length", "long")),
                function("date", ("fields", "year-month-day-weekday"), ("length", "long")),
                function("carillon:relative"), function("carillon:relative", ("capitalise", "never")),
            ]
        case .list: [nil, function("carillon:list", ("type", "disjunction"))]
        default: [nil]
        }
    }

    /// Values by which two ways of showing a type can be told apart, whatever the sample has.
    static func probes(of type: PayloadType) -> [JSONValue] {
        switch type {
        case .money:
            [["amount": "2000.00", "currency": "EUR"], ["amount": "2000.50", "currency": "EUR"]]
        case .integer(let range): [12_500, -1, 1].filter { range.contains($0) }.map { JSONValue($0) }
        case .decimal: ["0.117", "11.7", "1250"]
        case .instant: ["2026-02-25T13:32:00Z", "2025-12-31T23:59:00Z"]
        case .date: ["2026-02-25", "2025-12-31"]
        default: []
        }
    }

    private static func function(_ name: String, _ options: (String, String)...) -> Message.Function {
        Message.Function(
            name: name,
            options: options.map { Message.Option(name: $0.0, value: .literal($0.1)) }
        )
    }
}
