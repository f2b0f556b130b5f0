import Testing

@testable import MessageFormat

@Test func `short texts stay in the memory lent, long ones move to the heap`() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { storage in
        var writer = UTF8Writer(startingIn: storage)
        writer.append("12345678")
        let fits = writer.isInBorrowedStorage
        #expect(fits)
        #expect(writer.string() == "12345678")
        writer.append(UInt8(ascii: "9"))
        let hasMoved = !writer.isInBorrowedStorage
        #expect(hasMoved)
        #expect(writer.string() == "123456789")
        #expect(writer.string(from: 7) == "89")
    }
}

@Test func `a writer without memory of its own finds some`() {
    var writer = UTF8Writer(startingIn: UnsafeMutableBufferPointer(start: nil, count: 0))
    for _ in 0..<10_000 { writer.append("æøå" as StaticString) }
    let count = writer.count
    #expect(count == 60_000)
    #expect(writer.string() == String(repeating: "æøå", count: 10_000))
}

@Test func `what was written can be taken back`() {
    var writer = UTF8Writer()
    writer.append("one ")
    let mark = writer.count
    writer.append("two")
    writer.rewind(to: mark)
    writer.append("three")
    #expect(writer.string() == "one three")
}

@Test func `texts of tables are copied whole, whatever their length`() {
    let bytes: StaticString = "0123456789abcdefghijklmnopqrstuvwxyz"
    for count in 0...20 {
        for room in [1, 15, 16, 17, 64] {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { storage in
                var writer = UTF8Writer(startingIn: storage)
                writer.appendPadded(bytes.utf8Start, count: count)
                #expect(writer.string() == String(bytes.description.prefix(count)))
            }
        }
    }
}
