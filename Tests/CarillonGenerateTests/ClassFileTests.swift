import CarillonModel
import CarillonStandard
import Testing

@testable import CarillonGenerate
@testable import CarillonProfiles

/// Kotlin makes a file of each class: names that differ in capitals alone overwrite each other on many disks.
struct ClassFileTests {
    private static func faults(_ language: TargetLanguage, _ change: (inout ProfileParts) -> Void) -> [String] {
        var parts = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        change(&parts)
        do {
            _ = try Generation(language, registry: .standard).files(for: [TenantProfile(parts)])
            return []
        } catch {
            return error.messages
        }
    }

    private static func event(_ id: String, _ payload: [PayloadField] = []) -> EventType {
        var event = EventType(id: EventTypeID(rawValue: id) ?? "unreadable")
        event.payload = payload
        return event
    }

    @Test func `events that differ in capitals alone are refused in Kotlin, with both and the way out`() {
        let change: (inout ProfileParts) -> Void = { parts in
            parts.events = ["order-sent", "ordersent"].map { Self.event($0) }
        }
        #expect(
            Self.faults(.kotlin, change) == [
                "t/events.json: “order-sent” and “ordersent” would be the classes OrderSent and Ordersent, one file where "
                    + "capitals don't count; rename one"
            ]
        )
        #expect(Self.faults(.swift, change) == [], "Swift makes one file of all of them")
        #expect(Self.faults(.typescript, change) == [])
    }

    @Test func `so are sets of values of one event, and places of the app`() {
        let fields = ["a_b", "ab"].map { PayloadField($0, .choice(["x"])) }
        #expect(
            Self.faults(.kotlin) { $0.events = [Self.event("order.sent", fields)] } == [
                "t/events.json: order.sent: “a_b” and “ab” would be the classes AB and Ab, one file where capitals don't "
                    + "count; rename one"
            ]
        )
        let routes = ["my-orders", "myorders"].map { id in
            var route = Route(id: id)
            route.screen = try? PlaceholderText("/\(id)")
            return route
        }
        #expect(
            Self.faults(.kotlin) { $0.deepLinks.routes = routes } == [
                "t/profile.json: deepLinks: “my-orders” and “myorders” would be the classes MyOrders and Myorders, one file "
                    + "where capitals don't count; rename one"
            ]
        )
        #expect(Self.faults(.swift) { $0.deepLinks.routes = routes } == [])
    }

    @Test func `a class that the code around makes stays alone`() throws {
        var parts = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        parts.events = [Self.event("com.panion"), Self.event("localizedtext")]
        let files = try Generation(.kotlin, registry: .standard, for: .service).files(for: [TenantProfile(parts)])
        let code = try #require(files.first { $0.name == "TEvents.kt" }).text
        #expect(code.contains("class ComPanion_ :") && code.contains("class Localizedtext_ :"))
    }
}
