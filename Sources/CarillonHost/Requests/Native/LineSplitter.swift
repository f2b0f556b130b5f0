/// Cuts bytes that come in pieces into lines.
///
/// Holds one line at most: what is longer than a line may be is thrown away as it comes.
struct LineSplitter: Sendable {
    struct Line: Sendable, Hashable {
        /// From 1.
        var number: Int
        /// Nil: longer than a line may be.
        var bytes: [UInt8]?
    }

    /// Bytes that a line may have.
    private let limit: Int
    private var number = 0
    private var begun: [UInt8] = []
    private var isTooLong = false

    init(limit: Int) {
        self.limit = limit
    }

    /// - Returns: the lines that end in these bytes.
    mutating func add(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            lines.append(take())
            rest = rest[(end + 1)...]
        }
        keep(rest)
        return lines
    }

    /// - Returns: the last line, where no line feed ends it.
    mutating func finish() -> Line? {
        begun.isEmpty && !isTooLong ? nil : take()
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        isTooLong = begun.count + bytes.count > limit
        if isTooLong { begun = [] } else { begun += bytes }
    }

    private mutating func take() -> Line {
        number += 1
        defer {
            begun = []
            isTooLong = false
        }
        guard !isTooLong else { return Line(number: number, bytes: nil) }
        if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
        return Line(number: number, bytes: begun)
    }
}
