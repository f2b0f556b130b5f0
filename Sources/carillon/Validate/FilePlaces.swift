import CarillonProfiles

/// Where the files lie that a command names: there, or where what is staged of them was written.
struct FilePlaces {
    private let staged: StagedFiles?

    /// As they lie there.
    static let own = FilePlaces(staged: nil)

    private init(staged: StagedFiles?) {
        self.staged = staged
    }

    /// As they are staged for the next commit.
    ///
    /// - Parameters:
    ///   - folders: tenants' folders, or folders of such folders.
    ///   - others: files and folders that may be staged.
    init(stagedOf folders: [String], and others: [String]) throws(GitFailure) {
        staged = try StagedFiles(of: folders, and: others)
    }

    /// Deletes what was written for them.
    func remove() { staged?.remove() }

    /// Of a tenant's folder, or what lies in one.
    func place(of path: String) -> String { staged?.place(of: path) ?? path }

    /// Of what may be staged; what isn't is taken as it lies.
    func placeIfStaged(of path: String) -> String {
        let place = place(of: path)
        return (try? FileSystem.kind(of: place)) == nil ? path : place
    }

    /// Without links, as it is in its checkout.
    func resolved(_ path: String) throws(UnreadablePath) -> String {
        guard let staged else { return try FileSystem.resolved(path) }
        return staged.original(try FileSystem.resolved(staged.place(of: path)))
    }

    /// The tenant folders that a path names, as they are named.
    func tenants(in path: String) throws(UnreadablePath) -> [String] {
        guard staged != nil else { return try TenantFolder.find(in: path) }
        let path = PathNames.withoutSlash(path)
        let place = place(of: path)
        do throws(UnreadablePath) {
            return try TenantFolder.find(in: place).map { folder in
                guard let inner = PathNames.inside(place, folder), !inner.isEmpty else { return path }
                return path == "." ? inner : "\(path)/\(inner)"
            }
        } catch {
            let isThere = (try? FileSystem.kind(of: place)) != nil
            throw UnreadablePath(path: path, reason: isThere ? error.reason : "nothing of it is staged or committed")
        }
    }

    /// For ``ProfileLoader``: where it reads these.
    func standIns(for folders: [String], channels: String?) -> [String: String] {
        guard staged != nil else { return [:] }
        var table = Dictionary(folders.map { ($0, place(of: $0)) }) { first, _ in first }
        if let channels { table[channels] = placeIfStaged(of: channels) }
        return table
    }
}
