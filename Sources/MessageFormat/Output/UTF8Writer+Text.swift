extension UTF8Writer {
    /// Everything written, as text without another validation, because only whole characters of valid UTF-8 are
    /// appended.
    ///
    /// With `isASCII`, all of it is known to be ASCII, which makes later work on the text faster.
    @inline(__always)
    func validText(isASCII: Bool) -> String {
        withBytes { Self.validText($0, isASCII: isASCII) }
    }

    /// Text from bytes that are known to be valid UTF-8.
    @inline(__always)
    static func validText(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        #if canImport(Darwin) || CARILLON_OLD_SYSTEMS
        // It looks for faults again, which is quick where it is ASCII.
        return String(decoding: bytes, as: UTF8.self)
        #else
        return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        #endif
    }
}
