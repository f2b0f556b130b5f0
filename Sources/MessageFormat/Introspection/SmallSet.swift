/// A set that nearly always has a handful of elements: comparing those is faster than hashing them.
///
/// With more than that it is an ordinary set, so that nothing takes longer than linear time.
struct SmallSet<Element: Hashable> {
    /// In the order they were inserted, as long as there are few.
    private var few: [Element] = []
    private var many: Set<Element> = []

    private static var limit: Int { 8 }

    /// - Parameter count: how many elements to expect.
    init(expecting count: Int = 0) {
        if count > Self.limit { many.reserveCapacity(count) }
    }

    /// Whether it wasn't there before.
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
