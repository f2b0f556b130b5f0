/// A place in a file for people and editors, counted from 1.
public struct SourcePosition: Sendable, Hashable {
    public let line: Int
    /// In characters as people see them (grapheme clusters).
    public let column: Int
    /// In Unicode code points, as SARIF counts with that `columnKind`.
    public let scalarColumn: Int
}

/// The lines of a file, and positions in them.
struct LineTable {
    private let content: [UInt8]
    /// Offsets of the first bytes of all lines.
    private let starts: [Int]

    init(_ content: [UInt8]) {
        self.content = content
        var starts = [0]
        for (offset, byte) in content.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        self.starts = starts
    }

    /// Index of the line, from 0, that holds `offset`.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The line's bytes without its end.
    func range(ofLine line: Int) -> Range<Int> {
        let start = starts[line]
        var end = line + 1 < starts.count ? starts[line + 1] - 1 : content.count
        if end > start, content[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<max(start, end)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: content[range], as: UTF8.self)
    }

    func position(of offset: Int) -> SourcePosition {
        let line = line(at: min(offset, content.count))
        let before = text(starts[line]..<min(offset, content.count))
        return SourcePosition(
            line: line + 1,
            column: before.count + 1,
            scalarColumn: before.unicodeScalars.count + 1
        )
    }
}

extension LineTable {
    /// Where the last byte of a span is; where it begins if it is empty.
    func end(of span: Span) -> SourcePosition {
        position(of: span.range.isEmpty ? span.range.lowerBound : span.range.upperBound - 1)
    }
}

/// Line tables of the files that diagnostics point into, made when first needed.
package struct LineTables {
    private let sources: SourceSet
    private var tables: [SourceID: LineTable] = [:]

    package init(_ sources: SourceSet) {
        self.sources = sources
    }

    /// Where a span begins.
    package mutating func position(of span: Span) -> SourcePosition {
        self[span.source].position(of: span.range.lowerBound)
    }

    /// The same as compilers write it: `tenants/shop/profile.json:4:7`.
    package mutating func place(of span: Span) -> String {
        let position = position(of: span)
        return "\(Printable.text(sources[span.source].path)):\(position.line):\(position.column)"
    }

    subscript(id: SourceID) -> LineTable {
        mutating get {
            if let table = tables[id] { return table }
            let table = LineTable(sources[id].content)
            tables[id] = table
            return table
        }
    }
}
