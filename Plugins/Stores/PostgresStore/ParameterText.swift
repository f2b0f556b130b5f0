/// The parameters of a statement as text, each ended by NUL, in one buffer.
struct ParameterText {
    /// For each parameter where it begins; nil for NULL.
    private(set) var starts: [Int?] = []
    private(set) var bytes: [UInt8] = []
    /// PostgreSQL keeps no such text: the statement isn't sent.
    private(set) var hasNUL = false

    /// What is appended now are an array's elements.
    private(set) var isInArray = false
    private var isFirst = false

    mutating func appendNull() {
        if isInArray {
            separate()
            bytes += "NULL".utf8
        } else {
            starts.append(nil)
        }
    }

    mutating func append(_ number: Int64) {
        begin()
        // Many of them: without a String for each.
        if number == 0 {
            bytes.append(UInt8(ascii: "0"))
        } else {
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            let first = bytes.count
            var rest = number.magnitude
            while rest > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            bytes[first...].reverse()
        }
        end()
    }

    mutating func append(_ text: String) {
        begin()
        if isInArray { bytes.append(UInt8(ascii: "\"")) }
        for byte in text.utf8 {
            if byte == 0 { hasNUL = true }
            if isInArray, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        if isInArray { bytes.append(UInt8(ascii: "\"")) }
        end()
    }

    /// What is appended until ``endArray()`` are its elements.
    mutating func beginArray() {
        begin()
        (isInArray, isFirst) = (true, true)
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func endArray() {
        bytes.append(UInt8(ascii: "}"))
        isInArray = false
        end()
    }

    private mutating func begin() {
        if isInArray { separate() } else { starts.append(bytes.count) }
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func end() {
        if !isInArray { bytes.append(0) }
    }

    /// Lends the parameters as libpq takes them.
    func withPointers<Value>(_ body: ([UnsafePointer<CChar>?]) throws -> Value) rethrows -> Value {
        try bytes.withUnsafeBytes { buffer in
            let first = buffer.bindMemory(to: CChar.self).baseAddress
            return try body(starts.map { start in start.flatMap { offset in first.map { $0 + offset } } })
        }
    }
}
