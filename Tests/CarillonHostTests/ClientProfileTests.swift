import CarillonClient
import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

struct ClientProfileTests {
    @Test func `an app gets channels, categories, routes, switches and texts without asking who it is`() async throws {
        let host = await TestHost.start(withWorkers: false) { $0.dress() }
        let answer = await host.send("GET", "/v1/shop/client-profile")
        #expect(answer.status == 200)
        let json = answer.json
        #expect(json["locales"] == ["default": "en", "supported": ["en", "nb"]])
        #expect(
            json["androidChannels"] == [
                [
                    "id": "orders", "name": ["en": "Orders", "nb": "Ordrer"], "importance": "high", "badge": true,
                    "vibration": [0, 250], "sound": "default",
                ]
            ]
        )
        #expect(
            json["categories"] == [
                [
                    "id": "orders", "mutable": false, "name": ["en": "Orders", "nb": "Orders"],
                    "androidChannel": "orders", "color": "#FF6B35",
                    "actions": [
                        [
                            "id": "open", "title": ["en": "Open", "nb": "Open"], "foreground": true,
                            "destructive": false,
                        ]
                    ],
                ]
            ]
        )
        let routes = json["deepLinks"]?["routes"]
        #expect(routes == [["id": "order", "params": ["id": "slug"], "app": "shop://orders/{id}"]])
        #expect(json["preferences"] == [["name": "pushEnabled", "default": true, "channels": ["push"]]])
        #expect(
            json["texts"] == [
                [
                    "id": "bell.label", "arguments": ["count"], "types": ["count": "integer"],
                    "words": ["en": ["text": "{$count} unread"], "nb": ["text": "{$count} unread"]],
                ],
                [
                    "id": "permission.request", "arguments": [], "types": [:],
                    "words": ["en": ["title": "Hear {from} Shop"], "nb": ["title": "Hør fra Shop"]],
                ],
            ]
        )
    }

    @Test func `an app recognizes pushes by what the profile says of their data`() async throws {
        let data = JSONTemplate.object([
            .init("kind", .text(try PlaceholderText("{event.category}"))),
            .init("type", .text(try PlaceholderText("{event.alias}/{{1}}"))),
            .init("order_id", .text(try PlaceholderText("{order}"))), .init("version", .constant(2)),
            .init("count", .text(try PlaceholderText("{count?}"))),
            .init("id", .text(try PlaceholderText("{notification.id}"))), .init("lines", .array([])),
        ])
        let host = await TestHost.start(withWorkers: false) { parts in
            parts.dress()
            var mailed = parts.events[0]
            mailed.id = "order.mailed"
            mailed.channels = ["in-app"]
            parts.events[0].alias = "SHIPPED"
            parts.events[0].data = data
            parts.events[0].deepLink = DeepLinkTemplate(route: "order", arguments: [.init("id", from: "order")])
            parts.events.append(mailed)
        }
        let json = await host.send("GET", "/v1/shop/client-profile").json
        #expect(
            json["events"] == [
                [
                    "id": "order.shipped", "alias": "SHIPPED", "category": "orders", "priority": "normal",
                    "data": [
                        "kind": "orders", "type": "SHIPPED/{{1}}", "order_id": "{order}", "version": "2",
                        "count": "{count?}", "id": "{notification.id}",
                    ],
                    "link": ["route": "order", "id": "order"],
                ]
            ]
        )
        let catalogue = EventCatalogue(try #require(json["events"]))
        let links = AppLinks(try #require(json["deepLinks"]))
        let push = ReceivedPush(
            ["data": ["kind": "orders", "type": "SHIPPED/{1}", "order_id": "A-7", "version": "2", "id": "n1"]],
            shape: .fcmAndroid
        )
        guard case .event(let event) = catalogue.recognize(push) else {
            Issue.record("the push isn't recognized")
            return
        }
        #expect(event.id == "order.shipped" && event.fields == ["order": "A-7"] && event.identity == "n1")
        #expect(catalogue.destination(of: push, in: links) == Destination("order", ["id": "A-7"]))
    }

    @Test func `an app that has this revision already is told so`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let first = await host.send("GET", "/v1/shop/client-profile")
        let tag = try #require(first.headers["etag"])
        #expect(first.headers["cache-control"] == "public, max-age=300")
        for known in [tag, "W/\(tag)", "\"old\", \(tag)", "*"] {
            let again = await host.send("GET", "/v1/shop/client-profile", headers: [("if-none-match", known)])
            #expect(again.status == 304 && again.headers["etag"] == tag, "\(known)")
        }
        let changed = await host.send("GET", "/v1/shop/client-profile", headers: [("if-none-match", "\"old\"")])
        #expect(changed.status == 200)
    }
}

extension ProfileParts {
    /// Gives the profile something of everything an app needs.
    fileprivate mutating func dress() {
        var channel = AndroidChannel(id: "orders", name: LocalizedText(byLocale: ["en": "Orders", "nb": "Ordrer"]))
        channel.importance = .high
        channel.vibration = [0, 250]
        channel.sound = "default"
        androidChannels = [channel]
        var category = CarillonProfiles.Category(id: "orders")
        category.name = LocalizedText("Orders")
        category.androidChannel = "orders"
        category.color = Color("#FF6B35")
        category.isMutable = false
        category.actions = [.init(id: "open", title: LocalizedText("Open"))]
        categories = [category]
        var route = Route(id: "order")
        route.parameters = [.init("id", .slug)]
        route.app = try? PlaceholderText("shop://orders/{id}")
        deepLinks.schemes = ["shop"]
        deepLinks.routes = [route]
        var toggle = PreferenceToggle(name: "pushEnabled", isOnByDefault: true)
        toggle.channels = ["push"]
        toggles = [toggle]
        texts = [
            AppText(id: "bell.label", payload: [PayloadField("count", .integer(0...99))]),
            AppText(id: "permission.request"),
        ]
        messages.add(TextTemplate(source: "{$count} unread"), to: "bell.label", path: "text", locale: "en")
        messages.add(
            TextTemplate(source: #"Hear \{from\} {$product}"#),
            to: "permission.request",
            path: "title",
            locale: "en"
        )
        messages.add(TextTemplate(source: "Hør fra {$product}"), to: "permission.request", path: "title", locale: "nb")
        messages.setTerms(["product": "Shop"], locale: "en")
        messages.setTerms(["product": "Shop"], locale: "nb")
    }
}
