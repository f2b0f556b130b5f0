import CarillonModel
import CarillonProfiles

/// Where in a JSON text a byte is: found by reading forward to it, so that what is broken behind it doesn't matter, and little
/// of what is broken before.
struct JSONPlaceFinder {
    /// What is written, or would be, at the byte.
    enum Role: Sendable, Hashable {
        /// A key of the object at ``steps``.
        case key
        /// The value at ``steps``.
        case value
        /// A place where neither fits, such as behind a value.
        case between
    }

    /// From the root to the value; for a key, to the object that has it.
    private(set) var steps: [JSONStep] = []
    private(set) var role = Role.value
    /// The key or scalar that the byte is in or behind; empty at the byte where there is none.
    private(set) var token: Range<Int>
    /// Whether the token is a string, with its first quote.
    private(set) var isString = false
    /// Whether the string has its last quote.
    private(set) var isClosed = false
    /// Whether the token is longer than any text that is served.
    var isHuge: Bool { token.count > WrittenMessage.sizeLimit }
    /// Behind the value before, where a comma is missing between that and the token.
    private(set) var missingComma: Int?

    private struct Level {
        var isObject: Bool
        var key: String?
        var index = 0
        /// Whether a colon was read behind the key; in arrays, whether a value may stand.
        var wantsValue: Bool
        /// Whether the key or the value is complete.
        var isDone = false
        /// Behind what was complete last.
        var end = 0

        var step: JSONStep { isObject ? .name(key ?? "") : .index(index) }

        /// Whether a complete value is before the place, with no comma behind it.
        var lacksComma: Bool { isDone && (!isObject || wantsValue) }

        mutating func finish(at offset: Int) { (isDone, end) = (true, offset) }

        /// A string behind a complete value begins the next member or element.
        mutating func passMissingComma() {
            guard lacksComma else { return }
            isDone = false
            if isObject {
                (wantsValue, key) = (false, nil)
            } else {
                index += 1
            }
        }
    }

    init(_ bytes: [UInt8], at offset: Int) {
        let offset = min(max(offset, 0), bytes.count)
        token = offset..<offset
        var levels: [Level] = []
        var position = 0
        var rootIsDone = false
        while position < bytes.count {
            let byte = bytes[position]
            let end: Int
            switch byte {
            case UInt8(ascii: "\""):
                let (stop, closed) = Self.endOfString(position, in: bytes)
                end = stop
                // A string that is closed ends before its last quote's end.
                if offset > position, offset < stop || !closed && offset == stop {
                    finish(levels, position..<stop, in: bytes, isString: true, isClosed: closed, rootIsDone)
                    return
                }
                guard stop <= offset else { break }
                if levels.isEmpty { rootIsDone = true }
                if let last = levels.indices.last {
                    levels[last].passMissingComma()
                    if levels[last].isObject, !levels[last].wantsValue {
                        levels[last].key = Self.text(position..<stop, in: bytes)
                    }
                    levels[last].finish(at: stop)
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                end = position + 1
                guard end <= offset else { break }
                let isObject = byte == UInt8(ascii: "{")
                levels.append(Level(isObject: isObject, wantsValue: !isObject))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                end = position + 1
                guard end <= offset else { break }
                let isObject = byte == UInt8(ascii: "}")
                if let match = levels.lastIndex(where: { $0.isObject == isObject }) {
                    levels.removeSubrange(match...)
                }
                if let last = levels.indices.last { levels[last].finish(at: end) } else { rootIsDone = true }
            case UInt8(ascii: ":"):
                end = position + 1
                guard end <= offset, let last = levels.indices.last, levels[last].isObject else { break }
                levels[last].wantsValue = true
                levels[last].isDone = false
            case UInt8(ascii: ","):
                end = position + 1
                guard end <= offset, let last = levels.indices.last else { break }
                levels[last].isDone = false
                if levels[last].isObject {
                    levels[last].wantsValue = false
                    levels[last].key = nil
                } else {
                    levels[last].index += 1
                }
            case 0x20, 0x09, 0x0A, 0x0D: end = position + 1
            default:
                end = Self.endOfWord(position, in: bytes)
                if offset > position, offset <= end {
                    finish(levels, position..<end, in: bytes, isString: false, isClosed: true, rootIsDone)
                    return
                }
                guard end <= offset else { break }
                if levels.isEmpty { rootIsDone = true }
                if let last = levels.indices.last { levels[last].finish(at: end) }
            }
            guard end <= offset else { break }
            position = end
        }
        // The token that begins at the byte is the one there.
        var found = offset..<offset
        var (string, closed) = (false, true)
        if offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\"") {
                let (stop, isClosed) = Self.endOfString(offset, in: bytes)
                (found, string, closed) = (offset..<stop, true, isClosed)
            } else if !"{}[]:, \t\r\n".utf8.contains(bytes[offset]) {
                found = offset..<Self.endOfWord(offset, in: bytes)
            }
        }
        finish(levels, found, in: bytes, isString: string, isClosed: closed, rootIsDone)
    }

    private mutating func finish(
        _ levels: [Level],
        _ range: Range<Int>,
        in bytes: [UInt8],
        isString: Bool,
        isClosed: Bool,
        _ rootIsDone: Bool
    ) {
        token = range
        (self.isString, self.isClosed) = (isString, isClosed)
        steps = levels.dropLast().map(\.step)
        guard var last = levels.last else {
            role = rootIsDone ? .between : .value
            return
        }
        // So does what stands on a line of its own, but not on one that begins with the comma.
        if last.lacksComma, isString || Self.isNext(last.end..<range.lowerBound, before: range.upperBound, in: bytes) {
            missingComma = last.end
            last.passMissingComma()
        }
        if last.isDone {
            role = .between
        } else if last.isObject, !last.wantsValue {
            role = .key
        } else {
            role = .value
            steps.append(last.step)
        }
    }

    /// Whether a line ends between a value and a place, and no comma follows the place.
    private static func isNext(_ between: Range<Int>, before end: Int, in bytes: [UInt8]) -> Bool {
        guard bytes[between].contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
        return bytes[end...].first { $0 > 0x20 } != UInt8(ascii: ",")
    }

    /// Behind the last quote, or at the line's end.
    static func endOfString(_ start: Int, in bytes: [UInt8]) -> (end: Int, isClosed: Bool) {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "\""): return (position + 1, true)
            case 0x0A, 0x0D: return (position, false)
            default: position += 1
            }
        }
        return (bytes.count, false)
    }

    private static func endOfWord(_ start: Int, in bytes: [UInt8]) -> Int {
        var position = start + 1
        while position < bytes.count, !"{}[]:,\" \t\r\n".utf8.contains(bytes[position]) { position += 1 }
        return position
    }

    /// A string's value, with its escapes resolved.
    static func text(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var position = range.lowerBound + 1
        while position < range.upperBound {
            guard bytes[position] == UInt8(ascii: "\\") else {
                if bytes[position] == UInt8(ascii: "\""), position == range.upperBound - 1 { break }
                text.append(bytes[position])
                position += 1
                continue
            }
            switch JSONEscape(in: bytes, at: position) {
            case .scalar(let scalar, let length):
                text += Array(String(Character(scalar)).utf8)
                position += length
            case .unknown(let length), .loneSurrogate(let length): position += max(1, length)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
