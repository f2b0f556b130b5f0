/// The parameters of a statement as text, each ended by NUL, in one buffer.
struct ParameterText {
    /// For each parameter where it begins; nil for NULL.
    private(set) var starts: [Int?] = []
    private(set) var bytes: [UInt8] = []
    /// PostgreSQL keeps no such text: the statement isn't sent.
    private(set) var hasNUL = false

    private enum Place {
        case parameter
        case element
    }

    private var place = Place.parameter

    mutating func appendNull() {
        switch place {
        case .parameter: starts.append(nil)
        case .element: bytes += "NULL".utf8
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
        if place == .element { bytes.append(UInt8(ascii: "\"")) }
        for byte in text.utf8 {
            if byte == 0 { hasNUL = true }
            if place == .element, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        if place == .element { bytes.append(UInt8(ascii: "\"")) }
        end()
    }

    mutating func appendArray<Element>(_ elements: [Element], _ append: (Element, inout ParameterText) -> Void) {
        begin()
        place = .element
        bytes.append(UInt8(ascii: "{"))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, &self)
        }
        bytes.append(UInt8(ascii: "}"))
        place = .parameter
        end()
    }

    private mutating func begin() {
        if place == .parameter { starts.append(bytes.count) }
    }

    private mutating func end() {
        if place == .parameter { bytes.append(0) }
    }

    /// Lends the parameters as libpq takes them.
    func withPointers<Value>(_ body: ([UnsafePointer<CChar>?]) throws -> Value) rethrows -> Value {
        try bytes.withUnsafeBytes { buffer in
            let first = buffer.bindMemory(to: CChar.self).baseAddress
            return try body(starts.map { start in start.flatMap { offset in first.map { $0 + offset } } })
        }
    }
}
