import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles

/// Where a baseline lies.
struct BaselineFile {
    let path: String

    /// - Parameters:
    ///   - name: a file, or nil for the one beside the tenants.
    ///   - paths: tenants' folders, or folders of such folders; the first decides.
    init(_ name: String?, beside paths: [String]) {
        path = name ?? Self.path(beside: paths.first ?? "tenants")
    }

    private static func path(beside path: String) -> String {
        let path = PathNames.withoutSlash(path)
        guard (try? TenantFolder.find(in: path)) == [path] else {
            return path == "." ? Baseline.fileName : "\(path)/\(Baseline.fileName)"
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // These have no name to take away.
        guard let name = parts.last, name != ".", name != ".." else { return "\(path)/../\(Baseline.fileName)" }
        return (parts.dropLast() + [Baseline.fileName[...]]).joined(separator: "/")
    }

    /// - Parameter places: where it is read; as it lies where none of it is staged.
    /// - Throws: an exit status, after the reason was printed on standard error.
    func read(in places: FilePlaces = .own) throws -> Baseline {
        do {
            return try Baseline(parsing: FileSystem.content(of: places.placeIfStaged(of: path), limit: 64 << 20))
        } catch let malformed as Baseline.Malformed {
            throw UnreadablePath(path: path, reason: "this is no baseline: \(malformed.message)").exit
        } catch let unreadable as UnreadablePath {
            let hint = exists ? "" : "; `carillon baseline create` writes one"
            throw UnreadablePath(path: path, reason: unreadable.reason + hint).exit
        }
    }

    func write(_ baseline: Baseline) throws {
        do {
            try FileWriting.replace(path, with: baseline.text)
        } catch {
            throw error.exit
        }
    }

    var exists: Bool { (try? FileSystem.kind(of: path)) != nil }
}
