import MessageFormatFuzzer
import Testing

/// A short run of the fuzzer with fixed seeds; the long one is `MessageFormatFuzzer 10000000` in a release build.
@Suite struct FuzzTests {
    @Test(arguments: [1, 2, 3, 20_260_225] as [UInt64])
    func `mutated messages and random bytes never break the engine`(_ seed: UInt64) {
        var fuzzer = Fuzzer(seeds: ConformanceSuite.allCases.map { $0.source }, seed: seed)
        for _ in 0..<1_000 {
            if let fault = fuzzer.step() { Issue.record("\(fault)") }
        }
        #expect(fuzzer.valid > 100)
    }

    /// Messages that once did.
    @Test(arguments: ["{:f a:b=|c| b:\u{E018E}ar=$bar}"])
    func `what the fuzzer found stays mended`(_ source: String) {
        var fuzzer = Fuzzer(seeds: [], seed: 1)
        #expect(fuzzer.check(source) == nil)
    }
}
