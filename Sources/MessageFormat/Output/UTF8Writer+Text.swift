extension UTF8Writer {
    /// As `append(_:)`, without a copy of the text's reference.
    @inline(__always)
    mutating func append(quickly text: String) {
        let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            if let start = bytes.baseAddress { append(start, count: bytes.count) }
        }
        if isContiguous == nil { append(text) }
    }

    /// Everything written, as text that isn't checked once more: only whole characters of valid UTF-8 are ever appended.
    @inline(__always)
    func validText() -> String {
        withBytes { bytes in
            unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: Self.isASCII(bytes)))
        }
    }

    /// Eight bytes at a time.
    @inline(__always)
    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        let raw = UnsafeRawPointer(start)
        var seen: UInt64 = 0
        var index = 0
        while index &+ 8 <= bytes.count {
            seen |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < bytes.count {
            seen |= UInt64(bytes[index])
            index &+= 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
