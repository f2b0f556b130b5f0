extension UTF8Writer {
    /// Everything written, as text that isn't checked once more: only whole characters of valid UTF-8 are ever appended.
    ///
    /// With `isASCII` all of it is known to be ASCII, which makes later work on the text quicker.
    @inline(__always)
    func validText(isASCII: Bool) -> String {
        withBytes { Self.validText($0, isASCII: isASCII) }
    }

    /// Bytes that are known to be valid UTF-8, as text.
    @inline(__always)
    static func validText(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
}
