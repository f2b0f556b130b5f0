/// The files of one tenant, read into memory.
///
/// Later phases don't touch the disk.
public struct TenantFolder: Sendable, Hashable {
    /// The folder's name: the tenant's id.
    public var name: String
    /// As diagnostics print it.
    public var path: String
    /// Sorted by path.
    public var files: [File]
    /// What could not be read, with the reason.
    public var faults: [Fault]
    /// Files beside the folder that all tenants have: `channels/…`, with the folder that they are in as it is printed.
    public var shared = Shared()
    /// Channel files of the operator's, for all tenants of the host.
    public var operators = Shared()

    public init(name: String, path: String, files: [File] = [], faults: [Fault] = []) {
        self.name = name
        self.path = path
        self.files = files.sorted { $0.path < $1.path }
        self.faults = faults
    }

    public struct Shared: Sendable, Hashable {
        public var path = ""
        public var files: [File] = []
        /// With paths inside the folder.
        public var faults: [Fault] = []

        public init() {}
    }

    public struct File: Sendable, Hashable {
        /// Inside the folder, such as `templates/en.json`.
        public var path: String
        public var content: [UInt8]

        public init(_ path: String, _ content: [UInt8]) {
            self.path = path
            self.content = content
        }
    }

    public struct Fault: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            case unreadable(String)
            case unexpected
            case outsideFolder
            case tooLarge
            case tooMany(limit: Int)
        }

        public var path: String
        public var kind: Kind

        public init(path: String, kind: Kind) {
            self.path = path
            self.kind = kind
        }
    }

    public func file(_ path: String) -> File? { files.first { $0.path == path } }

    /// Whether a file that wasn't read may exist: it, or a folder around it, could not be read.
    func mayHold(_ path: String) -> Bool {
        faults.contains { $0.path.isEmpty || path == $0.path || path.hasPrefix($0.path + "/") }
    }
}

/// A path given by the user that can't be read at all.
public struct UnreadablePath: Error, Sendable, Hashable, CustomStringConvertible {
    public let path: String
    public let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "\(path): \(reason)" }
}
