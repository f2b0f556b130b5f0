#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How often something can be done in a second, from the best of several rounds: the others were disturbed.
///
/// Seconds of the processor: on a machine with other work, those of the clock say little.
func measure(rounds: Int = 5, seconds: Double = 0.4, _ body: (_ count: Int) -> Int) -> Double {
    var checksum = 0
    var batch = 64
    // A batch that takes about a round.
    while true {
        let elapsed = processorTime { checksum &+= body(batch) }
        if elapsed > seconds / 8 { break }
        batch *= 2
    }
    batch *= 8
    var best = 0.0
    for _ in 0..<rounds {
        let elapsed = processorTime { checksum &+= body(batch) }
        best = max(best, Double(batch) / elapsed)
    }
    // Printing the sum keeps the compiler from leaving the work out.
    if checksum == 42 { print(checksum) }
    return best
}

/// Seconds this process spends computing in `body`.
func processorTime(_ body: () -> Void) -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    body()
    return now() - start
}
