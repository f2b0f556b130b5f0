import CarillonModel
import CarillonPipeline
import Foundation
import SQLiteStore

/// How fast the SQLite store is on this machine.
///
///     swift run -c release StoreBenchmark [--notifications 1000000] [--users 10000] [--folder PATH] [PART…]
///
/// Parts: `accept`, `deliver`, `read`. All of them when none is named. Without `--folder` a temporary one is used.
@main
struct StoreBenchmark {
    static func main() async throws {
        let options = try Options(CommandLine.arguments.dropFirst())
        defer { options.cleanUp() }
        for part in options.parts {
            let folder = "\(options.folder)/\(part)"
            let store = try SQLiteStore(folder: folder, identifiers: identifiers)
            let tenant = try await store.tenant("wallet")
            switch part {
            case .accept: try await AcceptBenchmark(tenant: tenant).run()
            case .deliver: try await DeliverBenchmark(tenant: tenant).run()
            case .read: try await ReadBenchmark(tenant: tenant, options: options).run()
            }
            await store.close()
            print("memory of the process, at most: \(Memory.peak) MB; file: \(Memory.size(of: folder)) MB\n")
        }
    }
}

/// Ids as the service makes them.
let identifiers = SystemIdentifiers { now() }

func now() -> Instant {
    Instant(epochMilliseconds: Int64(Date().timeIntervalSince1970 * 1000))
}

enum Part: String, CaseIterable {
    case accept
    case deliver
    case read
}

struct Options {
    var folder: String
    var isTemporary = true
    var notifications = 1_000_000
    var users = 10_000
    var parts: [Part] = []

    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "store-benchmark-\(UUID().uuidString)").path
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            if let part = Part(rawValue: word) {
                parts.append(part)
                continue
            }
            guard let value = rest.popFirst() else { throw Misuse(description: "\(word) is unknown, or wants a value") }
            switch word {
            case "--folder": (folder, isTemporary) = (value, false)
            case "--notifications": notifications = try Self.number(value)
            case "--users": users = try Self.number(value)
            default: throw Misuse(description: "\(word) is unknown")
            }
        }
        if parts.isEmpty { parts = Part.allCases }
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number > 0 else { throw Misuse(description: "\(text) is no number above 0") }
        return number
    }

    func cleanUp() {
        if isTemporary { try? FileManager.default.removeItem(atPath: folder) }
    }
}

enum Memory {
    /// Megabytes, as the system counts the pages of this process that were resident at once.
    static var peak: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 / 1024 } ?? 0
    }

    static func size(of folder: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = names.map { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return (attributes?[.size] as? NSNumber)?.intValue ?? 0
        }
        return sizes.reduce(0, +) / 1_000_000
    }
}
