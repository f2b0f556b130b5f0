import Foundation
import Testing

@testable import LanguageTables
@testable import MessageFormat

/// Run `swift run LanguageTables` when this fails.
@Test func `the tables in the sources are what the data and the generator make now`() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/MessageFormat/Tables").standardized
    for file in try LanguageTables.generate(from: DataFiles.folder) {
        let present = try String(contentsOf: sources.appending(path: file.name), encoding: .utf8)
        #expect(present == file.contents, "\(file.name) is stale")
    }
}

@Test func `the compiler reads the literals byte for byte`() throws {
    let compiled: [String: StaticString] = [
        "PluralTable.swift": MessageFormat.PluralTable.bytes,
        "LocaleTable.swift": MessageFormat.LocaleTable.bytes,
        "NumberTable.swift": MessageFormat.NumberTable.bytes,
        "DateTable.swift": MessageFormat.DateTable.bytes,
    ]
    for file in try LanguageTables.generate(from: DataFiles.folder) {
        let literal = try #require(compiled[file.name])
        let bytes = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        #expect(bytes.elementsEqual(file.bytes), "\(file.name)")
    }
}

@Test func `the tables take less than two megabytes`() {
    let size = [
        MessageFormat.PluralTable.bytes, MessageFormat.LocaleTable.bytes, MessageFormat.NumberTable.bytes,
        MessageFormat.DateTable.bytes,
    ].reduce(0) { $0 + $1.utf8CodeUnitCount }
    #expect(size < 2_000_000)
}
