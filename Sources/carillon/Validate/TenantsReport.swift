import CarillonDiagnostics
import CarillonPipeline
import CarillonProfiles
import CarillonStandard

/// Everything that is to be said about tenants' folders.
struct TenantsReport {
    let report: DiagnosticReport
    /// The names of the tenants that were looked at, and the empty one for the files that they share.
    let tenants: Set<String>

    /// - Parameters:
    ///   - paths: tenants' folders, or folders of such folders.
    ///   - channels: the operator's folder of channel files.
    ///   - unchanged: which of the folders needn't be looked at.
    /// - Throws: an exit status, after the reason was printed on standard error.
    init(
        _ paths: [String],
        channels: String?,
        unchanged: (_ folders: [String]) throws -> Set<String> = { _ in [] },
        keeping remains: inout ProfileLoader.Remains
    ) throws {
        do {
            var folders: [String] = []
            var seen: Set<String> = []
            for path in paths {
                for folder in try TenantFolder.find(in: path)
                where seen.insert(try FileSystem.resolved(folder)).inserted {
                    folders.append(folder)
                }
            }
            let loader = ProfileLoader(
                registry: .standard,
                channels: channels,
                proof: RenderingProof(registry: .standard)
            )
            let report = try loader.load(folders, neighbours: unchanged(folders), keeping: &remains).report
            let names = try report.subjects.map {
                try FileSystem.resolved($0).split(separator: "/").last.map(String.init)
            }
            self.report = report
            tenants = Set(names.compactMap(\.self)).union(report.subjects.isEmpty ? [] : [""])
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        } catch let failure as GitFailure {
            throw failure.exit
        }
    }
}
