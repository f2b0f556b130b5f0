import CarillonProfiles

/// The file that secrets come from.
public struct SecretsFile: Sendable {
    let path: String
    private let environment: [String: String]
    private let madeUp: SecretBook.MadeUp?
    private let onRead: (@Sendable (SecretBook) -> Void)?

    /// - Parameters:
    ///   - environment: its variables win over the file.
    ///   - madeUp: asked for what neither has.
    ///   - onRead: called with what was read, before anybody uses it.
    public init(
        path: String,
        environment: [String: String],
        madeUp: SecretBook.MadeUp? = nil,
        onRead: (@Sendable (SecretBook) -> Void)? = nil
    ) {
        self.path = path
        self.environment = environment
        self.madeUp = madeUp
        self.onRead = onRead
    }

    public func read() throws(SecretBook.Unreadable) -> SecretBook {
        let secrets = try SecretBook(path: path, environment: environment, madeUp: madeUp)
        onRead?(secrets)
        return secrets
    }

    var stamp: FileStamp { FileStamp(file: path) }
}
