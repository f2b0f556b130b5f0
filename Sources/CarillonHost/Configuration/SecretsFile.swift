import CarillonProfiles

/// The file that secrets come from.
public struct SecretsFile: Sendable {
    let path: String
    private let environment: [String: String]
    private let madeUp: SecretBook.MadeUp?

    /// - Parameters:
    ///   - environment: its variables win over the file.
    ///   - madeUp: asked for what neither has.
    public init(path: String, environment: [String: String], madeUp: SecretBook.MadeUp? = nil) {
        self.path = path
        self.environment = environment
        self.madeUp = madeUp
    }

    public func read() throws(SecretBook.Unreadable) -> SecretBook {
        try SecretBook(path: path, environment: environment, madeUp: madeUp)
    }

    var stamp: FileStamp { FileStamp(file: path) }
}
