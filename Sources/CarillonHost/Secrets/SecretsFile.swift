import CarillonProfiles

/// The file that secrets come from.
public struct SecretsFile: Sendable {
    let path: String
    private let environment: [String: String]
    private let generated: SecretBook.Generator?
    private let onRead: (@Sendable (SecretBook) -> Void)?

    /// - Parameters:
    ///   - environment: its variables win over the file.
    ///   - generated: supplies what neither has.
    ///   - onRead: called with what was read, before anybody uses it.
    public init(
        path: String,
        environment: [String: String],
        generated: SecretBook.Generator? = nil,
        onRead: (@Sendable (SecretBook) -> Void)? = nil
    ) {
        self.path = path
        self.environment = environment
        self.generated = generated
        self.onRead = onRead
    }

    public func read() throws(SecretBook.Unreadable) -> SecretBook {
        let secrets = try SecretBook(path: path, environment: environment, generated: generated)
        onRead?(secrets)
        return secrets
    }

    var stamp: FileStamp { FileStamp(file: path) }
}
