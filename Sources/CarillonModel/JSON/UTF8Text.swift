// Text from bytes. Where the system's own library may be an older one, as on Apple's platforms, `UTF8Span` and the spans of
// arrays can't be counted on; `make floor` checks that nothing newer is used. `CARILLON_OLD_SYSTEMS` chooses the same code
// elsewhere, for tests.

extension [UInt8] {
    /// Whether the bytes are a text in UTF-8.
    var isUTF8: Bool {
        #if canImport(Darwin) || CARILLON_OLD_SYSTEMS
        // Bytes that are none come back as others.
        return String(decoding: self, as: UTF8.self).utf8.elementsEqual(self)
        #else
        do {
            _ = try UTF8Span(validating: span)
            return true
        } catch {
            return false
        }
        #endif
    }

    /// The text of some of the bytes; nil where they are none.
    ///
    /// - Parameter isChecked: the caller knows that they are one.
    func text(in range: Range<Int>, isChecked: Bool) -> String? {
        #if canImport(Darwin) || CARILLON_OLD_SYSTEMS
        let text = String(decoding: self[range], as: UTF8.self)
        return isChecked || text.utf8.elementsEqual(self[range]) ? text : nil
        #else
        let bytes = span.extracting(range)
        if isChecked { return String(copying: UTF8Span(unchecked: bytes)) }
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            return nil
        }
        #endif
    }

    /// Where what a JSON string can hold as it is ends: ``Swift/Span/plainEnd(from:)``.
    func plainEnd(from start: Int) -> Int {
        #if canImport(Darwin) || CARILLON_OLD_SYSTEMS
        return withUnsafeBufferPointer { $0.span.plainEnd(from: start) }
        #else
        return span.plainEnd(from: start)
        #endif
    }
}
