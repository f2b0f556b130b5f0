import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// Whose delivery is tried while a channel stands still.
struct ProbeTurnsTests {
    private static let down = CircuitBreaker.Verdict.fails(OutcomeReason("ServiceUnavailable"), after: nil)

    /// Who is tried, one after the other, where all of these wait and all of them fail.
    private static func tried(_ count: Int, of users: [UserID], besides suspects: Set<UserID> = []) -> [UserID] {
        var turns = ProbeTurns()
        var tried: [UserID] = []
        for _ in 0..<count {
            let sets = turns.excluded(besides: suspects)
            guard let next = sets.lazy.compactMap({ spared in users.first { !spared.contains($0) } }).first else {
                break
            }
            tried.append(next)
            turns.record(down, of: next)
        }
        return tried
    }

    @Test func `everybody who waits has their turn before anybody has another`() {
        let tried = Self.tried(9, of: ["ada", "ben", "cy"])
        for start in [0, 3, 6] { #expect(Set(tried[start..<start + 3]) == ["ada", "ben", "cy"]) }
    }

    @Test func `nobody is tried twice in a row where another waits, and who waits alone is tried again and again`() {
        let two = Self.tried(6, of: ["ada", "ben"])
        #expect(zip(two, two.dropFirst()).allSatisfy { $0 != $1 })
        #expect(Self.tried(3, of: ["ada"]) == ["ada", "ada", "ada"])
    }

    @Test func `suspects have their turn behind all others`() {
        #expect(Self.tried(3, of: ["ada", "ben", "cy"], besides: ["ada"]) == ["ben", "cy", "ada"])
    }

    @Test func `what gets through begins anew, and what was of several says nothing of any`() {
        var turns = ProbeTurns()
        turns.record(Self.down, of: "ada")
        turns.record(.works, of: "ben")
        turns.record(Self.down, of: nil)
        #expect(turns.excluded(besides: []) == [[]])
    }
}
