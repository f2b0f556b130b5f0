/// Formats messages of nothing but text and text arguments: the commonest, and the ones in which every step counts.
///
/// It writes into memory known to be large enough, in blocks of sixteen bytes that may reach beyond a piece and are
/// overwritten by the next, so that nothing needs to be measured or called.
struct TextFormatter {
    /// Bytes set aside; a message that may need more isn't formatted here.
    static let room = 512

    /// Writes the message.
    ///
    /// - Returns: the length and whether it is known to be ASCII; nil where an argument is no short text.
    @inline(__always)
    static func write(
        _ tables: UnsafePointer<DirectProgram.Tables>,
        _ slots: UnsafePointer<ArgumentSlot>,
        isolates: Bool,
        to memory: UnsafeMutablePointer<UInt8>
    ) -> (count: Int, isASCII: Bool)? {
        var target = UnsafeMutableRawPointer(memory)
        var isASCII = true
        var step = tables.pointee.steps
        let end = step + tables.pointee.textSteps
        while step < end {
            if step.pointee.kind == .text {
                let length = Int(step.pointee.second)
                let source = UnsafeRawPointer(tables.pointee.literals + Int(step.pointee.first))
                var copied = 0
                repeat {
                    copyBlock(from: source + copied, to: target + copied)
                    copied &+= 16
                } while copied < length
                target += length
                isASCII = isASCII && step.pointee.isASCII
            } else {
                let argument = slots + Int(step.pointee.first)
                guard argument.pointee.kind == .shortText else { return nil }
                if isolates { write(step.pointee.isolate ?? .firstStrong, to: &target) }
                target += copyText(of: argument, to: target)
                if isolates { target += mark(0xA9, to: target) }
                isASCII = isASCII && argument.pointee.isASCII
            }
            step += 1
        }
        return (target - UnsafeMutableRawPointer(memory), isASCII && !isolates)
    }

    @inline(__always)
    private static func copyBlock(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        target.storeBytes(of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
    }

    /// Copies all the bytes a short text can have, and returns how many it has.
    @inline(__always)
    private static func copyText(of argument: UnsafePointer<ArgumentSlot>, to target: UnsafeMutableRawPointer) -> Int {
        guard let offset = MemoryLayout<ArgumentSlot>.offset(of: \.shortText) else { return 0 }
        target.copyMemory(from: UnsafeRawPointer(argument) + offset, byteCount: ArgumentSlot.shortest)
        return argument.pointee.integer
    }

    @inline(__always)
    private static func write(_ isolate: Isolate, to target: inout UnsafeMutableRawPointer) {
        switch isolate {
        case .leftToRight: target += mark(0xA6, to: target)
        case .rightToLeft: target += mark(0xA7, to: target)
        case .firstStrong: target += mark(0xA8, to: target)
        }
    }

    /// Writes one of U+2066 to U+2069 by its last byte; returns its length.
    @inline(__always)
    private static func mark(_ last: UInt8, to target: UnsafeMutableRawPointer) -> Int {
        target.storeBytes(of: 0xE2, as: UInt8.self)
        target.storeBytes(of: 0x81, toByteOffset: 1, as: UInt8.self)
        target.storeBytes(of: last, toByteOffset: 2, as: UInt8.self)
        return 3
    }

    /// How many steps of a message this can format, given all of them: either all or, where one isn't text or the
    /// output might be too long, none.
    static func count(of steps: [DirectProgram.Step], hasSelectors: Bool) -> Int {
        guard !hasSelectors else { return 0 }
        var longest = 0
        for step in steps {
            switch step.kind {
            case .text: longest += Int(step.second)
            case .bare, .string: longest += ArgumentSlot.shortest + 6
            case .number, .money: return 0
            }
        }
        // Behind the last piece as much again may be touched as the largest block has.
        return longest + ArgumentSlot.shortest <= room ? steps.count : 0
    }
}
