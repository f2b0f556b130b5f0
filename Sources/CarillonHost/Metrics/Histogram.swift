import CarillonModel
import Synchronization

/// How long something took, counted by bounds, for each combination of label values.
///
/// A lock, because everything in the host measures here; a batch takes it once.
final class Histogram: Sendable {
    let description: MetricDescription
    private let bounds: [Double]
    private let distributions = Mutex<[[String]: Distribution]>([:])

    /// - Parameter bounds: seconds, ascending.
    init(_ name: String, _ help: String, labels: [String], bounds: [Double]) {
        description = MetricDescription(name: name, help: help, kind: .histogram, labels: labels)
        self.bounds = bounds
    }

    func add(_ durations: [Duration], _ values: String...) {
        distributions.withLock { distributions in
            for duration in durations {
                distributions[values, default: Distribution(bounds: bounds)].add(duration.seconds)
            }
        }
    }

    /// Removes the series of a tenant that is no longer served.
    func forget(tenant: String) {
        guard description.labels.first == "tenant" else { return }
        distributions.withLock { distributions in
            distributions = distributions.filter { $0.key.first != tenant }
        }
    }

    var samples: MetricSamples { .distributions(distributions.withLock { $0 }) }
}

extension Duration {
    /// Seconds with their fraction; a clock that was set back counts as no time.
    var seconds: Double {
        max(0, Double(components.seconds) + Double(components.attoseconds) / 1e18)
    }
}
