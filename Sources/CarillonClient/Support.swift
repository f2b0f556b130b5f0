import CarillonModel

// States are kept as JSON: small helpers for both directions. What can't be read is what it was at the beginning.

extension JSONValue {
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    init(_ number: Int64?) { self = number.map { JSONValue($0) } ?? .null }

    init(_ texts: some Sequence<String>) { self = .array(texts.map(JSONValue.string)) }

    init(_ texts: [String: String]) { self = .object(JSONObject(texts: texts)) }

    /// By name, in their order.
    init(sets: [String: Set<String>]) {
        self = .object(
            JSONObject(sets.sorted { $0.key.exact < $1.key.exact }.map { .init($0.key, JSONValue($0.value.sorted())) })
        )
    }

    /// The texts of a list; empty for anything else.
    var texts: [String] { array?.compactMap(\.string) ?? [] }

    /// The texts of an object by name; empty for anything else.
    var textsByName: [String: String] {
        let pairs = (object?.members ?? []).compactMap { member in member.value.string.map { (member.name, $0) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    var setsByName: [String: Set<String>] {
        let pairs = (object?.members ?? []).map { ($0.name, Set($0.value.texts)) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// A whole number that every language of the kit keeps exactly, which sums with a time or a count can't exceed; nil for any
    /// other, as for one of a file that is broken.
    var keptInteger: Int64? { integer.flatMap { (-Self.largestKept...Self.largestKept).contains($0) ? $0 : nil } }

    private static let largestKept: Int64 = (1 << 53) - 1

    /// A count, never below 0.
    var count: Int { max(0, keptInteger.flatMap { Int(exactly: $0) } ?? 0) }
}
