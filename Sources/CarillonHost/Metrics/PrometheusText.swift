/// Writes metrics in Prometheus' text format 0.0.4.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>.
struct PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// A metric with all its samples, sorted by label values; one without samples is left out.
    mutating func add(_ metric: MetricDescription, _ samples: MetricSamples) {
        switch samples {
        case .numbers(let numbers):
            guard !numbers.isEmpty else { return }
            begin(metric)
            for (values, number) in numbers.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                line(metric.name, labels(metric, values), number)
            }
        case .distributions(let distributions):
            guard !distributions.isEmpty else { return }
            begin(metric)
            for (values, one) in distributions.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                add(one, to: metric, labels(metric, values))
            }
        }
    }

    private mutating func begin(_ metric: MetricDescription) {
        text += "# HELP \(metric.name) \(Self.escapedHelp(metric.help))\n"
        text += "# TYPE \(metric.name) \(metric.kind.rawValue)\n"
    }

    /// Buckets are cumulative: each holds all that is within its bound.
    private mutating func add(_ distribution: Distribution, to metric: MetricDescription, _ labels: [String]) {
        var count = 0
        for (index, inBucket) in distribution.counts.enumerated() {
            count += inBucket
            let bound = index < distribution.bounds.count ? Self.text(of: distribution.bounds[index]) : "+Inf"
            line("\(metric.name)_bucket", labels + ["le=\"\(bound)\""], Double(count))
        }
        line("\(metric.name)_sum", labels, distribution.sum)
        line("\(metric.name)_count", labels, Double(count))
    }

    private mutating func line(_ name: String, _ labels: [String], _ number: Double) {
        text += name
        if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
        text += " \(Self.text(of: number))\n"
    }

    private func labels(_ metric: MetricDescription, _ values: [String]) -> [String] {
        zip(metric.labels, values).map { "\($0)=\"\(Self.escaped($1))\"" }
    }

    private static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    private static func escapedHelp(_ text: String) -> String {
        text.map { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) }.joined()
    }

    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
        return value.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(scalar)
            }
        }.joined()
    }
}
