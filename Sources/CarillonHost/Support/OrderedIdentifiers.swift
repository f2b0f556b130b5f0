import CarillonPipeline
import Synchronization

/// Ids of which each comes after the one before, also within a millisecond: for what is listed by them.
///
/// A lock, because any request asks for one.
final class OrderedIdentifiers: IdentifierMaker {
    private let made: any IdentifierMaker
    private let last = Mutex("")

    init(_ made: any IdentifierMaker) {
        self.made = made
    }

    func uuid() -> String {
        let fresh = made.uuid()
        return last.withLock { last in
            last = fresh > last ? fresh : Self.following(last) ?? fresh
            return last
        }
    }

    func hexadecimal(digits: Int) -> String { made.hexadecimal(digits: digits) }

    /// The next UUID: of its last group, 48 random bits, one more; nil where that is full.
    ///
    /// Source: RFC 9562, section 6.2, method 2.
    static func following(_ uuid: String) -> String? {
        guard let dash = uuid.lastIndex(of: "-"), let number = UInt64(uuid[uuid.index(after: dash)...], radix: 16),
            number < 0xFFFF_FFFF_FFFF
        else { return nil }
        let next = String(number + 1, radix: 16)
        return uuid[...dash] + String(repeating: "0", count: 12 - next.count) + next
    }
}
