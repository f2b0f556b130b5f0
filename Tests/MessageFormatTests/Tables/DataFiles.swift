import Foundation

/// The language data of the project, which the tables are made of and the tests compare with.
enum DataFiles {
    static var folder: URL {
        URL(filePath: #filePath).appending(path: "../../../../Plugins/Commands/LanguageTables/Data").standardized
    }

    static func read<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
    }

    /// What another implementation made: a file in `Recorded`, whose README says how.
    static func recorded(_ name: String, _ type: String) -> URL? {
        Bundle.module.url(forResource: name, withExtension: type, subdirectory: "Recorded")
    }
}
