extension String {
    /// Whether its UTF-8 contains `byte`.
    func hasByte(_ byte: UInt8) -> Bool { withBytes { $0.contains(byte) } }

    /// Gives access to its UTF-8 in place, which is many times faster than iterating over its view.
    func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(read) { return result }
        return Array(utf8).withUnsafeBufferPointer(read)
    }
}
