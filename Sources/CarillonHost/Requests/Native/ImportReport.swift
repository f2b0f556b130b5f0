import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// What became of the lines of an import.
struct ImportReport: Sendable, Hashable {
    /// What was wrong with one line.
    struct Refusal: Sendable, Hashable {
        /// From 1.
        var line: Int
        var faults: [Fault]
    }

    /// Empty ones aren't counted.
    var lines = 0
    var accepted = 0
    /// All that they say was known.
    var unchanged = 0
    var refused = 0
    /// Of the first lines that were refused.
    private(set) var refusals: [Refusal] = []

    /// Of how many lines the report says what was wrong.
    static let refusalLimit = 100

    mutating func refuse(_ line: Int, _ faults: [Fault]) {
        refused += 1
        guard refusals.count < Self.refusalLimit else { return }
        refusals.append(Refusal(line: line, faults: faults))
    }

    /// In the order of the lines: those that the store refuses are known later than those that can't be read.
    mutating func sortRefusals() {
        refusals.sort { $0.line < $1.line }
    }

    /// For the record.
    var facts: [String: String] {
        ["lines": "\(lines)", "accepted": "\(accepted)", "refused": "\(refused)"]
    }

    /// What ``json`` holds.
    static let members: [ResultShape.Member] = [
        .integer("lines", "Lines that weren't empty.", 2), .integer("accepted", "Lines that were kept.", 1),
        .integer("unchanged", "Of those, lines that said nothing new.", 0),
        .integer("refused", "Lines that were not.", 1),
        .list(
            "refusals",
            [
                .integer("line", "From 1.", 2), .list("errors", ResultShape.fault, "All that is wrong with the line."),
            ],
            "Of the first lines that were refused."
        ),
    ]

    var json: JSONValue {
        [
            "lines": JSONValue(lines), "accepted": JSONValue(accepted), "unchanged": JSONValue(unchanged),
            "refused": JSONValue(refused),
            "refusals": .array(
                refusals.map { ["line": JSONValue($0.line), "errors": .array($0.faults.map(\.json))] }
            ),
        ]
    }
}
