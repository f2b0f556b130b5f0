import CarillonModel
import Foundation

/// What the system reports of this process, under the names that Prometheus' own client libraries use.
struct ProcessFigures: Sendable {
    static let descriptions = [
        MetricDescription(
            name: "process_cpu_seconds_total",
            help: "Processor time used, by user and system.",
            kind: .counter,
            labels: []
        ),
        MetricDescription(
            name: "process_resident_memory_bytes",
            help: "Memory in use.",
            kind: .gauge,
            labels: []
        ),
        MetricDescription(
            name: "process_start_time_seconds",
            help: "When the process began, in seconds since 1970.",
            kind: .gauge,
            labels: []
        ),
        MetricDescription(name: "process_open_fds", help: "Open file descriptors.", kind: .gauge, labels: []),
        MetricDescription(
            name: "process_max_fds",
            help: "How many file descriptors it may open.",
            kind: .gauge,
            labels: []
        ),
    ]

    /// Seconds since 1970.
    private let startTime: Double

    /// - Parameter startTime: when the process began, as nearly as it is known.
    init(startTime: Instant) {
        self.startTime = Double(startTime.epochMilliseconds) / 1000
    }

    func write(to page: inout PrometheusText) {
        let numbers = [Self.processorSeconds, Self.residentBytes, startTime, Self.openFiles, Self.fileLimit]
        for (description, number) in zip(Self.descriptions, numbers) {
            guard let number else { continue }
            page.add(description, .numbers([[]: number]))
        }
    }

    private static var processorSeconds: Double? {
        var usage = rusage()
        #if canImport(Darwin)
        guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
        #else
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Nil on systems without it.
    ///
    /// Source: proc(5), the second field of `statm`, in pages.
    private static var residentBytes: Double? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static var openFiles: Double? {
        for path in ["/proc/self/fd", "/dev/fd"] {
            if let entries = try? FileManager.default.contentsOfDirectory(atPath: path) { return Double(entries.count) }
        }
        return nil
    }

    private static var fileLimit: Double? {
        var limit = rlimit()
        #if canImport(Darwin)
        guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
        #else
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        #endif
        return Double(limit.rlim_cur)
    }
}
