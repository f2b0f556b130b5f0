public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

/// The port's `KeyStore`.
extension StoredTenant {
    public func key(_ name: String, orNew new: [UInt8]) async throws(StoreFailure) -> [UInt8] {
        // Almost always it is there, and nothing is written.
        var kept = try await read { database in try database.key(name) }
        if kept == nil {
            kept = try await write { database in
                try database.run(
                    "INSERT INTO key (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    name,
                    Base64.encode(new, .standard)
                )
                return try database.key(name)
            }
        }
        guard let key = kept.flatMap({ Base64.decode($0) }) else {
            throw StoreFailure(.corrupted, "the key “\(name)” can't be read")
        }
        return key
    }
}

/// The port's `UsedCodeStore`.
extension StoredTenant {
    public func use(_ digest: [UInt8], until end: Instant, at now: Instant) async throws(StoreFailure) -> Bool {
        try await write { database in
            try database.run("DELETE FROM used_code WHERE ends_at <= ?", now)
            try database.run(
                "INSERT INTO used_code (digest, ends_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                Base64.encode(digest, .standard),
                end
            )
            return database.changesCount == 1
        }
    }
}

extension StoreConnection {
    /// In Base64.
    fileprivate func key(_ name: String) throws -> String? {
        try value("SELECT value FROM key WHERE name = ?", name)
    }
}
