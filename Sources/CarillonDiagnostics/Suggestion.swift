/// "Did you mean": the closest of the valid words.
public enum Suggestion {
    /// A word among thousands is not searched for: every fault would cost the length of the whole list.
    private static let candidateLimit = 2000

    /// The candidate that differs least from `word`, when it differs by little: a third of its length, rounded up, and at
    /// most by `most` changes.
    public static func closest(
        to word: String,
        among candidates: some Sequence<String>,
        atMost most: Int = 3
    ) -> String? {
        let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
        var best: (distance: Int, candidate: String)?
        for candidate in candidates.lazy.prefix(candidateLimit) where candidate != word {
            let scalars = Array(candidate.lowercased().unicodeScalars.prefix(64))
            let limit = min(most, (max(wanted.count, scalars.count) + 2) / 3)
            guard abs(scalars.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, scalars)
            guard distance <= limit else { continue }
            if let found = best, (found.distance, found.candidate) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best?.candidate
    }

    /// The question beside a fault; nothing where there is no guess.
    public static func question(_ guess: String?) -> String { guess.map { "did you mean `\($0)`?" } ?? "" }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var previous = Array(0...right.count)
        var beforePrevious = previous
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(previous[column + 1] + 1, current[column] + 1)
                cost = min(cost, previous[column] + (scalar == other ? 0 : 1))
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
