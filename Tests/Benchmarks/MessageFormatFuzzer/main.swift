import Foundation

// usage: MessageFormatFuzzer RUNS [SEED]
// Mutates the messages of the conformance suite and checks each result; exits with 1 at the first thing that is wrong.
// A crash or a hang is for the caller to see: the seed and the number of the run are printed as it goes.

let arguments = CommandLine.arguments
let runs = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
guard runs > 0 else {
    print("usage: MessageFormatFuzzer RUNS [SEED]")
    exit(64)
}

let suite = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../MessageFormatTests/Conformance/Suite/tests").standardizedFileURL
var seeds: [String] = []
let files = FileManager.default.enumerator(at: suite, includingPropertiesForKeys: nil)
while let file = files?.nextObject() as? URL {
    guard file.pathExtension == "json", let data = try? Data(contentsOf: file),
        let suite = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let tests = suite["tests"] as? [[String: Any]]
    else { continue }
    seeds += tests.compactMap { $0["src"] as? String }
}
// The order in which a directory lists its files is no part of the seed.
seeds.sort()

var fuzzer = Fuzzer(seeds: seeds, seed: seed)
let clock = ContinuousClock()
let start = clock.now
for run in 1...runs {
    if let fault = fuzzer.step() {
        print("seed \(seed), run \(run): \(fault)")
        exit(1)
    }
    if run % 1_000_000 == 0 {
        print("seed \(seed): \(run) runs, \(fuzzer.valid) of them valid messages, \(clock.now - start)")
        // Into a file, too, so that a run that crashes leaves its last number.
        fflush(nil)
    }
}
print("seed \(seed): \(runs) runs, \(fuzzer.valid) of them valid messages, nothing wrong, \(clock.now - start)")
