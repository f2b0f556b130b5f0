import CarillonModel
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonPluginKit

/// RFC 4648, section 10, and what the alphabets differ in.
@Test(arguments: [
    ("", "", ""), ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"), ("foob", "Zm9vYg==", "Zm9vYg"),
    ("fooba", "Zm9vYmE=", "Zm9vYmE"), ("foobar", "Zm9vYmFy", "Zm9vYmFy"), ("\u{3BF}\u{37E}?>", "zr/Nvj8+", "zr_Nvj8-"),
])
func `Base64 has two alphabets, and reads both`(text: String, standard: String, url: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.encode(bytes) == standard)
    #expect(Base64.encode(bytes, .url) == url)
    #expect(Base64.decode(standard) == bytes)
    #expect(Base64.decode(url) == bytes)
}

@Test(arguments: ["Z", "Zg===", "Zm9v=Zg", "Z g=", "Zm9v\n", "é"])
func `what isn't Base64 isn't read`(text: String) {
    #expect(Base64.decode(text) == nil)
}

@Test func `a collapse key that fits stays, another becomes a digest, never a beginning`() {
    let cryptography = SoftwareCryptography()
    #expect(CollapseName.fitting("door-7", limit: 32, cryptography) == "door-7")
    let long = String(repeating: "k", count: 64)
    let names = [long + "a", long + "b", "two words", "åpen", ""].map {
        CollapseName.fitting($0, limit: 64, cryptography)
    }
    #expect(Set(names).count == 5)
    #expect(names.allSatisfy { $0.utf8.count == 32 })
}

@Test(arguments: [
    "Sat, 21 Nov 2026 15:20:17 GMT", "Saturday, 21-Nov-26 15:20:17 GMT", "Sat Nov 21 15:20:17 2026",
])
func `a date after which to try again is read in all three forms`(date: String) throws {
    let now = try #require(Instant("2026-11-21T15:20:00Z"))
    let answer = EgressResponse(status: 429, headers: [.init("Retry-After", date)])
    #expect(answer.retryAfter(at: now) == .seconds(17))
}

@Test(arguments: [("0", 0), ("17", 17), ("86401", 86400), ("99999999999999999999", 86400)])
func `seconds after which to try again are at most a day`(text: String, seconds: Int) {
    let answer = EgressResponse(status: 429, headers: [.init("Retry-After", text)])
    #expect(answer.retryAfter(at: Instant(epochMilliseconds: 0)) == .seconds(seconds))
}

@Test(arguments: ["", "-5", "+5", " 5", "1.5", "5s", "٥", "soon"])
func `what is neither seconds nor a date says nothing about when to try again`(text: String) {
    let answer = EgressResponse(status: 429, headers: [.init("Retry-After", text)])
    #expect(answer.retryAfter(at: Instant(epochMilliseconds: 0)) == nil)
}

@Test func `two digits of a year are the nearest such year that isn't far ahead`() throws {
    let now = try #require(Instant("2026-11-21T15:20:00Z"))
    for (year, full) in [("76", "2076"), ("77", "1977"), ("26", "2026"), ("99", "1999")] {
        let expected = try #require(Instant("\(full)-02-28T00:00:00Z"))
        #expect(HTTPDate.instant("Monday, 28-Feb-\(year) 00:00:00 GMT", now: now) == expected)
    }
    #expect(HTTPDate.instant("Sun Nov  6 08:49:37 1994", now: now) == Instant("1994-11-06T08:49:37Z"))
}

@Test(arguments: [
    "", "tomorrow", "Sat, 21 Nov 2026 15:20:17", "Sat, 31 Nov 2026 15:20:17 GMT", "Saturday, 21-Nov-26 25:20:17 GMT",
    "Saturday, 21-Nov-+6 15:20:17 GMT", "Sat Nov 21 15:20 2026", "Sat Nov 21 15:20:17 0000",
])
func `what is no date is none`(text: String) throws {
    #expect(HTTPDate.instant(text, now: Instant(epochMilliseconds: 0)) == nil)
}

/// How many are under way now, and were at most.
private final class Gauge: Sendable {
    private let state = Mutex((now: 0, most: 0))
    var most: Int { state.withLock { $0.most } }
    func enter() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func leave() { state.withLock { $0.now -= 1 } }
}

@Test(arguments: [0, 1, 5, 100])
func `messages are delivered side by side, not too many at once, and answered in order`(count: Int) async {
    let gauge = Gauge()
    let batch = (0..<count).map { OutgoingMessage.testing(to: "t", delivery: Int64($0)) }
    let outcomes = await batch.delivered(width: 8) { message in
        gauge.enter()
        for _ in 0..<Int(message.delivery) % 7 { await Task.yield() }
        gauge.leave()
        return .accepted(ReceiptID("\(message.delivery)"))
    }
    #expect(outcomes == batch.map { .accepted(ReceiptID("\($0.delivery)")) })
    #expect(gauge.most <= 8 && gauge.most >= min(count, 1))
}
