public import CarillonModel

/// What a provider accepts at a place of its message, as far as the channel's plugin specifies it.
///
/// With it `carillon validate` finds in a tenant's `message` what the provider would refuse each time.
public indirect enum MessageShape: Sendable, Hashable {
    case anything
    case text
    /// A text that the provider reads.
    case form(TextForm)
    /// One of these texts.
    case word([String])
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case boolean
    /// A text of seconds, with up to nine decimals, and `s`: `3600s`, `0.5s`.
    case seconds(atMost: Int64)
    case list(MessageShape)
    /// Members whose names a tenant makes up, but for those that the provider keeps to itself.
    case map(MessageShape, reserved: ReservedNames = .none)
    /// Members by name; what else there may be is the provider's affair.
    case object([String: MessageShape])
    /// The same, of a provider that refuses a message with any other name.
    case closedObject([String: MessageShape])
    case either([MessageShape])
    /// What the provider takes no message without: a tenant may change it, and not take it away.
    case kept(MessageShape)
}

extension MessageShape {
    /// What a provider wouldn't take.
    public struct Fault: Sendable, Hashable {
        /// From the message down to the fault: names of members, and numbers of elements.
        public let path: [String]
        public let kind: Kind

        public enum Kind: Sendable, Hashable {
            /// With what it must be, such as “a string”.
            case wrongValue(wanted: String)
            case reservedName
            /// Taken away, with what it must be.
            case takenAway(wanted: String)
            case unknownName(known: [String])
        }
    }

    /// What a merge patch (RFC 7396) removes although the provider requires it.
    public func removals(in patch: JSONValue) -> [Fault] { removals(in: patch, at: []) }

    private func removals(in patch: JSONValue, at path: [String]) -> [Fault] {
        switch self {
        case .kept(let shape):
            patch.isNull ? [Fault(path: path, kind: .takenAway(wanted: wanted))] : shape.removals(in: patch, at: path)
        case .object(let shapes), .closedObject(let shapes):
            (patch.object?.members ?? []).flatMap { member in
                shapes[member.name]?.removals(in: member.value, at: path + [member.name]) ?? []
            }
        default: []
        }
    }

    /// Whatever is wrong with a message, or a part of one.
    public func faults(in value: JSONValue) -> [Fault] { faults(in: value, at: []) }

    private func faults(in value: JSONValue, at path: [String]) -> [Fault] {
        switch (self, value) {
        case (.kept(let shape), _): return shape.faults(in: value, at: path)
        case (.list(let element), .array(let elements)):
            return elements.enumerated().flatMap { element.faults(in: $1, at: path + ["\($0)"]) }
        case (.map(let shape, let reserved), .object(let object)):
            return object.members.flatMap { member in
                let place = path + [member.name]
                guard !reserved.contains(member.name) else { return [Fault(path: place, kind: .reservedName)] }
                return shape.faults(in: member.value, at: place)
            }
        case (.object(let members), .object(let object)):
            return object.members.flatMap { members[$0.name]?.faults(in: $0.value, at: path + [$0.name]) ?? [] }
        case (.closedObject(let members), .object(let object)):
            return object.members.flatMap { member in
                let place = path + [member.name]
                return members[member.name]?.faults(in: member.value, at: place)
                    ?? [Fault(path: place, kind: .unknownName(known: members.keys.sorted()))]
            }
        case (.either(let shapes), _):
            let found = shapes.map { $0.faults(in: value, at: path) }
            // The one that the value was meant as is the one whose faults lie deeper.
            return found.contains([]) ? [] : found.first { $0.allSatisfy { $0.path.count > path.count } } ?? wrong(path)
        default: return accepts(value) ? [] : wrong(path)
        }
    }

    private func wrong(_ path: [String]) -> [Fault] { [Fault(path: path, kind: .wrongValue(wanted: wanted))] }

    /// Whether a value with nothing inside is of this shape.
    private func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .anything: true
        case .text: value.string != nil
        case .form(let form): value.string.map(form.accepts) ?? false
        case .word(let choices): value.string.map(choices.contains) ?? false
        case .integer(let range): value.integer.map(range.contains) ?? false
        case .number(let range):
            if case .number(let text) = value { Double(text).map(range.contains) ?? false } else { false }
        case .boolean: value.boolean != nil
        case .seconds(let limit): value.string.map { Self.isSeconds($0, atMost: limit) } ?? false
        case .list, .map, .object, .closedObject, .either, .kept: false
        }
    }

    /// Source: Protocol Buffers, JSON mapping of `google.protobuf.Duration`.
    private static func isSeconds(_ text: String, atMost limit: Int64) -> Bool {
        guard text.hasSuffix("s") else { return false }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let seconds = Int64(parts[0]), seconds <= limit
        else { return false }
        return parts.count == 1 || parts[1].utf8.count <= 9
    }

    /// With article.
    private var wanted: String {
        switch self {
        case .anything: "anything"
        case .text: "a string"
        case .form(let form): form.wanted
        case .word(let choices): "one of \(choices.map { "“\($0)”" }.joined(separator: ", "))"
        case .integer(let range): "a whole number\(Self.bounds(range.lowerBound, range.upperBound, .max))"
        case .number(let range): "a number\(Self.bounds(range.lowerBound, range.upperBound, .infinity))"
        case .boolean: "true or false"
        case .seconds(let limit): "seconds, such as “3600s”" + (limit == .max ? "" : ", at most “\(limit)s”")
        case .list: "a list"
        case .map, .object, .closedObject: "an object"
        case .either(let shapes): shapes.map(\.wanted).joined(separator: ", or ")
        case .kept(let shape): shape.wanted
        }
    }

    private static func bounds<Number: Comparable>(_ low: Number, _ high: Number, _ most: Number) -> String {
        high < most ? " from \(low) to \(high)" : " of at least \(low)"
    }
}
