import CarillonModel

/// How long, large or many a value of a request may be; what else the host asks of it, it says itself.
public indirect enum EndpointLimit: Sendable, Hashable {
    /// In Unicode scalars.
    case text(most: Int)
    /// A number, or one that is written as a text.
    case number(least: Int64? = nil, most: Int64? = nil)
    case list(least: Int? = nil, most: Int? = nil, each: EndpointLimit? = nil)
    /// Members by their names; those that aren't named may have any value.
    case object([String: EndpointLimit])

    /// What is too long, too large or too many in a value; a value of another kind is the host's to judge.
    ///
    /// - Parameter field: what the value is called.
    func faults(of value: JSONValue, at field: String) -> [EndpointFault] {
        switch (self, value) {
        case (.text(let most), .string(let text)):
            guard text.unicodeScalars.count > most else { return [] }
            return [EndpointFault(field: field, code: "too-long", message: "may have \(most) characters at most")]
        case (.number(let least, let most), .number(let text)), (.number(let least, let most), .string(let text)):
            guard Self.isBeyond(text, least, most) else { return [] }
            let bounds = [least.map { "at least \($0)" }, most.map { "at most \($0)" }].compactMap { $0 }
            let message = "must be \(bounds.joined(separator: " and "))"
            return [EndpointFault(field: field, code: "out-of-range", message: message)]
        case (.list(let least, let most, let each), .array(let elements)):
            let count = elements.count
            var faults: [EndpointFault] = []
            if let most, count > most {
                let message = "has \(count) entries, at most \(most) are allowed"
                faults.append(EndpointFault(field: field, code: "too-many", message: message))
            } else if let least, count < least {
                let message = "has \(count) entries, at least \(least) are needed"
                faults.append(EndpointFault(field: field, code: "too-few", message: message))
            }
            guard let each else { return faults }
            return faults + elements.enumerated().flatMap { each.faults(of: $1, at: "\(field).\($0)") }
        case (.object(let limits), .object(let object)):
            return object.members.flatMap { member in
                limits[member.name]?.faults(of: member.value, at: "\(field).\(member.name)") ?? []
            }
        default: return []
        }
    }

    private static func isBeyond(_ text: String, _ least: Int64?, _ most: Int64?) -> Bool {
        if let number = Int64(text) { return number < least ?? .min || number > most ?? .max }
        guard let number = Double(text) else { return false }
        return least.map { number < Double($0) } ?? false || most.map { number > Double($0) } ?? false
    }
}

/// A value of a request that the host would refuse, found before anything is sent.
public struct EndpointFault: Sendable, Hashable, CustomStringConvertible {
    /// Where it stands and what it is called, such as `body.push_token`, `query.limit` or `body.items.0.name`.
    public let field: String
    /// The host's, such as `too-long`.
    public let code: String
    /// Names the limit, and never the value.
    public let message: String

    public var description: String { "\(field) \(message) (\(code))" }
}
