import Synchronization

/// Numbers that only rise, one for each combination of label values.
///
/// A lock, because every part of the host counts here; it is held for one look-up.
final class Counter: Sendable {
    let description: MetricDescription
    /// How many values the last label may have for the same values of the others; what comes later counts as `other`.
    ///
    /// For values that aren't ours to bound, such as a provider's error codes.
    private let limitOfLast: Int?
    private let numbers = Mutex<[[String]: Int]>([:])

    init(_ name: String, _ help: String, labels: [String], limitOfLast: Int? = nil) {
        description = MetricDescription(name: name, help: help, kind: .counter, labels: labels)
        self.limitOfLast = limitOfLast
    }

    func add(_ count: Int = 1, _ values: String...) {
        numbers.withLock { numbers in
            var values = values
            if let limitOfLast, numbers[values] == nil, let last = values.indices.last {
                let known = numbers.keys.count { $0.dropLast() == values.dropLast() }
                if known >= limitOfLast { values[last] = "other" }
            }
            numbers[values, default: 0] += count
        }
    }

    /// Exposes what hasn't happened yet as zero: a rise from an absent series can't be measured.
    func begin(_ values: [String]) {
        numbers.withLock { $0[values, default: 0] += 0 }
    }

    /// Removes the series of a tenant that is no longer served.
    func forget(tenant: String) {
        guard description.labels.first == "tenant" else { return }
        numbers.withLock { numbers in numbers = numbers.filter { $0.key.first != tenant } }
    }

    var samples: MetricSamples { .numbers(numbers.withLock { $0.mapValues(Double.init) }) }
}
