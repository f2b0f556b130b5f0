extension Collection<UInt8> {
    /// Whether both have the same bytes, in a time that says nothing of how close a guess came; of lengths it does.
    public func isEqualInConstantTime(to other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        // By itself: `|` and `^` are equally strong in Swift.
        for (left, right) in zip(self, other) { difference |= left ^ right }
        return difference == 0
    }
}
