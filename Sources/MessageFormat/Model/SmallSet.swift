/// A set for a handful of elements, which are faster to compare than to hash.
///
/// With more elements it uses an ordinary set, so that the time stays linear.
struct SmallSet<Element: Hashable> {
    /// In the order of insertion, while there are few.
    private var few: [Element] = []
    private var many: Set<Element> = []

    private static var limit: Int { 8 }

    /// - Parameter count: how many elements to expect.
    init(expecting count: Int = 0) {
        if count > Self.limit { many.reserveCapacity(count) }
    }

    /// Inserts an element; returns whether it is new.
    mutating func insert(_ element: Element) -> Bool {
        guard many.isEmpty else { return many.insert(element).inserted }
        guard !few.contains(element) else { return false }
        few.append(element)
        if few.count > Self.limit {
            many.formUnion(few)
            few = []
        }
        return true
    }

    func sorted() -> [Element] where Element: Comparable { many.isEmpty ? few.sorted() : many.sorted() }
}
