/// A page of metrics, read back as strictly as the format says.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>.
struct PrometheusPage {
    struct Sample: Hashable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var types: [String: String] = [:]
    private(set) var help: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(description: "the last line has no line feed") }
        var current = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# ") {
                current = try comment(line, after: current)
            } else {
                let sample = try Self.sample(line)
                let histogramParts = ["_bucket", "_sum", "_count"].map { current + $0 }
                let belongs = types[current] == "histogram" ? histogramParts : [current]
                guard belongs.contains(sample.name) else {
                    throw Fault(description: "\(sample.name) stands under \(current)")
                }
                samples.append(sample)
            }
        }
        try checkSets()
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func comment(_ line: Substring, after current: String) throws -> String {
        let fields = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard fields.count == 4, Self.isName(fields[2]) else { throw Fault(description: "no comment: \(line)") }
        switch fields[1] {
        case "HELP":
            guard help.updateValue(fields[3], forKey: fields[2]) == nil else {
                throw Fault(description: "\(fields[2]) stands there twice")
            }
        case "TYPE":
            guard current != fields[2], types.updateValue(fields[3], forKey: fields[2]) == nil, help[fields[2]] != nil,
                ["counter", "gauge", "histogram"].contains(fields[3]),
                (fields[3] == "counter") == fields[2].hasSuffix("_total")
            else { throw Fault(description: "wrong type: \(line)") }
            return fields[2]
        default: throw Fault(description: "no comment: \(line)")
        }
        return current
    }

    private static func sample(_ line: Substring) throws -> Sample {
        let name = line.prefix { $0 != "{" && $0 != " " }
        guard isName(String(name)) else { throw Fault(description: "no sample: \(line)") }
        var rest = line.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let label = rest.prefix { $0 != "=" }
                rest = rest.dropFirst(label.count)
                guard isName(String(label)), rest.hasPrefix("=\"") else {
                    throw Fault(description: "no label: \(line)")
                }
                rest = rest.dropFirst(2)
                let value = try quoted(&rest)
                guard labels.updateValue(value, forKey: String(label)) == nil else {
                    throw Fault(description: "\(label) is given twice: \(line)")
                }
                if rest.first == "," { rest = rest.dropFirst() }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst().replacing("+Inf", with: "inf")) else {
            throw Fault(description: "no value: \(line)")
        }
        return Sample(name: String(name), labels: labels, value: value)
    }

    /// Reads up to the closing quote, and past it.
    private static func quoted(_ rest: inout Substring) throws -> String {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                switch rest.popFirst() {
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                case "n": value.append("\n")
                default: throw Fault(description: "an escape that doesn't exist")
                }
            default: value.append(character)
            }
        }
        throw Fault(description: "a value without end")
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.first?.isNumber == false
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 95 }
    }

    /// No sample twice; buckets rise, and the last one counts all.
    private func checkSets() throws {
        var seen: Set<[String: String]> = []
        for sample in samples {
            var key = sample.labels
            key["__name__"] = sample.name
            guard seen.insert(key).inserted else { throw Fault(description: "\(key) stands there twice") }
        }
        for (name, type) in types where type == "histogram" {
            let buckets = samples.filter { $0.name == "\(name)_bucket" }
            for (labels, series) in Dictionary(grouping: buckets, by: { $0.labels.filter { $0.key != "le" } }) {
                let bounds = series.map { Double($0.labels["le"]?.replacing("+Inf", with: "inf") ?? "") ?? .nan }
                guard bounds == bounds.sorted(), bounds.last == .infinity else {
                    throw Fault(description: "\(name)\(labels) has the bounds \(bounds)")
                }
                guard series.map(\.value) == series.map(\.value).sorted(),
                    series.last?.value == value("\(name)_count", labels), value("\(name)_sum", labels) != nil
                else { throw Fault(description: "the buckets of \(name)\(labels) don't add up") }
            }
        }
    }
}
