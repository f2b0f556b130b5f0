public import CarillonModel

/// Generates payloads that fit an event's types: first extreme ones, then as many random ones as are wanted.
///
/// The same event and number give the same payload on every machine. ``PayloadReader`` accepts every generated payload,
/// except where a field's limits leave no room for a valid value (a URL of five bytes).
public struct PayloadMaker: Sendable {
    let fields: [PayloadField]
    private let seed: UInt64
    let values: ValueMaker

    /// How many of the first payloads are extreme: the shortest, the longest, one without optional values, and one with
    /// hostile characters.
    public static let extremes = 4

    public init(_ event: EventType, of profile: TenantProfile) {
        fields = event.payload
        seed = FowlerNollVo.hash64(event.id.rawValue.utf8)
        values = ValueMaker(
            locales: profile.locales.supported,
            stripsTags: profile.policies.stripsTags,
            reserved: ReservedDataNames(of: event, in: profile)
        )
    }

    /// - Parameter number: the payload's number, from 0.
    public func payload(_ number: Int) -> JSONValue {
        var random = SplitMix(state: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        let members = fields.compactMap { field -> JSONObject.Member? in
            guard let extreme = extreme(number, of: field, &random) else { return nil }
            return JSONObject.Member(field.name, values.value(of: field.type, extreme, &random))
        }
        return .object(JSONObject(members))
    }

    /// Nil where the field is left out.
    private func extreme(_ number: Int, of field: PayloadField, _ random: inout SplitMix) -> ValueMaker.Extreme? {
        switch number {
        case 0: return field.isRequired ? .shortest : nil
        case 1: return .longest
        case 2: return field.isRequired ? .longest : nil
        case 3: return .hostile
        default:
            if !field.isRequired, random.below(4) == 0 { return nil }
            return ValueMaker.Extreme.allCases[random.below(ValueMaker.Extreme.allCases.count)]
        }
    }
}

/// SplitMix64: a small generator with the same results on every machine.
///
/// Source: Steele, Lea and Flood, “Fast Splittable Pseudorandom Number Generators”, 2014.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, `limit`.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    mutating func element<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
