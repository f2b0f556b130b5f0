import MessageFormat

/// Prints how many messages a second each workload makes.
///
/// `MessageFormatBenchmark WORKLOAD COUNT` does one of them (or `compile`) a number of times, for callgrind, and
/// `MessageFormatBenchmark hostile` prints how long messages take that mean harm.
@main
enum Benchmark {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.count == 2, arguments[1] == "hostile" {
            Hostile.run()
            return
        }
        if arguments.count == 3, arguments[1] == "compile", let count = Int(arguments[2]) {
            print(compile(count))
            return
        }
        if arguments.count == 3, let workload = Workload.all.first(where: { $0.name == arguments[1] }),
            let count = Int(arguments[2])
        {
            print(repeating(workload, count))
            return
        }
        for workload in Workload.all {
            let (message, arguments) = workload.prepared()
            let rate = measure { count in format(message, arguments, count) }
            print(workload.name, Int(rate))
        }
        let (one, all) = RoundRobin().rates()
        print("one-money", Int(one))
        print("round-robin", Int(all))
        print("compile", Int(compiling()))
    }

    private static func repeating(_ workload: Workload, _ count: Int) -> Int {
        let (message, arguments) = workload.prepared()
        return format(message, arguments, count)
    }

    /// Bytes of output of `count` messages.
    private static func format(_ message: CompiledMessage, _ arguments: [MessageArguments], _ count: Int) -> Int {
        var bytes = 0
        // A span lends the arguments, where an array's element would be counted in and out.
        let lent = arguments.span
        for index in 0..<count {
            bytes &+= message.format(lent[index & (Workload.variety - 1)], bidi: .none).text.utf8.count
        }
        return bytes
    }

    /// Messages parsed and compiled a second, the workloads taking turns.
    private static func compiling() -> Double {
        measure { count in compile(count) }
    }

    private static func compile(_ count: Int) -> Int {
        let workloads = Workload.all
        var variables = 0
        for index in 0..<count {
            let workload = workloads[index & 3]
            variables += CompiledMessage(Message.parse(workload.source), locale: workload.locale).variables.count
        }
        return variables
    }
}
