extension UTF8Writer {
    /// Everything written, as text that isn't checked once more: only whole characters of valid UTF-8 are ever appended.
    ///
    /// With `isASCII` all of it is known to be ASCII, which makes later work on the text quicker.
    @inline(__always)
    func validText(isASCII: Bool) -> String {
        withBytes { unsafe String(copying: UTF8Span(unchecked: $0.span, isKnownASCII: isASCII)) }
    }
}
