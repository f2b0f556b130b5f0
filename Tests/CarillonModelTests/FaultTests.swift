import CarillonModel
import Testing

/// The one value for what is wrong with something that came from outside.
@Suite struct FaultTests {
    @Test func `a fault is reported as pointer, code and message`() {
        let fault = Fault.wrongType("/data/ids", wanted: "an array", got: "x")
        #expect(
            fault.json == ["pointer": "/data/ids", "code": "wrong-type", "message": "must be an array, not a string"]
        )
    }

    @Test func `a fault keeps what is wrong when its place is told from further out, or by another name`() {
        let fault = Fault.missing("/id")
        #expect(fault.within("/recipients/3") == .missing("/recipients/3/id"))
        #expect(fault.moved(to: "Idempotency-Key") == .missing("Idempotency-Key"))
    }

    @Test(arguments: [("", true), ("/data", true), ("/data/a~1b", true), ("/dat", false), ("/data/a", false)])
    func `a fault concerns its place and whatever holds it`(place: String, holds: Bool) {
        #expect(Fault.null("/data/a~1b").concerns(place) == holds)
    }

    @Test func `a long name that a sender made up isn't sent back whole`() {
        let fault = Fault.missing("/" + String(repeating: "n", count: 300))
        #expect(fault.pointer == "/" + String(repeating: "n", count: 63) + "…")
        #expect(fault.within("/data").pointer.utf8.count < 100)
        #expect(Fault.missing("/" + String(repeating: "n", count: 255)).pointer.count == 256)
    }
}
