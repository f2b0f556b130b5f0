import CarillonClient
import CarillonModel
import Testing

struct PushTests {
    @Test(arguments: try VectorFile.pushes.vectors())
    func `a push is understood as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let product = try #require(try VectorFile.pushes.contents()["products"]?[try vector.text("product")])
        let shape = try #require(PushShape(rawValue: try vector.text("shape")))
        let push = ReceivedPush(try vector.required("payload"), shape: shape)
        #expect(Self.describe(push).sorted == vector["push"]?.sorted)
        let catalogue = EventCatalogue(try product.required("events"))
        let recognized = Self.describe(catalogue.recognize(push))
        for name in ["kind", "event", "possible", "fields", "notificationID", "identity"] {
            guard let expected = vector[name] else { continue }
            #expect(recognized[name]?.sorted == expected.sorted, "\(name)")
        }
        let links = AppLinks(try product.required("deepLinks"))
        #expect(catalogue.destination(of: push, in: links)?.json.sorted ?? .null == vector["destination"]?.sorted)
    }

    private static func describe(_ push: ReceivedPush) -> JSONValue {
        var json = JSONObject([.init("data", JSONValue(texts: push.data))])
        let texts = [
            ("title", push.title), ("body", push.body), ("category", push.category), ("thread", push.thread),
            ("picture", push.picture), ("androidChannel", push.androidChannel), ("link", push.link),
            ("action", push.action?.name),
        ]
        for (name, text) in texts { json[name] = text.map(JSONValue.string) }
        json["badge"] = push.badge.map { JSONValue($0) }
        return .object(json)
    }

    private static func describe(_ recognition: Recognition) -> JSONValue {
        switch recognition {
        case .collected: ["kind": "collected"]
        case .unknown: ["kind": "unknown"]
        case .event(let event):
            [
                "kind": "event", "event": .string(event.id),
                "possible": .array(event.possible.map(JSONValue.string)), "fields": JSONValue(texts: event.fields),
                "notificationID": JSONValue(event.notificationID), "identity": .string(event.identity),
            ]
        }
    }
}

struct PushInvariants {
    @Test(arguments: PushShape.allCases)
    func `no payload makes reading fail`(shape: PushShape) throws {
        let catalogue = EventCatalogue([EventDefinition(id: "a", data: [.init("type", "a"), .init("id", "{id}")])])
        let payloads = try VectorFile.pushes.vectors().map { try $0.json.required("payload").utf8 }
        // As many for all shapes together.
        let shapes = PushShape.allCases.count
        var random = RandomInputs("pushes of all shapes", usual: 20 * payloads.count * shapes, seed: 7)
        for round in 0..<random.count / shapes {
            var broken = payloads[round % payloads.count]
            for _ in 0..<Int.random(in: 1...3, using: &random.generator) where !broken.isEmpty {
                broken[Int.random(in: 0..<broken.count, using: &random.generator)] = UInt8.random(
                    in: 0x20...0x7E,
                    using: &random.generator
                )
            }
            guard let payload = try? JSONValue(parsing: broken) else { continue }
            let push = ReceivedPush(payload, shape: shape)
            if case .event(let event) = catalogue.recognize(push) { hold(push.data["type"] == event.id) }
        }
    }
}

/// Numbers that are the same at each run.
///
/// Source: Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
