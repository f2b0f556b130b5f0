import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard

/// A tenant's `golden` folder beside its samples' present renditions.
struct GoldenFolder {
    /// The folder itself, as printed.
    let path: String
    /// Where its files are read.
    private let place: String
    /// As they should be.
    let files: [GoldenFile]
    /// The `.json` files that are there.
    private let present: [String]

    init(_ tenant: LoadedTenant, in places: FilePlaces = .own) throws {
        path = "\(tenant.folder)/golden"
        let folder = places.place(of: tenant.folder)
        place = "\(folder)/golden"
        files = GoldenFile.all(of: tenant.profile, registry: .standard)
        do {
            present = try GoldenFile.names(in: folder)
        } catch {
            throw error.exit
        }
    }

    /// Golden files of samples that are no more.
    var superfluous: [String] { GoldenUpdate.superfluous(present, beside: files) }

    /// What is wrong, ready to be printed; empty when all is as approved.
    func findings() throws -> [String] {
        let missing = "is missing: look at the rendering, then record it with --update"
        var findings: [String] = []
        for file in files {
            findings += file.failures.map { "\(path)/\(file.name): cannot be rendered\n  \($0)\n" }
            guard file.failures.isEmpty else { continue }
            guard present.contains(file.name) else {
                findings.append("\(path)/\(file.name): \(missing)\n")
                continue
            }
            if let finding = try comparison(with: file) { findings.append(finding) }
        }
        return findings
            + superfluous.map { "\(path)/\($0): belongs to no sample: --update deletes it\n" }
    }

    private func comparison(with file: GoldenFile) throws -> String? {
        let content = try read(file.name)
        guard let approved = try? JSONValue(parsing: content) else {
            return "\(path)/\(file.name): is no JSON: record it again with --update\n"
        }
        let differences = TextDifference.all(from: approved, to: file.expected)
        guard !differences.isEmpty else { return nil }
        let count = "\(differences.count) \(differences.count == 1 ? "text differs" : "texts differ")"
        return "\(path)/\(file.name): \(count)\n" + differences.map { $0.text(indentation: "  ") }.joined()
    }

    private func read(_ name: String) throws -> [UInt8] {
        do {
            return try FileSystem.content(of: "\(place)/\(name)", limit: GoldenFile.sizeLimit)
        } catch {
            throw error.exit
        }
    }

    /// Makes the folder what it should be.
    ///
    /// - Returns: what was done, a line each.
    func update() throws -> [String] {
        var lines: [String] = []
        let update = try GoldenUpdate(to: files, from: present, read: read)
        do throws(UnreadablePath) {
            if !files.isEmpty { try FileWriting.makeFolder(path) }
            for change in update.changes {
                let file = "\(path)/\(change.name)"
                if let content = change.content {
                    try FileWriting.write(String(decoding: content, as: UTF8.self), to: file)
                    lines.append("\(file): \(change.isNew ? "recorded" : "recorded again")")
                } else {
                    try FileWriting.remove(file)
                    lines.append("\(file): deleted")
                }
            }
        } catch {
            throw error.exit
        }
        return lines
    }
}
