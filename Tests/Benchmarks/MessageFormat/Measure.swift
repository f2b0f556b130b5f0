/// How often something can be done in a second, from the best of several rounds: the others were disturbed.
func measure(rounds: Int = 5, seconds: Double = 0.4, _ body: (_ count: Int) -> Int) -> Double {
    let clock = ContinuousClock()
    var checksum = 0
    var batch = 64
    // A batch that takes about a round.
    while true {
        let elapsed = clock.measure { checksum &+= body(batch) }
        if elapsed.inSeconds > seconds / 8 { break }
        batch *= 2
    }
    batch *= 8
    var best = 0.0
    for _ in 0..<rounds {
        let elapsed = clock.measure { checksum &+= body(batch) }
        best = max(best, Double(batch) / elapsed.inSeconds)
    }
    // Printing the sum keeps the compiler from leaving the work out.
    if checksum == 42 { print(checksum) }
    return best
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
