import CarillonModel
import CarillonPluginKit
import MessageFormat

/// The operating system's time zones, as the pipeline asks for them.
struct SystemZones: TimeZoneDatabase {
    func offset(of zone: String, at instant: Instant) -> Int? {
        SystemTimeZones.all.offset(zone, instant.epochMilliseconds.floorDivided(by: 1000))?.seconds
    }
}
