package import CarillonProfiles

/// A message of a template file, and the way between its MessageFormat source and the file's bytes, in both directions:
/// through escapes of JSON, arrays of lines, and `{match, when}`, whose source is made from several strings.
package struct MessageMap: Sendable {
    /// The MessageFormat source of the whole text.
    package let source: String
    /// A part of the source that stands in the file as it is.
    fileprivate struct Part: Sendable {
        let source: Range<Int>
        let offset: Int
        /// The JSON string with its quotes.
        let written: Range<Int>
        let map: JSONStringMap
    }

    private let parts: [Part]

    /// - Parameters:
    ///   - node: the text: a string, an array of lines, or `{match, when}`.
    ///   - fields: the payload fields of its event, whose types decide on the functions of selectors.
    ///   - bytes: the file.
    package init(_ node: JSONNode, fields: [PayloadField], in bytes: [UInt8]) {
        let template = TemplateSource(node, fields: fields)
        source = template.source
        parts = template.copies.map { copy in
            Part(
                source: copy.range,
                offset: copy.offset,
                written: copy.written,
                map: JSONStringMap(copy.written, in: bytes)
            )
        }
    }

    /// The byte of the source for a byte of the file; within an escape, where what it stands for begins.
    ///
    /// - Returns: nil for a byte from which no part of the source was copied, such as one between two lines.
    package func sourceOffset(ofByte byte: Int) -> Int? {
        for part in parts where part.written.contains(byte) || part.written.upperBound == byte {
            guard let value = part.map.valueOffset(byte) else { continue }
            let offset = value - part.offset + part.source.lowerBound
            if part.source.contains(offset) || offset == part.source.upperBound { return offset }
        }
        return nil
    }

    /// The bytes of the file that hold a range of the source: one range for each string that it reaches into, without what
    /// was made and isn't written anywhere.
    package func fileRanges(of range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for part in parts[firstPart(reaching: range.lowerBound)...] {
            guard part.source.lowerBound <= range.upperBound else { break }
            let common = range.clamped(to: part.source)
            let isInside = range.isEmpty && part.source.lowerBound <= range.lowerBound
            guard !common.isEmpty || isInside else { continue }
            let start = common.lowerBound - part.source.lowerBound + part.offset
            ranges.append(part.map.fileRange(start..<start + common.count))
        }
        return ranges
    }

    /// The first part that ends at an offset or behind it: they stand in the source's order.
    private func firstPart(reaching offset: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].source.upperBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The bytes of the file for a range of the source that one string has as a whole; nil for another.
    package func fileRange(of range: Range<Int>) -> Range<Int>? {
        let part = parts[firstPart(reaching: range.lowerBound)...].prefix { $0.source.lowerBound <= range.upperBound }
            .first { $0.source.contains(range) || range.isEmpty && $0.ends(at: range.lowerBound) }
        guard let part else { return nil }
        let start = range.lowerBound - part.source.lowerBound + part.offset
        return part.map.fileRange(start..<start + range.count)
    }
}

extension MessageMap.Part {
    fileprivate func ends(at offset: Int) -> Bool { source.upperBound == offset }
}
