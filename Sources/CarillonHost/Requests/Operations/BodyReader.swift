import CarillonModel
import CarillonProfiles

extension APIRequest {
    /// The body as JSON.
    ///
    /// - Throws: `unsupported-media-type`, or `malformed` with the byte where reading stopped.
    func json(_ mediaTypes: Set<String> = ["application/json"]) throws(Problem) -> JSONValue {
        guard let mediaType, mediaTypes.contains(mediaType) else {
            let list = mediaTypes.sorted().joined(separator: " or ")
            throw Problem(.unsupportedMediaType, "the body must be \(list), and Content-Type must say so")
        }
        guard isUTF8 else { throw .notUTF8 }
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw Problem(.malformed, "the body is no JSON: \(error)")
        }
    }
}

/// Reads the members of a request's object, collecting every fault.
struct BodyReader {
    private let object: JSONObject
    private var known: [String] = []
    private(set) var faults: [Fault] = []

    init(_ json: JSONValue) throws(Problem) {
        guard let object = json.object else {
            throw .invalid([.wrongType("", wanted: "an object", got: json)])
        }
        self.object = object
    }

    init(_ object: JSONObject) {
        self.object = object
    }

    /// Whether the member is there and null.
    mutating func isNull(_ name: String) -> Bool {
        known.append(name)
        return object[name]?.isNull == true
    }

    /// Whether the member is there and a text without a character.
    mutating func isEmptyText(_ name: String) -> Bool {
        known.append(name)
        return object[name]?.string?.isEmpty == true
    }

    func hasFault(at name: String) -> Bool {
        faults.contains { $0.concerns("/\(name)") }
    }

    /// The member of that name; a null is a fault.
    mutating func value(_ name: String) -> JSONValue? {
        known.append(name)
        guard let value = object[name] else { return nil }
        guard value.isNull else { return value }
        guard hasFault(at: name) else { return fault(name, .wrongType, "must not be null") }
        return nil
    }

    /// - Parameter limit: Unicode scalars, as JSON Schema's `maxLength` counts.
    mutating func text(_ name: String, limit: Int = FieldKind.longestWord) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { return fault(name, .wrongType, "must be a string, not \(value.kind)") }
        guard !text.isEmpty else { return fault(name, .badLength, "must not be empty") }
        guard text.unicodeScalars.count <= limit else {
            return fault(name, .badLength, "may have \(limit) characters at most")
        }
        guard !text.hasControlCharacter else {
            return fault(name, .controlCharacter, "must not hold control characters")
        }
        return text
    }

    /// A text that people may leave empty, which is as good as none.
    mutating func label(_ name: String, limit: Int) -> String? {
        isEmptyText(name) ? nil : text(name, limit: limit)
    }

    /// Empty where there is a fault: the caller finds out at ``finish()``.
    mutating func required(_ name: String, limit: Int = FieldKind.longestWord) -> String {
        let count = faults.count
        if let text = text(name, limit: limit) { return text }
        if faults.count == count { faults.append(.missing("/\(name)")) }
        return ""
    }

    /// A whole number within `range`.
    mutating func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.wholeNumber.map({ Int($0) }) else {
            return fault(name, .wrongType, "must be a whole number, not \(value.inWords)")
        }
        guard range.contains(number) else {
            let reason =
                range.upperBound == .max
                ? "must be at least \(range.lowerBound)" : "must be from \(range.lowerBound) to \(range.upperBound)"
            return fault(name, .outOfRange, reason)
        }
        return number
    }

    /// Nil where there is a fault: the caller finds out at ``finish()``.
    mutating func requiredInteger(_ name: String, _ range: ClosedRange<Int>) -> Int? {
        let number = integer(name, range)
        if number == nil, !hasFault(at: name) { faults.append(.missing("/\(name)")) }
        return number
    }

    /// RFC 3339.
    mutating func instant(_ name: String) -> Instant? {
        guard let text = text(name, limit: 64) else { return nil }
        return Instant(text) ?? fault(name, .badFormat, "must be a point in time such as 2026-02-25T12:00:00Z")
    }

    mutating func object(_ name: String) -> JSONObject? {
        guard let value = value(name) else { return nil }
        return value.object ?? fault(name, .wrongType, "must be an object, not \(value.kind)")
    }

    mutating func boolean(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        return value.boolean ?? fault(name, .wrongType, "must be true or false, not \(value.kind)")
    }

    /// A required list of short strings.
    mutating func texts(_ name: String, limit: Int) -> [String] {
        guard let value = value(name) else {
            if !hasFault(at: name) { faults.append(.missing("/\(name)")) }
            return []
        }
        guard let elements = value.array else {
            return fault(name, .wrongType, "must be an array, not \(value.kind)") ?? []
        }
        guard elements.count <= limit else {
            return fault(name, .tooMany, "has \(elements.count) entries, at most \(limit) are allowed") ?? []
        }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            if let text = element.string, (1...FieldKind.longestID).contains(text.unicodeScalars.count),
                !text.hasControlCharacter
            {
                texts.append(text)
            } else {
                let reason =
                    "must be a string of 1 to \(FieldKind.longestID) characters, none of them a control character"
                faults.append(.init(pointer: "/\(name)/\(index)", code: .wrongType, message: reason))
            }
        }
        return texts
    }

    mutating func fault<Value>(_ name: String, _ code: Fault.Code, _ message: String) -> Value? {
        faults.append(.init(pointer: "/\(name)", code: code, message: message))
        return nil
    }

    mutating func add(_ more: [Fault]) { faults += more }

    /// Says what was wrong, members nobody asked for included.
    ///
    /// - Throws: `validation` with every fault.
    mutating func finish() throws(Problem) {
        refuseUnknown()
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    /// Adds a fault for each member that nobody asked for.
    mutating func refuseUnknown() {
        for member in object.members where !known.contains(member.name) {
            let list = Set(known).sorted().joined(separator: ", ")
            let reason = list.isEmpty ? "is not known here" : "is not known here; there is \(list)"
            faults.append(.init(pointer: "/\(member.name)", code: .unknownField, message: reason))
        }
    }
}

extension String {
    /// C0, DEL or C1.
    fileprivate var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}

extension JSONValue {
    /// For “must be …, not …”: a number as it is written, for that it is one helps nobody who shall send another.
    var inWords: String {
        guard case .number(let text) = self else { return kind }
        return text.utf8.count > 24 ? text.prefix(24) + "…" : text
    }
}

extension Problem {
    static func invalid(_ faults: [Fault]) -> Problem {
        let first = faults.first.map { "\($0.pointer.isEmpty ? "the body" : $0.pointer) \($0.message)" } ?? ""
        let rest = faults.count > 1 ? ", and \(faults.count - 1) more" : ""
        return Problem(.validation, first + rest, faults: faults)
    }
}
