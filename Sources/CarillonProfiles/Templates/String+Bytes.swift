extension String {
    /// Whether one of its bytes in UTF-8 is `byte`.
    func hasByte(_ byte: UInt8) -> Bool { withBytes { $0.contains(byte) } }

    /// Reads the bytes of its UTF-8 where they lie: many times faster than going through its view.
    func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(read) { return result }
        return Array(utf8).withUnsafeBufferPointer(read)
    }
}
