import Foundation
import Synchronization

/// Runs `body` for every number below `count`, `callers` at a time, and prints how many there were a second, the
/// process's own time for each, and how long callers waited.
///
/// `weight` is how many things one run of `body` does.
func measure(
    _ name: String,
    count: Int,
    callers: Int,
    weight: Int = 1,
    _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    let progress = Progress()
    let clock = ContinuousClock()
    let before = ProcessTime.now
    let time = try await clock.measure {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var own: [Duration] = []
                    while true {
                        let number = progress.next()
                        guard number < count else { break }
                        own.append(try await clock.measure { try await body(number) })
                    }
                    progress.add(own)
                }
            }
            try await group.waitForAll()
        }
    }
    let sorted = progress.latencies.sorted()
    let rate = Int(Double(count * weight) / (time / .seconds(1)))
    let own = ((ProcessTime.now - before) / .microseconds(count * weight)).rounded()
    print(
        "\(name): \(rate)/s, \(Int(own)) µs of CPU each,",
        "p50 \(sorted.percentile(50)), p99 \(sorted.percentile(99)), max \(sorted.percentile(100))"
    )
}

enum ProcessTime {
    /// What all threads of this process have used, in the program and in the system on its behalf.
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Shared by the callers.
private final class Progress: Sendable {
    private let count = Atomic(0)
    private let collected = Mutex<[Duration]>([])

    var latencies: [Duration] { collected.withLock(\.self) }

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }

    func add(_ latencies: [Duration]) { collected.withLock { $0 += latencies } }
}

extension [Duration] {
    /// Of sorted durations, in milliseconds.
    func percentile(_ percent: Int) -> String {
        guard let last else { return "–" }
        let value = percent == 100 ? last : self[count * percent / 100]
        let tenths = Int(value / .microseconds(10))
        return "\(tenths / 100).\(tenths % 100 < 10 ? "0" : "")\(tenths % 100) ms"
    }
}
