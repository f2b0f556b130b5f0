import CarillonDiagnostics
import CarillonGenerate
import CarillonProfiles

/// A folder that generated files are kept in.
struct OutputFolder {
    let path: String

    /// The largest file that is read back, in bytes.
    private static let fileLimit = 16 << 20

    /// Writes the file where it isn't as it should be, or prints the difference.
    ///
    /// - Returns: whether it was as it should be.
    func update(_ file: GeneratedFile, writes: Bool) throws(UnreadablePath) -> Bool {
        let place = "\(path)/\(file.name)"
        let old = try content(of: place)
        guard old != file.text else { return true }
        if writes {
            try FileWriting.makeFolder(path)
            try FileWriting.replace(place, with: file.text)
            print("\(place): \(old == nil ? "new" : "changed")")
        } else {
            print(LineDifference(from: old ?? "", to: file.text).text(of: place), terminator: "")
        }
        return false
    }

    /// Nil where there is none yet.
    private func content(of place: String) throws(UnreadablePath) -> String? {
        guard FileSystem.isPlainFile(place) else { return nil }
        return String(decoding: try FileSystem.content(of: place, limit: Self.fileLimit), as: UTF8.self)
    }
}
