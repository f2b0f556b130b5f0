import CarillonClient
import CarillonModel
import Testing

struct ForegroundTests {
    @Test(arguments: try VectorFile.foreground.vectors())
    func `an open app shows of a push what the vectors say`(_ vector: Vector) throws {
        let profile = try VectorFile.foreground.contents().required("profile")
        let vector = vector.json
        let shape = try #require(PushShape(rawValue: try vector.text("shape")))
        let otherwise = vector["otherwise"]?.string.flatMap(ForegroundDisplay.init)
        let policy = otherwise.map { ForegroundPolicy(profile, otherwise: $0) } ?? ForegroundPolicy(profile)
        let push = ReceivedPush(try vector.required("payload"), shape: shape)
        let display = policy.display(of: push, isKnown: vector["isKnown"]?.boolean ?? false)
        #expect(display.rawValue == vector["display"]?.string)
    }

    @Test func `without a profile the app decides`() {
        let push = ReceivedPush(["aps": ["category": "orders"]], shape: .apns)
        #expect(ForegroundPolicy(.null).display(of: push) == .banner)
        #expect(ForegroundPolicy(["categories": "x", "events": 7], otherwise: .list).display(of: push) == .list)
    }
}
