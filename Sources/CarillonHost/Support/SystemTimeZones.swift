public import CarillonModel
public import CarillonPluginKit
import Foundation
import Synchronization

/// The rules of time zones that Foundation contains: they need no package of the system's.
public final class SystemTimeZones: TimeZoneDatabase {
    /// There are few zones, and they are requested all the time.
    ///
    /// Misses are cached too, so that a hostile name costs one look-up.
    ///
    /// A lock, because renderers of all tenants share it.
    private let zones = Mutex<[String: TimeZone?]>([:])
    private static let cacheLimit = 4096

    public init() {}

    public func offset(of zone: String, at instant: Instant) -> Int? {
        timeZone(zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.epochMilliseconds) / 1000))
    }

    private func timeZone(_ name: String) -> TimeZone? {
        zones.withLock { zones in
            if let known = zones[name] { return known }
            if zones.count >= Self.cacheLimit { zones.removeAll() }
            let zone = TimeZone(identifier: name)
            zones[name] = .some(zone)
            return zone
        }
    }
}
