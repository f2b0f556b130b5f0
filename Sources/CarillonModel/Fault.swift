/// One thing that is wrong with what came from outside: where, what, and a stable name for it.
///
/// The same value from the reader that finds it to the answer that reports it: an element of `errors` in RFC 9457
/// problem details, a refused line of an import, a diagnostic of `carillon validate`.
public struct Fault: Error, Sendable, Hashable {
    /// JSON pointer (RFC 6901), `""` for the whole.
    ///
    /// `?name` for a query parameter; in the answer of a contract, the place as the contract's `from` names it.
    public let pointer: String
    public let code: Code
    /// One clause whose subject is the place, without the value: `must be an array, not a string`.
    public let message: String

    public init(pointer: String, code: Code, message: String) {
        // It may repeat a name that the sender made up.
        self.pointer = pointer.utf8.count > 256 ? String(pointer.prefix(64)) + "…" : pointer
        self.code = code
        self.message = message
    }

    /// The same fault of a value nested inside another, at `place`.
    public func within(_ place: String) -> Fault { moved(to: place + pointer) }

    /// The same fault under another name of its place.
    public func moved(to pointer: String) -> Fault { Fault(pointer: pointer, code: code, message: message) }

    /// Whether the fault is at `place`, or inside it.
    public func concerns(_ place: String) -> Bool {
        pointer == place || pointer.hasPrefix(place + "/")
    }
}

/// Everything that is wrong with one value, in the order in which it was found.
public struct Faults: Error, Sendable, Hashable {
    /// Never empty.
    public let faults: [Fault]

    public init(_ faults: [Fault]) {
        self.faults = faults
    }
}

extension Fault {
    public var json: JSONValue {
        ["pointer": .string(pointer), "code": .string(code.rawValue), "message": .string(message)]
    }
}
