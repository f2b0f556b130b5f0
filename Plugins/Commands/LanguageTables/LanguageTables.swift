import Foundation

/// Writes the tables of `MessageFormat` from the language data beside this file.
///
/// `swift run LanguageTables` (in the package's folder) writes them, `swift run LanguageTables --check` says which are
/// stale and exits with 1 if one is.
@main
struct LanguageTables {
    static func main() {
        do {
            let root = URL(filePath: FileManager.default.currentDirectoryPath)
            let files = try generate(from: root.appending(path: "Plugins/Commands/LanguageTables/Data"))
            let folder = root.appending(path: "Sources/MessageFormat/Tables")
            if CommandLine.arguments.contains("--check") {
                try check(files, in: folder)
            } else {
                try write(files, to: folder)
            }
        } catch {
            print("LanguageTables: \(error)")
            exit(1)
        }
    }

    /// Every generated file: the same data gives the same bytes.
    static func generate(from data: URL) throws -> [GeneratedFile] {
        let language = try LanguageData(in: data)
        let locales = language.numbers.locales.keys.sorted()
        let plurals = try PluralTable(language.plurals)
        return try [
            plurals.file(),
            LocaleTable(formatted: locales, plurals: plurals).file(),
            NumberTable(language, locales: locales).file(),
            DateTable(language.dates, numbers: language.numbers, locales: locales).file(),
        ]
    }

    private static func write(_ files: [GeneratedFile], to folder: URL) throws {
        for file in files {
            try file.contents.write(to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
            print("\(file.name): \(file.bytes.count) bytes of table")
        }
    }

    private static func check(_ files: [GeneratedFile], in folder: URL) throws {
        let stale = files.filter { file in
            (try? String(contentsOf: folder.appending(path: file.name), encoding: .utf8)) != file.contents
        }
        guard stale.isEmpty else {
            print("stale: \(stale.map(\.name).joined(separator: ", ")); run `swift run LanguageTables`")
            exit(1)
        }
        print("the tables are fresh")
    }
}

/// Data that contradicts what the tables can express.
struct UnexpectedData: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
