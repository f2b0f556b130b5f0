/// What a metric is, apart from its numbers; `docs/reference/metrics.md` has a line for each.
struct MetricDescription: Sendable, Hashable {
    enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    let name: String
    /// One clause, for the `HELP` line.
    let help: String
    let kind: Kind
    /// Names of the labels, in the order their values are given.
    let labels: [String]
}

/// The numbers of a metric at one moment.
enum MetricSamples: Sendable {
    /// Of a counter or gauge, by the values of its labels.
    case numbers([[String]: Double])
    case distributions([[String]: Distribution])
}

/// What a histogram has recorded.
struct Distribution: Sendable, Hashable {
    /// Upper bounds in seconds, ascending; beyond the last there is `+Inf`.
    let bounds: [Double]
    /// How many were within each bound and beyond the one before; the last is for those beyond all.
    private(set) var counts: [Int]
    private(set) var sum = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    var count: Int { counts.reduce(0, +) }

    mutating func add(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        counts[bucket] += 1
        sum += value
    }
}
