import CarillonModel
import CarillonPluginKit
import Testing

/// What a plugin says its provider takes, and what it finds in a message.
struct MessageShapeTests {
    private static let shape = MessageShape.object([
        "title": .text, "count": .integer(0 ... .max), "volume": .number(0...1), "urgent": .boolean,
        "priority": .word(["high", "normal"]), "ttl": .seconds(atMost: 60), "lines": .list(.text),
        "data": .map(.text, reserved: ReservedNames(["from"], prefixes: ["gcm"])),
        "sound": .either([.object(["name": .text]), .text]), "options": .closedObject(["icon": .text]),
    ])

    @Test(arguments: [
        #"{}"#, #"{"title": "t", "count": 0, "volume": 0.5, "urgent": false, "priority": "high"}"#,
        #"{"ttl": "60s", "lines": ["a"], "data": {"a": "b"}, "options": {"icon": "i"}}"#, #"{"ttl": "0.5s"}"#,
        #"{"sound": "a.wav"}"#, #"{"sound": {"name": "a.wav", "other": 1}}"#, #"{"anything": [1]}"#,
    ])
    func `what fits has no fault`(text: String) throws {
        #expect(Self.shape.faults(in: try JSONValue(parsing: text.utf8)) == [])
    }

    @Test(arguments: [
        (#"{"title": 7}"#, "title a string"), (#"{"count": -1}"#, "count a whole number of at least 0"),
        (#"{"count": 1.5}"#, "count a whole number of at least 0"),
        (#"{"count": "1"}"#, "count a whole number of at least 0"),
        (#"{"volume": 2}"#, "volume a number from 0.0 to 1.0"), (#"{"urgent": "yes"}"#, "urgent true or false"),
        (#"{"priority": "urgent"}"#, "priority one of “high”, “normal”"),
        (#"{"ttl": "-5s"}"#, "ttl seconds, such as “3600s”, at most “60s”"),
        (#"{"ttl": 5}"#, "ttl seconds, such as “3600s”, at most “60s”"),
        (#"{"ttl": "61s"}"#, "ttl seconds, such as “3600s”, at most “60s”"),
        (#"{"ttl": "1.s"}"#, "ttl seconds, such as “3600s”, at most “60s”"),
        (#"{"lines": ["a", 1]}"#, "lines.1 a string"), (#"{"lines": {}}"#, "lines a list"),
        (#"{"data": {"a": 1}}"#, "data.a a string"), (#"{"data": {"from": "x"}}"#, "data.from reserved"),
        (#"{"data": {"gcm.x": "x"}}"#, "data.gcm.x reserved"), (#"{"data": []}"#, "data an object"),
        (#"{"sound": 1}"#, "sound an object, or a string"), (#"{"sound": {"name": 1}}"#, "sound.name a string"),
        (#"{"options": {"icn": "i"}}"#, "options.icn unknown, of icon"), ("7", " an object"),
    ])
    func `what doesn't is reported, with its place`(text: String, fault: String) throws {
        let found = Self.shape.faults(in: try JSONValue(parsing: text.utf8)).map(Self.summary)
        #expect(found == [fault])
    }

    @Test(arguments: [
        (#"{"aps": null}"#, ["aps taken away, an object"]), (#"{"aps": {"badge": null}, "other": null}"#, []),
        (#"{"aps": {"badge": 1}}"#, []), (#"{}"#, []),
    ])
    func `what a provider wants can't be taken away`(patch: String, found: [String]) throws {
        let shape = MessageShape.object(["aps": .kept(.object(["badge": .integer(0...9)])), "other": .text])
        #expect(shape.removals(in: try JSONValue(parsing: patch.utf8)).map(Self.summary) == found)
    }

    @Test func `a name is matched whole, or by how it begins`() {
        #expect(["from", "aps", "google.sent", "gcm", "fcm_options"].allSatisfy(ReservedNames.firebase.contains))
        #expect(["From", "from_city", "Google", "a"].allSatisfy { !ReservedNames.firebase.contains($0) })
        #expect(ReservedNames.firebase.match(of: "google.sent") == "google…")
        #expect(ReservedNames.apple.list == ["aps"])
    }

    private static func summary(_ fault: MessageShape.Fault) -> String {
        let place = fault.path.joined(separator: ".")
        switch fault.kind {
        case .wrongValue(let wanted): return "\(place) \(wanted)"
        case .reservedName: return "\(place) reserved"
        case .takenAway(let wanted): return "\(place) taken away, \(wanted)"
        case .unknownName(let known): return "\(place) unknown, of \(known.joined(separator: ", "))"
        }
    }
}
