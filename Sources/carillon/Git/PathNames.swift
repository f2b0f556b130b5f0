import CarillonProfiles

/// Paths by their parts, without the disk.
enum PathNames {
    /// The folder that a path is in: `.` of a lone name.
    static func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.count == 1 && parts[0].isEmpty ? "/" : parts.joined(separator: "/")
    }

    static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

    /// Without the one at its end; the root is one.
    static func withoutSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// A path as seen from a folder, empty for the folder itself; nil where it leads out of it.
    static func inside(_ root: String, _ path: String) -> String? {
        if path == root { return "" }
        let prefix = root == "/" ? root : root + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    /// A path below a folder; the folder itself for an empty one.
    static func below(_ folder: String, _ path: String) -> String { path.isEmpty ? folder : "\(folder)/\(path)" }

    /// Where a link inside a folder leads, as seen from that folder; nil where it leads out of it.
    static func target(of link: String, saying target: String) -> String? {
        guard !target.hasPrefix("/") else { return nil }
        var parts = link.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}
