import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// What hosts on one store note of a channel, and what is read of it.
struct NotedCircuitTests {
    private let now = Instant(epochMilliseconds: 1_772_020_800_123)
    private let down = OutcomeReason("ServiceUnavailable", "the provider is down").concerningProvider

    private func noted(_ circuit: CircuitBreaker) throws -> NotedCircuit {
        let text = NotedCircuit(circuit, revision: "r1").json.text
        return try #require(NotedCircuit(JSONValue(parsing: Array(text.utf8))))
    }

    @Test func `an open circuit is the same after it was JSON, and goes on with its count`() throws {
        var circuit = CircuitBreaker()
        _ = circuit.record(.fails(down, after: .seconds(7)), isProbe: false, at: now)
        var later = now.advanced(by: .seconds(8))
        _ = circuit.permit(at: later)
        _ = circuit.record(.fails(down, after: nil), isProbe: true, at: later)
        let read = try noted(circuit)
        #expect(read.revision == "r1")
        let rest = try #require(read.rest)
        #expect(rest == circuit.interruption)
        #expect(rest.count == 2)

        var next = CircuitBreaker(circuitOpen: rest)
        #expect(next.permit(at: later) == .wait(until: rest.until))
        later = rest.until
        #expect(next.permit(at: later) == .probe)
        _ = next.record(.fails(down, after: nil), isProbe: true, at: later)
        #expect(next.interruption?.until == later.advanced(by: CircuitBreaker.openTime(number: 3)))
    }

    @Test func `a circuit that is closed, or paused, leaves no rest`() throws {
        #expect(try noted(CircuitBreaker()).rest == nil)
        var paused = CircuitBreaker()
        _ = paused.record(.misconfigured(down), isProbe: false, at: now)
        #expect(try noted(paused).status.state == .paused)
        #expect(try noted(paused).rest == nil)
    }

    @Test func `that an operator confirmed dead addresses is the same after it was JSON`() throws {
        let breaker = ChannelBreaker(tenant: "shop", channel: "push")
        #expect(breaker.noted(under: "r1").goneConfirmedUntil == nil)
        breaker.tryNow(believingGone: true, at: now)
        let text = breaker.noted(under: "r1").json.text
        let read = try #require(NotedCircuit(JSONValue(parsing: Array(text.utf8))))
        #expect(read.goneConfirmedUntil == now.advanced(by: MassUnregisterGuard.trust))
    }

    @Test(arguments: ["{}", "1", #"{"status":"asleep"}"#])
    func `what no host writes isn't read`(text: String) throws {
        #expect(try NotedCircuit(JSONValue(parsing: Array(text.utf8))) == nil)
    }

    @Test(arguments: [
        #"{"status":"resting"}"#, #"{"status":"resting","code":"down","since":"2026-02-25T12:00:00Z"}"#,
    ])
    func `a rest that isn't whole is none`(text: String) throws {
        #expect(try #require(NotedCircuit(JSONValue(parsing: Array(text.utf8)))).rest == nil)
    }
}
