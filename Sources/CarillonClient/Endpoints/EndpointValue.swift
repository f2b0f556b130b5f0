public import CarillonModel

/// A value of an answer, and where it stands.
public struct EndpointValue: Sendable {
    public let json: JSONValue
    /// JSON pointer into the answer.
    let pointer: String

    init(_ json: JSONValue, at pointer: String = "") {
        self.json = json
        self.pointer = pointer
    }

    /// That an answer isn't what its call promises.
    public struct Fault: Error, Hashable {
        /// JSON pointer into the answer; empty for the whole.
        public let pointer: String
    }

    private var fault: Fault { Fault(pointer: pointer) }

    /// - Throws: ``Fault`` where it isn't there.
    public func member(_ name: String) throws(Fault) -> EndpointValue {
        let place = "\(pointer)/\(name)"
        guard let value = json[name] else { throw Fault(pointer: place) }
        return EndpointValue(value, at: place)
    }

    /// Nil where it isn't there, or null.
    public func optional(_ name: String) -> EndpointValue? {
        guard let value = json[name], !value.isNull else { return nil }
        return EndpointValue(value, at: "\(pointer)/\(name)")
    }

    /// - Throws: ``Fault`` where it is no text.
    public func text() throws(Fault) -> String {
        guard let text = json.string else { throw fault }
        return text
    }

    /// - Throws: ``Fault`` where it is no whole number of 64 bits.
    public func integer() throws(Fault) -> Int64 {
        guard let number = json.integer else { throw fault }
        return number
    }

    /// - Throws: ``Fault`` where it is neither true nor false.
    public func boolean() throws(Fault) -> Bool {
        guard let flag = json.boolean else { throw fault }
        return flag
    }

    /// - Throws: ``Fault`` where it is no list.
    public func list() throws(Fault) -> [EndpointValue] {
        guard let elements = json.array else { throw fault }
        return elements.enumerated().map { EndpointValue($1, at: "\(pointer)/\($0)") }
    }

    /// - Throws: ``Fault`` where it is no time in that form, or none that 64 bits of milliseconds hold.
    public func instant(_ form: InstantForm) throws(Fault) -> Instant {
        switch form {
        case .rfc3339:
            guard let time = json.string.flatMap({ Instant($0) }) else { throw fault }
            return time
        case .epochMilliseconds: return Instant(epochMilliseconds: try integer())
        case .epochSeconds:
            let (milliseconds, overflows) = try integer().multipliedReportingOverflow(by: 1000)
            guard !overflows else { throw fault }
            return Instant(epochMilliseconds: milliseconds)
        }
    }
}

/// How a point in time is written.
public enum InstantForm: Sendable, Hashable {
    case rfc3339
    case epochMilliseconds
    case epochSeconds

    /// A time as a request has it; seconds are rounded down.
    public func json(_ time: Instant) -> JSONValue {
        switch self {
        case .rfc3339: .string(time.rfc3339)
        case .epochMilliseconds: JSONValue(time.epochMilliseconds)
        case .epochSeconds: JSONValue(time.epochMilliseconds.floorDivided(by: 1000))
        }
    }
}
