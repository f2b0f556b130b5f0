import Foundation
import Testing

/// Random sequences of events for a reducer.
///
/// Usually some thousands, the same at each run; with `CARILLON_SEQUENCES` as many as that says, other ones at each run. The seed of
/// these is printed, and `CARILLON_SEED` repeats them.
struct RandomSequences<Event>: Sequence {
    /// How many events a sequence has.
    static var length: Int { 20 }

    private let events: [Event]
    private let count: Int
    private let seed: UInt64

    /// - Parameters:
    ///   - name: of the reducer, as it is printed.
    ///   - events: those that sequences are made of.
    ///   - usual: how many sequences there are where nobody asks for more.
    init(_ name: String, of events: [Event], usual: Int = 3000) {
        self.events = events
        let variables = ProcessInfo.processInfo.environment
        let asked = variables["CARILLON_SEQUENCES"].flatMap { Int($0) }
        count = asked ?? usual
        seed = variables["CARILLON_SEED"].flatMap { UInt64($0) } ?? (asked == nil ? 1 : .random(in: 1...999_999))
        if asked != nil { print("\(name): \(count) sequences of \(Self.length) events, CARILLON_SEED=\(seed)") }
    }

    func makeIterator() -> some IteratorProtocol<[Event]> {
        precondition(!events.isEmpty, "there are no events to choose from")
        var generator = SplitMix(seed: seed)
        var left = count
        return AnyIterator {
            guard left > 0 else { return nil }
            left -= 1
            return (0..<Self.length).map { _ in events[Int(generator.next() % UInt64(events.count))] }
        }
    }
}

/// Random inputs of a reader.
///
/// Usually some thousands, the same at each run; with `CARILLON_SEQUENCES` ten times as many as that says, other ones at each run.
struct RandomInputs {
    let count: Int
    var generator: SplitMix

    /// - Parameters:
    ///   - name: of the reader, as it is printed.
    ///   - usual: how many inputs there are where nobody asks for more.
    init(_ name: String, usual: Int, seed: UInt64) {
        let variables = ProcessInfo.processInfo.environment
        let asked = variables["CARILLON_SEQUENCES"].flatMap { Int($0) }.map { $0 * 10 }
        count = asked ?? usual
        let seed = variables["CARILLON_SEED"].flatMap { UInt64($0) } ?? (asked == nil ? seed : .random(in: 1...999_999))
        generator = SplitMix(seed: seed)
        if asked != nil { print("\(name): \(count) inputs, CARILLON_SEED=\(seed)") }
    }
}

/// `#expect` for the inside of loops that run millions of times: it costs a comparison, and says where.
func hold(
    _ isTrue: Bool,
    _ what: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard !isTrue else { return }
    let what = what()
    Issue.record(Comment(rawValue: what.isEmpty ? "an invariant doesn't hold" : what), sourceLocation: sourceLocation)
}
