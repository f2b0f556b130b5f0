import CarillonDiagnostics
import CarillonGenerate
import CarillonProfiles

/// A folder that generated files are kept in, and what belongs there.
struct OutputFolder {
    let path: String
    private var files: [GeneratedFile] = []

    /// The largest file that is read back, in bytes.
    private static let fileLimit = 16 << 20

    /// Adds files to the folder at `path`.
    ///
    /// - Throws: ``GenerationFaults`` where a file of another target is there that is the same on some disk, and has other
    ///   content.
    static func add(
        _ files: [GeneratedFile],
        at path: String,
        to folders: inout [OutputFolder]
    ) throws(GenerationFaults) {
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        let plain = (path.hasPrefix("/") ? "/" : "") + (parts.isEmpty ? "." : parts)
        let index = folders.firstIndex { $0.path == plain } ?? folders.endIndex
        if index == folders.endIndex { folders.append(Self(path: plain)) }
        var faults: [String] = []
        for file in files {
            let name = file.name.lowercased()
            guard let other = folders[index].files.first(where: { $0.name.lowercased() == name }) else {
                folders[index].files.append(file)
                continue
            }
            if other == file { continue }
            let same = other.name == file.name ? file.name : "\(other.name) and \(file.name), one file on many disks,"
            faults.append("two targets make \(same) in \(plain), and not alike; give each an output of its own")
        }
        guard faults.isEmpty else { throw GenerationFaults(messages: faults) }
    }

    private init(path: String) {
        self.path = path
    }

    /// Writes the files that aren't as they should be, or prints the differences, and names what is left of tenants that
    /// aren't there any more.
    ///
    /// - Parameter existing: the tenants that are there; nil where nobody knows.
    /// - Returns: whether all was as it should be.
    func update(existing: Set<String>?, writes: Bool) throws(UnreadablePath) -> Bool {
        var isFresh = true
        for file in files { isFresh = try update(file, writes: writes) && isFresh }
        guard let existing else { return isFresh }
        for (place, tenant) in try leftovers(existing: existing) {
            print("\(place): there is no tenant \(tenant) any more; delete this file")
            isFresh = false
        }
        return isFresh
    }

    private func update(_ file: GeneratedFile, writes: Bool) throws(UnreadablePath) -> Bool {
        let place = "\(path)/\(file.name)"
        let old = try content(of: place)
        guard old != file.text else { return true }
        if writes {
            try FileWriting.makeFolder(path)
            try FileWriting.replace(place, with: file.text)
            print("\(place): \(old == nil ? "new" : "changed")")
        } else {
            print(Self.difference(from: old ?? "", to: file.text, of: place), terminator: "")
        }
        return false
    }

    /// What a check prints of a file that isn't as it should be, with a line feed at its end.
    static func difference(from old: String, to new: String, of place: String) -> String {
        guard old.replacing("\r\n", with: "\n") != new else {
            // A diff would show each line twice, and no difference.
            return
                "\(place): only its line endings differ: CR LF in place of LF. Where git makes them so, say eol=lf of such "
                + "files in .gitattributes\n"
        }
        return LineDifference(from: old, to: new).text(of: place)
    }

    /// Files in languages that are generated here whose tenants aren't there any more.
    private func leftovers(existing: Set<String>) throws(UnreadablePath) -> [(place: String, tenant: String)] {
        guard case .folder? = try? FileSystem.kind(of: path) else { return [] }
        let endings = Set(files.compactMap { $0.name.split(separator: ".").last })
        let names = Set(files.map(\.name))
        var leftovers: [(place: String, tenant: String)] = []
        for name in try FileSystem.names(in: path) where !names.contains(name) {
            guard let ending = name.split(separator: ".").last, endings.contains(ending) else { continue }
            let place = "\(path)/\(name)"
            guard let text = try content(of: place), let tenant = GeneratedFile.tenant(of: text) else { continue }
            if !existing.contains(tenant) { leftovers.append((place, tenant)) }
        }
        return leftovers
    }

    /// Nil where there is none yet.
    private func content(of place: String) throws(UnreadablePath) -> String? {
        guard FileSystem.isPlainFile(place) else { return nil }
        return String(decoding: try FileSystem.content(of: place, limit: Self.fileLimit), as: UTF8.self)
    }
}
