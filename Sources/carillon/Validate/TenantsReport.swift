import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard

/// Everything that is to be said about tenants' folders.
struct TenantsReport {
    let report: DiagnosticReport
    /// The names of the tenants that were looked at, and the empty one for the files that they share.
    let tenants: Set<String>
    /// Those without an error.
    let sound: [LoadedTenant]

    /// - Parameters:
    ///   - paths: tenants' folders, or folders of such folders.
    ///   - channels: the operator's folder of channel files.
    ///   - places: where these lie.
    ///   - unchanged: which of the folders needn't be looked at.
    /// - Throws: an exit status, after the reason was printed on standard error.
    init(
        _ paths: [String],
        channels: String?,
        in places: FilePlaces = .own,
        unchanged: (_ folders: [String]) throws -> Set<String> = { _ in [] },
        keeping remains: inout ProfileLoader.Remains
    ) throws {
        do {
            try self.init(reading: paths, channels: channels, in: places, unchanged: unchanged, keeping: &remains)
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        } catch let failure as GitFailure {
            throw failure.exit
        }
    }

    /// The same for a program that goes on.
    static func read(_ paths: [String], channels: String?) -> Result<TenantsReport, UnreadablePath> {
        var remains = ProfileLoader.Remains()
        do {
            return .success(try TenantsReport(reading: paths, channels: channels, in: .own, keeping: &remains))
        } catch let unreadable as UnreadablePath {
            return .failure(unreadable)
        } catch {
            preconditionFailure("nothing but a path can fail where no revision is named: \(error)")
        }
    }

    private init(
        reading paths: [String],
        channels: String?,
        in places: FilePlaces,
        unchanged: (_ folders: [String]) throws -> Set<String> = { _ in [] },
        keeping remains: inout ProfileLoader.Remains
    ) throws {
        var folders: [String] = []
        var seen: Set<String> = []
        for path in paths {
            for folder in try places.tenants(in: path) where seen.insert(try places.resolved(folder)).inserted {
                folders.append(folder)
            }
        }
        let loader = ProfileLoader(
            registry: .standard,
            channels: channels,
            proof: RenderingProof(registry: .standard)
        )
        let (profiles, report) = try loader.load(
            folders,
            neighbours: unchanged(folders),
            standIns: places.standIns(for: folders, channels: channels),
            keeping: &remains
        )
        let names = try report.subjects.map { try places.resolved($0).split(separator: "/").last.map(String.init) }
        self.report = report
        tenants = Set(names.compactMap(\.self)).union(report.subjects.isEmpty ? [] : [""])
        sound = zip(names, report.subjects).compactMap { name, folder in
            profiles.first { $0.id.rawValue == name }.map { LoadedTenant(folder: folder, profile: $0) }
        }
    }
}
