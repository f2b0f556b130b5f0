import CarillonClient
import CarillonModel
import Testing

/// The extension hands over once, the best that there is by then.
struct ServiceExtensionTests {
    private let reducer = ServiceExtensionReducer(pictureHosts: ["img.shop.example"])
    private let texts = ["title": "Incoming ETH (Ethereum)", "body": "Savings: 1.5 ETH received"]

    private func push(picture: String? = nil) -> ReceivedPush {
        var payload: JSONObject = [
            "aps": ["alert": ["title": "New Activity"], "badge": 3, "category": "orders", "thread-id": "o-1"],
            "type": "order",
        ]
        payload["fcm_options"] = picture.map { ["image": .string($0)] }
        return ReceivedPush(.object(payload), shape: .fcmApple)
    }

    private func content(_ effects: [ServiceExtensionReducer.Effect]) -> ServiceExtensionReducer.Content? {
        guard effects.count == 1, case .handOver(let content) = effects[0] else { return nil }
        return content
    }

    @Test func `without a picture the texts go out at once`() throws {
        var state = ServiceExtensionReducer.State()
        let effects = reducer.reduce(&state, .received(push(), texts: texts, badge: 4, wasShown: false))
        let made = try #require(content(effects))
        #expect(made.title == texts["title"] && made.body == texts["body"] && made.picture == nil && !made.isQuiet)
        #expect(made.badge == 4 && made.category == "orders" && made.thread == "o-1")
        for late in [ServiceExtensionReducer.Event.expired, .failed, .loaded(file: "f", bytes: 1)] {
            #expect(reducer.reduce(&state, late) == [])
        }
    }

    @Test func `a picture is waited for, and its failure or the end of the time isn't`() throws {
        let picture = "https://img.shop.example/a.png"
        let ends: [(ServiceExtensionReducer.Event, String?, Int)] = [
            (.loaded(file: "/tmp/a", bytes: 10), "/tmp/a", 1), (.loaded(file: "/tmp/a", bytes: 10_000_001), nil, 1),
            (.loaded(file: "/tmp/a", bytes: 0), nil, 1), (.failed, nil, 1), (.expired, nil, 2),
        ]
        for (end, file, count) in ends {
            var state = ServiceExtensionReducer.State()
            let begun = reducer.reduce(
                &state,
                .received(push(picture: picture), texts: texts, badge: nil, wasShown: false)
            )
            #expect(begun == [.load(picture: picture)])
            let effects = reducer.reduce(&state, end)
            #expect(effects.count == count)
            let made = try #require(content(Array(effects.suffix(1))))
            #expect(made.title == texts["title"] && made.picture == file && made.badge == 3)
            #expect(reducer.reduce(&state, .expired) == [] && reducer.reduce(&state, .failed) == [])
        }
    }

    @Test(arguments: [
        "http://img.shop.example/a.png", "https://img.shop.example.evil.example/a", "https://img.shop.example:8443/a",
        "https://user@img.shop.example/a", "https://IMG.shop.example\\@evil.example/", "https://img.shop.example/a b",
        "file:///etc/passwd", "",
    ])
    func `a picture from elsewhere isn't loaded`(picture: String) {
        var state = ServiceExtensionReducer.State()
        let effects = reducer.reduce(
            &state,
            .received(push(picture: picture), texts: texts, badge: nil, wasShown: false)
        )
        #expect(content(effects)?.title == texts["title"])
    }

    @Test func `what was shown before comes quietly, and nothing is loaded for it`() {
        var state = ServiceExtensionReducer.State()
        let again = push(picture: "https://img.shop.example/a.png")
        #expect(
            content(reducer.reduce(&state, .received(again, texts: [:], badge: nil, wasShown: true)))?.isQuiet == true
        )
    }

    @Test func `any order of events hands over once at most, and always at the end of the time`() {
        let events: [ServiceExtensionReducer.Event] = [
            .received(push(picture: "https://img.shop.example/a.png"), texts: texts, badge: nil, wasShown: false),
            .received(push(), texts: [:], badge: nil, wasShown: true), .loaded(file: "f", bytes: 5), .failed, .expired,
        ]
        var generator = SplitMix(seed: 5)
        for _ in 0..<100_000 {
            var state = ServiceExtensionReducer.State()
            var handedOver = 0
            for _ in 0..<6 {
                guard let event = events.randomElement(using: &generator) else { return }
                for case .handOver in reducer.reduce(&state, event) { handedOver += 1 }
                #expect(handedOver <= 1)
            }
            for case .handOver in reducer.reduce(&state, .expired) { handedOver += 1 }
            #expect(handedOver == 1)
        }
    }
}
