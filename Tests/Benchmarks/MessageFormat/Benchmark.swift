import MessageFormat

/// Prints a line `name messages-per-second` for each workload, or formats one workload a number of times for callgrind:
/// `MessageFormatBenchmark [WORKLOAD COUNT]`.
@main
enum Benchmark {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.count == 3, let workload = Workload.all.first(where: { $0.name == arguments[1] }),
            let count = Int(arguments[2])
        {
            print(repeating(workload, count))
            return
        }
        for workload in Workload.all {
            let message = CompiledMessage(Message.parse(workload.source), locale: workload.locale)
            let rate = measure { index in
                let slots = workload.arguments[index & (Workload.variety - 1)]
                return message.format(slots: slots, bidi: .none).text.utf8.count
            }
            print(workload.name, Int(rate))
        }
        print("compile", Int(compiling()))
    }

    /// Bytes of output of `count` messages.
    private static func repeating(_ workload: Workload, _ count: Int) -> Int {
        let message = CompiledMessage(Message.parse(workload.source), locale: workload.locale)
        var bytes = 0
        for index in 0..<count {
            let slots = workload.arguments[index & (Workload.variety - 1)]
            bytes &+= message.format(slots: slots, bidi: .none).text.utf8.count
        }
        return bytes
    }

    /// Messages parsed and compiled a second, the workloads taking turns.
    private static func compiling() -> Double {
        let workloads = Workload.all
        return measure { index in
            let workload = workloads[index & 3]
            return CompiledMessage(Message.parse(workload.source), locale: workload.locale).variables.count
        }
    }
}
