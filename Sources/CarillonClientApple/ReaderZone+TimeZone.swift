public import CarillonClient
public import Foundation

extension ReaderZone {
    /// A zone as Foundation knows it; `.autoupdatingCurrent` follows the phone's settings.
    public init(_ zone: TimeZone) {
        self.init { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0) / 1000)) }
    }
}
