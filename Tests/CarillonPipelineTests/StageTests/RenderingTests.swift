import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import InAppChannel
import Testing

/// Words are made for everybody who may get them.
struct RenderingTests {
    @Test func `devices that belong to nobody get words that name the recipient`() throws {
        let rendering = Self.rendering(title: "For {$recipient}.")
        var request = Self.request()
        #expect(try rendering.render(request).slots["title"] == "For .")
        request.recipient = "ada"
        #expect(try rendering.render(request).slots["title"] == "For ada.")
    }

    @Test func `a sender's link into the app only leaves words with the event's own`() throws {
        var request = Self.request()
        request.overrides = NotificationOverrides()
        request.overrides?.link = MessageLink(screen: "/orders")
        let message = try Self.rendering(title: "Open {$link}").render(request)
        #expect(message.slots["title"] == "Open shop://orders/A-1")
        #expect(message.link?.screen == "/orders" && message.link?.app == nil)
    }

    @Test(arguments: [
        ("9999-12-31T23:59:59Z", "Dec 31, 9999"), ("9999-12-31T00:00:00Z", "Dec 31, 9999"),
        ("0001-01-01T00:00:00Z", "Jan 1, 1"), ("2026-02-25T23:30:00Z", "Feb 26, 2026"),
    ])
    func `times at the ends of the calendar are shown`(time: String, shown: String) throws {
        var request = Self.request(["at": .string(time)])
        request.timeZone = "Europe/Oslo"
        let title = try Self.rendering(title: "{$at :date}").render(request).slots["title"]
        #expect(title == shown)
    }

    @Test func `what was accepted for another profile fails by another name than what can't be rendered`() {
        let rendering = Self.rendering(title: "Hello")
        #expect(
            Self.code { () throws(RenderingFailure) in try rendering.render(Self.request(["count": "many"])) }
                == "profile-changed"
        )
        var request = Self.request()
        request.channel = "in-app"
        #expect(Self.code { () throws(RenderingFailure) in try rendering.render(request) } == "profile-changed")
        request.channel = "lost"
        #expect(Self.code { () throws(RenderingFailure) in try rendering.render(request) } == "profile-changed")
        #expect(
            Self.code { () throws(RenderingFailure) in try Self.rendering(title: "{$lost}").render(Self.request()) }
                == "render-failed"
        )
    }

    @Test func `an event whose text makes no link is refused, at its field`() {
        let accepting = Accepting(
            profile: Self.profile(title: "Hello"),
            registry: Self.registry,
            identifiers: Counting()
        )
        func faults(_ order: String) -> [Fault] {
            let data: JSONValue = ["order": .string(order)]
            let event = Event(id: "1", source: "shop", type: "order", recipients: [.init(id: "ada")], data: data)
            do throws(Faults) {
                _ = try accepting.accept(event, at: .noon)
                return []
            } catch {
                return error.faults
            }
        }
        #expect(faults("A-1") == [])
        for order in ["", "a/b", "..", "a\nb", "a\\b", "%2e%2e"] {
            let found = faults(order)
            #expect(found.map(\.pointer).allSatisfy { $0 == "/data/order" } && found.count == 1, "\(order): \(found)")
            #expect(found.first?.message.hasPrefix("makes no link to the route `order`: ") == true)
            #expect(order.count < 3 || found.first?.message.contains(order) == false)
        }
    }

    @Test func `only where words for several were written are several collected`() {
        let wordless = Self.profile(title: "Hello").changed { profile in
            profile.priorities[.low] = PriorityPolicy(.collected, collectedText: "several")
        }
        let registry = ChannelRegistry([RecordingChannel.self, InAppFeed.self])
        #expect(!wordless.collects(.low, on: "in-app", registry: registry))
        let profile = wordless.changed { profile in
            profile.messages.add(TextTemplate(source: "{$count} new"), to: "several", path: "title", locale: "en")
        }
        #expect(profile.collects(.low, on: "in-app", registry: registry))
        #expect(!profile.collects(.high, on: "in-app", registry: registry))
    }

    private static func code(_ render: () throws(RenderingFailure) -> OutgoingMessage) -> String? {
        do throws(RenderingFailure) {
            _ = try render()
            return nil
        } catch {
            return error.reason.code
        }
    }

    private static func request(_ more: JSONValue = .object(JSONObject())) -> RenderingRequest {
        RenderingRequest(
            notification: "n",
            event: "order",
            channel: "push",
            payload: JSONValue.object(["order": "A-1"]).merging(more),
            priority: .normal,
            now: .noon
        )
    }

    private static func profile(title: String) -> TenantProfile {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.channels = [
            ChannelBinding(id: "push", plugin: "recording"), ChannelBinding(id: "in-app", plugin: "in-app"),
        ]
        profile.deepLinks.schemes = ["shop"]
        var route = Route(id: "order")
        route.parameters = [Route.Parameter("id", .text)]
        route.app = try? PlaceholderText("shop://orders/{id}")
        profile.deepLinks.routes = [route]
        var event = EventType(id: "order")
        event.payload = [
            PayloadField("order", .text(maxLength: 40)), PayloadField("at", .instant, isOptional: true),
            PayloadField("count", .integer(0...9), isOptional: true),
        ]
        event.channels = ["push"]
        event.deepLink = DeepLinkTemplate(route: "order", arguments: [.init("id", from: "order")])
        profile.events = [event]
        profile.messages.add(TextTemplate(source: title), to: "order", path: "title", locale: "en")
        return TenantProfile(profile)
    }

    private static let registry = ChannelRegistry([RecordingChannel.self, InAppFeed.self])

    private static func rendering(title: String) -> Rendering {
        Rendering(profile: profile(title: title), registry: registry, timeZones: Zones2026())
    }
}

/// Ids that nobody looks at.
private struct Counting: IdentifierMaker {
    func uuid() -> String { "00000000-0000-7000-8000-000000000000" }
    func hexadecimal(digits: Int) -> String { String(repeating: "0", count: digits) }
}
