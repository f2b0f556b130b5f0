import CarillonModel
import CarillonPluginKit
import MessageFormat

/// The operating system's time zones, for the pipeline.
struct SystemZones: TimeZoneDatabase {
    func offset(of zone: String, at instant: Instant) -> Int? {
        SystemTimeZones.all.offset(zone, instant.epochMilliseconds.floorDivided(by: 1000))?.seconds
    }
}
