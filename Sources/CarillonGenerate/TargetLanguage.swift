/// A language that code is generated in.
public enum TargetLanguage: String, Sendable, Hashable, CaseIterable {
    case swift
    case typescript
    case kotlin
}

/// Whom code is generated for.
public enum GeneratedPart: String, Sendable, Hashable, CaseIterable {
    /// What the service needs that sends events.
    case service
    /// What the app needs that gets notifications.
    case app
    case all
}

extension TargetLanguage {
    /// What prints show in place of a sensitive value.
    static let placeholder = "‹hidden›"
}

/// What may see generated declarations.
public enum Access: String, Sendable, Hashable, CaseIterable {
    case `public`
    case `internal`

    /// What stands before a declaration, with a space behind it.
    var prefix: String { self == .public ? "public " : "" }
}

/// A file that was generated, to be written as UTF-8.
public struct GeneratedFile: Sendable, Hashable {
    /// Its name in the folder that is generated into.
    public let name: String
    public let text: String
}

/// Why no code can be generated of a tenant that is valid otherwise.
public struct GenerationFaults: Error, Sendable, Hashable {
    /// A sentence each, with the places in the tenant's files; never empty.
    public let messages: [String]
}
