import CarillonModel

/// `file:` URIs, by which clients name documents.
enum FileURI {
    /// The absolute path; nil for documents that are no files.
    static func path(_ uri: String) -> String? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        var rest = uri.dropFirst("file://".count)
        if !rest.hasPrefix("/"), let slash = rest.firstIndex(of: "/") { rest = rest[slash...] }
        guard rest.hasPrefix("/"), let path = PercentEncoding.decode(rest), !path.utf8.contains(0) else { return nil }
        return PathNames.withoutSlash(path)
    }

    static func uri(_ path: String) -> String {
        "file://" + PercentEncoding.encode(path) { $0 == UInt8(ascii: "/") || PercentEncoding.isUnreserved($0) }
    }
}
