import Testing

@testable import PostgresStore

struct ReplanningTests {
    @Test func `plans are made anew each time as many transactions came again, and every minute`() {
        var replanning = Replanning()
        let start = ContinuousClock.now
        let due = (1...1_000).map { (count: $0, isDue: replanning.isDue(at: start)) }.filter(\.isDue).map(\.count)
        #expect(due == [32, 64, 128, 256, 512])
        let later = [59, 61, 62].map { replanning.isDue(at: start + .seconds($0)) }
        #expect(later == [false, true, false])
    }
}
