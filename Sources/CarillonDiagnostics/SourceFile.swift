/// A file that diagnostics point into.
public struct SourceFile: Sendable, Hashable {
    /// As printed: relative to where the program was started, with `/`.
    public let path: String
    public let content: [UInt8]
    /// Where it belongs, wherever the program was started; nil where it belongs to no tenant's folder.
    public let home: Home?

    public init(path: String, content: [UInt8], home: Home? = nil) {
        self.path = path
        self.content = content
        self.home = home
    }

    /// A tenant, and the file in its folder.
    public struct Home: Sendable, Hashable {
        /// Its name; empty where several tenants share the file.
        public let tenant: String
        /// Such as `templates/nb.json`, or `channels/acme-sms.json` of those that are shared.
        public let path: String

        public init(tenant: String, path: String) {
            self.tenant = tenant
            self.path = path
        }
    }
}

/// Which file of a ``SourceSet``.
public struct SourceID: Sendable, Hashable, Comparable {
    fileprivate let index: Int

    public static func < (left: SourceID, right: SourceID) -> Bool { left.index < right.index }
}

/// The files of one run.
///
/// Diagnostics name them by number, so that a span is three integers.
public struct SourceSet: Sendable {
    public private(set) var files: [SourceFile] = []

    public init() {}

    public mutating func add(_ file: SourceFile) -> SourceID {
        files.append(file)
        return SourceID(index: files.count - 1)
    }

    public subscript(id: SourceID) -> SourceFile { files[id.index] }
}

/// Bytes of a file.
///
/// Lines and columns are counted only when something is printed.
public struct Span: Sendable, Hashable {
    public let source: SourceID
    /// Offsets into the file's bytes; empty where something is missing.
    public let range: Range<Int>

    public init(_ source: SourceID, _ range: Range<Int>) {
        self.source = source
        self.range = range
    }
}
