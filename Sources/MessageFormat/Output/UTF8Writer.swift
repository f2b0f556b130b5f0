/// An append-only UTF-8 buffer to which all output is written.
///
/// It begins in memory that its creator lends (usually a few hundred bytes of stack, or a caller's buffer), and moves
/// to the heap only when that is full, so that short outputs allocate nothing but the final `String`. The lender keeps
/// the memory valid and unused while the writer exists.
struct UTF8Writer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Whether `base` is memory of its own, which it has to free, or still the lender's.
    private var ownsStorage: Bool

    /// Bytes written so far.
    private(set) var count: Int

    /// A writer that begins in `storage`, whose content is ignored.
    init(startingIn storage: UnsafeMutableBufferPointer<UInt8>) {
        if let start = storage.baseAddress, !storage.isEmpty {
            base = start
            capacity = storage.count
            ownsStorage = false
        } else {
            base = .allocate(capacity: 256)
            capacity = 256
            ownsStorage = true
        }
        count = 0
    }

    /// A writer that begins on the heap, for outputs that are known to be long.
    init(capacity: Int = 256) {
        base = .allocate(capacity: max(capacity, 16))
        self.capacity = max(capacity, 16)
        ownsStorage = true
        count = 0
    }

    deinit {
        if ownsStorage { base.deallocate() }
    }
}

// MARK: - Appending

extension UTF8Writer {
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    @inline(__always)
    mutating func append(_ start: UnsafePointer<UInt8>, count length: Int) {
        reserve(length)
        (base + count).update(from: start, count: length)
        count &+= length
    }

    /// Appends the first bytes of 16 readable ones: a short text then takes two moves and no call.
    @inline(__always)
    mutating func appendPadded(_ start: UnsafePointer<UInt8>, count length: Int) {
        if length <= 16, capacity &- count >= 16 {
            let target = UnsafeMutableRawPointer(base + count)
            let source = UnsafeRawPointer(start)
            target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
                toByteOffset: 8,
                as: UInt64.self
            )
            count &+= length
        } else {
            append(start, count: length)
        }
    }

    /// Appends a text of the program, whose length and validity the compiler has checked.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        if text.hasPointerRepresentation {
            append(text.utf8Start, count: text.utf8CodeUnitCount)
        } else {
            append(String(describing: text))
        }
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ text: Substring) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Calls `body` with room for `room` bytes; it returns how many it filled.
    @inline(__always)
    mutating func append(atMost room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(room)
        count &+= body(base + count)
    }

    /// Calls `body` with a pointer to `room` free bytes; it returns where it stopped.
    ///
    /// Returns false where there are fewer.
    @inline(__always)
    mutating func append(
        ifThereIsRoomFor room: Int,
        _ body: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
    ) -> Bool {
        guard capacity &- count >= room else { return false }
        count = body(base + count) - base
        return true
    }

    /// Removes everything after `mark`, an earlier value of `count`.
    mutating func rewind(to mark: Int) {
        precondition(mark >= 0 && mark <= count, "a writer can only be rewound to where it has been")
        count = mark
    }
}

// MARK: - Reading back

extension UTF8Writer {
    /// Whether everything is still in the lender's memory.
    var isInBorrowedStorage: Bool { !ownsStorage }

    /// The bytes from `start` (an earlier value of `count`) on.
    ///
    /// They are valid inside `body` only.
    @inline(__always)
    func withBytes<Result>(
        from start: Int = 0,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        precondition(start >= 0 && start <= count)
        return try body(UnsafeBufferPointer(start: base + start, count: count - start))
    }

    /// The text from `start` (an earlier value of `count`) on.
    func string(from start: Int = 0) -> String {
        withBytes(from: start) { String(decoding: $0, as: UTF8.self) }
    }
}

// MARK: - Growing

extension UTF8Writer {
    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if capacity &- count < additional { grow(by: additional) }
    }

    @inline(never)
    private mutating func grow(by additional: Int) {
        let larger = max(capacity * 2, count + additional)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        if ownsStorage { base.deallocate() }
        base = moved
        capacity = larger
        ownsStorage = true
    }
}

/// The text that `body` prints, built on the stack where it fits.
///
/// `expected` bytes are reserved, on the stack where they are at most 1,024; longer text moves to the heap.
@inline(__always)
func withTextWriter(expecting expected: Int = 512, _ body: (inout UTF8Writer) throws -> Void) rethrows -> String {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: expected) { storage in
        var writer = UTF8Writer(startingIn: storage)
        try body(&writer)
        return writer.string()
    }
}
