import ArgumentParser
import CarillonModel
import CarillonProfiles

/// The payload that `carillon render` shows, and where it comes from.
struct PayloadChoice {
    let payload: JSONValue
    let origin: String

    /// The largest payload that is read from a file, in bytes.
    private static let fileLimit = 1 << 20

    init(profile: TenantProfile, event: EventType, file: String?, sample name: String?) throws {
        if let file {
            payload = try Self.read(file)
            origin = "Payload of \(file)"
            return
        }
        let samples = profile.samples.filter { $0.event == event.id }
        let stem = ([event.id.rawValue] + (name.map { [$0] } ?? [])).joined(separator: ".")
        guard let sample = samples.first(where: { $0.name == name }) else {
            let names = samples.compactMap(\.name)
            let others = names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"
            throw ValidationError("there is no samples/\(stem).json\(others): write it, or give --payload FILE")
        }
        payload = sample.payload
        origin = "Sample samples/\(stem).json"
    }

    private static func read(_ file: String) throws -> JSONValue {
        do {
            return try JSONValue(parsing: FileSystem.content(of: file, limit: fileLimit, waits: true))
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        } catch {
            Terminal.printError("Error: \(file) is no JSON: \(error)\n")
            throw ExitCode(.foundErrors)
        }
    }
}
