import CarillonModel

/// Which receipts were issued, and their results.
///
/// An id holds its own time and number, so that an ordinary receipt costs no memory: only those with an error or a
/// delay of their own are kept, and of them no more than ``capacity``.
struct ExpoReceiptBook: Sendable {
    private struct Entry: Sendable {
        let error: String?
        let token: String
        let readyAt: Instant
    }

    private static let capacity = 100_000
    /// Expo keeps receipts for a day.
    private static let lifetime = Duration.seconds(86400)

    private let delay: Duration
    private var next: UInt64 = 0
    private var special: [UInt64: Entry] = [:]
    private var order: [UInt64] = []

    init(delay: Duration) {
        self.delay = delay
    }

    /// A new receipt's id, in the form of a UUID of version 7.
    mutating func issue(error: String?, delay: Duration?, token: String, at now: Instant) -> String {
        let number = next
        next += 1
        if error != nil || delay != nil {
            if order.count >= Self.capacity { forget() }
            special[number] = Entry(error: error, token: token, readyAt: now.advanced(by: delay ?? self.delay))
            order.append(number)
        }
        return Self.id(number, now)
    }

    /// The receipt's JSON; nil for one unknown, not yet ready or too old.
    func receipt(_ id: String, now: Instant) -> JSONValue? {
        guard let (number, issued) = Self.parts(of: id), number < next, issued <= now,
            issued.advanced(by: Self.lifetime) > now
        else { return nil }
        guard let entry = special[number] else {
            return issued.advanced(by: delay) <= now ? ["status": "ok"] : nil
        }
        guard entry.readyAt <= now else { return nil }
        return entry.error.map { ExpoWording.failure($0, token: entry.token) } ?? ["status": "ok"]
    }

    /// Drops the older half at once, so that dropping costs little on the average.
    private mutating func forget() {
        for number in order.prefix(Self.capacity / 2) { special[number] = nil }
        order.removeFirst(min(order.count, Self.capacity / 2))
    }

    /// 48 bits of time, then the number in the 62 bits behind the variant.
    private static func id(_ number: UInt64, _ now: Instant) -> String {
        let time = hexadecimal(UInt64(clamping: now.epochMilliseconds), 12)
        let low = hexadecimal(number | 0x8000_0000_0000_0000, 16)
        return "\(time.prefix(8))-\(time.dropFirst(8))-7000-\(low.prefix(4))-\(low.dropFirst(4))"
    }

    private static func parts(of id: String) -> (UInt64, Instant)? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let time = Int64(parts[0] + parts[1], radix: 16),
            parts[2] == "7000", let low = UInt64(parts[3] + parts[4], radix: 16), low >= 0x8000_0000_0000_0000
        else { return nil }
        return (low & 0x3FFF_FFFF_FFFF_FFFF, Instant(epochMilliseconds: time))
    }

    private static func hexadecimal(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
