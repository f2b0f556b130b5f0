/// Damage to files, the same for the same numbers.
public enum Damage {
    /// Bytes changed, cut out, doubled, swapped, or replaced by what parsers stumble over.
    ///
    /// - Parameter morsels: what they stumble over; at least one.
    public static func change(_ content: inout [UInt8], with morsels: [String], _ random: inout SplitMix) {
        guard !content.isEmpty else { return }
        let start = random.next(below: content.count)
        let end = min(content.count, start + 1 + random.next(below: 12))
        switch random.next(below: 5) {
        case 0: content[start] = UInt8(random.next(below: 256))
        case 1: content.removeSubrange(start..<end)
        case 2: content.insert(contentsOf: content[start..<end], at: start)
        case 3: content.replaceSubrange(start..<end, with: morsels[random.next(below: morsels.count)].utf8)
        default: content.swapAt(start, random.next(below: content.count))
        }
    }
}
