/// Formats messages that consist of text and text arguments: the most frequent ones, for which every step counts.
///
/// It writes into memory that is known to be large enough, in blocks of 32 bytes that may extend beyond a piece and are
/// overwritten by the next one, so that no lengths are computed and no functions are called.
struct TextFormatter {
    /// The size of that memory in bytes; messages that may need more aren't formatted here.
    static let room = 512

    /// How many bytes of text are copied at a time; as many must be readable after the last text.
    static let block = 32

    /// A text of the message, with the argument after it.
    struct Piece: Sendable {
        /// The text is `literals[first ..< first + count]`.
        var first: Int32
        var count: Int32
        /// The argument's slot; `none` for the last piece.
        var slot: Int32
        /// The last byte of the character that opens the argument's isolation.
        var openingMark: UInt8

        static let none: Int32 = -1
    }

    /// Writes the message.
    ///
    /// - Returns: the length, and whether it is known to be ASCII; nil where an argument isn't a short text.
    @inline(__always)
    static func write(
        _ tables: UnsafePointer<DirectProgram.Tables>,
        _ slots: UnsafePointer<ArgumentSlot>,
        isolates: Bool,
        to memory: UnsafeMutablePointer<UInt8>
    ) -> (count: Int, isASCII: Bool)? {
        guard var piece = tables.pointee.texts else { return nil }
        let literals = UnsafeRawPointer(tables.pointee.literals)
        var target = UnsafeMutableRawPointer(memory)
        var isASCII = tables.pointee.literalsAreASCII
        while true {
            target = copy(literals + Int(piece.pointee.first), count: Int(piece.pointee.count), to: target)
            guard piece.pointee.slot >= 0 else { break }
            let argument = slots + Int(piece.pointee.slot)
            guard argument.pointee.kind == .shortText else { return nil }
            if isolates { target = mark(piece.pointee.openingMark, to: target) }
            // Copies the capacity of a short text, which is a constant for the compiler.
            target.copyMemory(from: ArgumentSlot.shortText(of: argument), byteCount: ArgumentSlot.shortest)
            target += argument.pointee.integer
            if isolates { target = mark(closingMark, to: target) }
            isASCII = isASCII && argument.pointee.isASCII
            piece += 1
        }
        return (target - UnsafeMutableRawPointer(memory), isASCII && !isolates)
    }

    @inline(__always)
    private static func copy(
        _ source: UnsafeRawPointer,
        count: Int,
        to target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        var copied = 0
        repeat {
            (target + copied).copyMemory(from: source + copied, byteCount: block)
            copied &+= block
        } while copied < count
        return target + count
    }

    /// Writes one of U+2066 to U+2069, given its last byte.
    @inline(__always)
    private static func mark(_ last: UInt8, to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        target.storeBytes(of: 0xE2, as: UInt8.self)
        target.storeBytes(of: 0x81, toByteOffset: 1, as: UInt8.self)
        target.storeBytes(of: last, toByteOffset: 2, as: UInt8.self)
        return target + 3
    }

    private static let closingMark: UInt8 = 0xA9

    private static func openingMark(_ isolate: Isolate) -> UInt8 {
        switch isolate {
        case .leftToRight: 0xA6
        case .rightToLeft: 0xA7
        case .firstStrong: 0xA8
        }
    }
}

extension TextFormatter {
    /// The pieces of a message without selectors; nil where a part isn't text, or the output might be too long.
    static func pieces(of steps: [DirectProgram.Step]) -> [Piece]? {
        var pieces: [Piece] = []
        var text: (first: Int32, count: Int32) = (0, 0)
        var longest = 0
        for step in steps {
            switch step.kind {
            case .text:
                // Two adjacent texts had markup between them, so they are adjacent in memory.
                text = (text.count == 0 ? step.first : text.first, text.count + step.second)
                longest += Int(step.second)
            case .bare, .string:
                let mark = openingMark(step.isolate ?? .firstStrong)
                pieces.append(Piece(first: text.first, count: text.count, slot: step.first, openingMark: mark))
                text = (0, 0)
                longest += ArgumentSlot.shortest + 6
            case .number, .money: return nil
            }
            // Leaves room for the largest block after the last piece.
            guard longest + ArgumentSlot.shortest <= room else { return nil }
        }
        pieces.append(Piece(first: text.first, count: text.count, slot: Piece.none, openingMark: 0))
        return pieces
    }
}
