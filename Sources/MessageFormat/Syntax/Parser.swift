/// Reads MessageFormat 2 source into the data model: one forward pass over UTF-8, no backtracking.
///
/// The grammar isn't recursive, so no input can exhaust the stack. After a fault, the parser reports it, skips to a
/// place where the grammar is certain again, and continues. Bytes are read from an array, so that a mistake in the
/// parser traps instead of reading beyond the text.
struct Parser {
    let bytes: [UInt8]
    /// Offset of the next byte to read.
    var position = 0
    private(set) var problems: [MessageProblem] = []
    /// Whether a fault was reported at the end of the text, where everything that is still open ends as well.
    private var endIsReported = false
    var spans: [SourceSpan] = []

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    mutating func parseMessage() -> Message {
        skipSpace()
        if current == Byte.dot || isQuotedPatternStart {
            return parseComplexMessage()
        }
        position = 0
        return Message(body: .pattern(parsePattern(quoted: false)))
    }

    /// Reports a fault, unless one was just reported at the same place.
    mutating func report(_ range: Range<Int>, _ message: String) {
        if let last = problems.last, range.lowerBound <= last.range.lowerBound { return }
        note(range, message, at: problems.endIndex)
    }

    /// Reports that what began at `start` has no end, unless the end of the text was reported already.
    mutating func reportUnclosed(from start: Int, _ message: String) {
        guard !endIsReported else { return }
        let place = problems.firstIndex { $0.range.lowerBound > start } ?? problems.endIndex
        note(start..<bytes.count, message, at: place)
    }

    private mutating func note(_ range: Range<Int>, _ message: String, at place: Int) {
        problems.insert(MessageProblem(kind: .syntaxError, range: range, description: message), at: place)
        endIsReported = endIsReported || isAtEnd
        if problems.count >= ParsedMessage.limit { position = bytes.count }
    }
}

/// ASCII bytes the grammar names.
enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let dollar = UInt8(ascii: "$")
    static let hash = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let at = UInt8(ascii: "@")
    static let star = UInt8(ascii: "*")
    static let dot = UInt8(ascii: ".")
    static let pipe = UInt8(ascii: "|")
    static let backslash = UInt8(ascii: "\\")
    static let open = UInt8(ascii: "{")
    static let close = UInt8(ascii: "}")
}
