import CarillonClient
import CarillonModel
import Testing

/// Sealed data are opened before anything is read of them, or nothing is.
///
/// That a cipher is right is tried with the adapters, in `Tests/Floor`.
struct SealedDataTests {
    private let reducer = ServiceExtensionReducer(pictureHosts: ["img.shop.example"])
    private let neutral = ["title": "Something is new", "body": "Open the app"]

    private func push(_ sealed: JSONValue?, key: String? = "k1") -> ReceivedPush {
        var payload: JSONObject = [
            "aps": ["alert": "As it came", "badge": 3, "category": "orders", "thread-id": "o-1"], "type": "forged",
            "fcm_options": ["image": "https://img.shop.example/forged.png"],
        ]
        payload["sealed"] = sealed
        payload["key"] = key.map { .string($0) }
        return ReceivedPush(.object(payload), shape: .fcmApple)
    }

    @Test func `sealed bytes are read in either alphabet, with the name of their key`() throws {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF, 1]
        for text in ["+/+/AQ==", "-_-_AQ", "+/+/AQ"] {
            let sealed = try #require(try SealedData(push(.string(text))))
            #expect(sealed.bytes == bytes && sealed.key == "k1")
        }
        #expect(try SealedData(push(.string("AQ==")), keyMember: "other")?.key == nil)
        #expect(try SealedData(push(nil)) == nil)
        #expect(try SealedData(push("AQ=="), member: "other") == nil)
    }

    @Test func `what is no Base64, or too large, isn't opened`() throws {
        for text in ["", "=", "A", "a b", "é", "AQ==x"] {
            #expect(throws: DecryptionFault.unreadable) { try SealedData(push(.string(text))) }
        }
        let largest = Base64.encode([UInt8](repeating: 7, count: SealedData.largest))
        #expect(try SealedData(push(.string(largest)))?.bytes.count == SealedData.largest)
        for count in [SealedData.largest + 1, 100_000] {
            let text = Base64.encode([UInt8](repeating: 7, count: count))
            #expect(throws: DecryptionFault.tooLarge) { try SealedData(push(.string(text))) }
        }
    }

    @Test func `an open push has the sealed data, and none of those beside them`() throws {
        let opened = try push("AQ==").opened(with: Array(#"{"type": "order", "count": 2}"#.utf8))
        #expect(opened.data == ["type": "order", "count": "2"])
        #expect(opened.picture == nil && opened.link == nil)
        #expect(opened.category == "orders" && opened.thread == "o-1" && opened.badge == 3)
        for text in ["", "[1]", "null", "{", #""a""#] {
            #expect(throws: DecryptionFault.noData) { try push("AQ==").opened(with: Array(text.utf8)) }
        }
        let large = Array("{}".utf8) + [UInt8](repeating: 0x20, count: SealedData.largestOpened)
        #expect(throws: DecryptionFault.tooLarge) { try push("AQ==").opened(with: large) }
    }

    /// What goes out, and everything that was to be done before.
    private func steps(
        _ events: ServiceExtensionReducer.Event...
    ) -> (ServiceExtensionReducer.Content?, [ServiceExtensionReducer.Effect]) {
        var state = ServiceExtensionReducer.State()
        let effects = events.flatMap { reducer.reduce(&state, $0) }
        var contents = effects.compactMap { effect -> ServiceExtensionReducer.Content? in
            if case .handOver(let content) = effect { content } else { nil }
        }
        let others = effects.filter { effect in if case .handOver = effect { false } else { true } }
        return (contents.count == 1 ? contents.removeFirst() : nil, others)
    }

    @Test func `an open push is shown with its words`() throws {
        let sealed = push("AQ==")
        let opened = try sealed.opened(with: Array(#"{"type": "order"}"#.utf8))
        let (content, others) = steps(
            .receivedSealed(sealed, neutral: neutral, badge: 4),
            .opened(opened, texts: ["title": "Paid"], badge: 5, wasShown: true)
        )
        #expect(content?.title == "Paid" && content?.badge == 5 && content?.isQuiet == true)
        // Where there are no words for a slot, it stays neutral.
        #expect(content?.body == "Open the app")
        #expect(others == [.open(SealedData(bytes: [1], key: "k1"))])
    }

    @Test(arguments: DecryptionFault.allCases)
    func `what can't be opened is shown in neutral words`(fault: DecryptionFault) {
        let (content, others) = steps(
            .receivedSealed(push("AQ=="), neutral: neutral, badge: 4),
            .notOpened(fault),
            .opened(push(nil), texts: ["title": "late"], badge: 9, wasShown: false),
            .expired
        )
        #expect(content?.title == neutral["title"] && content?.body == neutral["body"] && content?.badge == 4)
        #expect(content?.picture == nil && content?.category == "orders")
        #expect(others == [.open(SealedData(bytes: [1], key: "k1")), .note(fault)])
    }

    @Test func `the end of the time in the middle of opening hands over neutral words`() {
        let (content, others) = steps(
            .receivedSealed(push("AQ=="), neutral: neutral, badge: nil),
            .expired,
            .opened(push(nil), texts: ["title": "late"], badge: 9, wasShown: false)
        )
        #expect(content?.title == neutral["title"] && content?.badge == 3)
        #expect(others == [.open(SealedData(bytes: [1], key: "k1")), .cancelOpening, .note(.late)])
    }

    @Test func `without neutral words the alert stays as it came, and no picture is loaded for it`() {
        for broken: JSONValue? in [nil, "", "no Base64!"] {
            let (content, others) = steps(.receivedSealed(push(broken), neutral: [:], badge: nil))
            #expect(content?.title == nil && content?.body == nil && content?.picture == nil)
            #expect(others == [.note(.unreadable)])
        }
    }

    @Test func `what is sealed doesn't print`() {
        #expect(!String(reflecting: push("c2VjcmV0")).contains("c2VjcmV0"))
        #expect(!"\(SealedData(bytes: [115, 116], key: "k1"))".contains("115"))
    }
}
