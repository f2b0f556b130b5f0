import CarillonModel
import CarillonPipeline
import Synchronization

/// Mails as they were previewed a moment ago, each for who asked for the preview, and at this host alone.
///
/// A lock, because any request keeps and takes them.
final class MailPreviews: Sendable {
    /// How long a mail can be looked at.
    static let lifetime: Duration = .seconds(60)
    /// How many previews are kept of each person's, and of everybody's: the newest.
    private static let (mostOfOne, mostOfAll) = (4, 128)
    /// Bytes of everybody's.
    private static let mostBytes = 32 << 20

    private struct Kept {
        let id: String
        let owner: String
        let mails: [String]
        let bytes: Int
        let expiresAt: Instant
    }

    private let kept = Mutex<[Kept]>([])

    /// - Parameters:
    ///   - mails: HTML documents.
    ///   - id: one that nobody can guess; each mail has a ``ticket(_:_:)`` of it.
    func keep(_ mails: [String], for member: StaffMember, id: String, at now: Instant) {
        let bytes = mails.reduce(0) { $0 + $1.utf8.count }
        let new = Kept(
            id: id,
            owner: member.browser,
            mails: mails,
            bytes: bytes,
            expiresAt: now.advanced(by: Self.lifetime)
        )
        kept.withLock { kept in
            kept.removeAll { $0.expiresAt <= now }
            kept.append(new)
            while kept.count(where: { $0.owner == new.owner }) > Self.mostOfOne,
                let oldest = kept.firstIndex(where: { $0.owner == new.owner })
            {
                kept.remove(at: oldest)
            }
            while kept.count > Self.mostOfAll || kept.reduce(0, { $0 + $1.bytes }) > Self.mostBytes {
                kept.removeFirst()
            }
        }
    }

    /// By which the mail of that place among those that are kept together is asked for.
    static func ticket(_ id: String, _ place: Int) -> String { "\(id)-\(place)" }

    /// Nil for a ticket that is too old, is another's, or is none.
    func mail(_ ticket: String, for member: StaffMember, at now: Instant) -> String? {
        guard let dash = ticket.lastIndex(of: "-"), let number = Int(ticket[ticket.index(after: dash)...]),
            ticket.hasSuffix("-\(number)")
        else { return nil }
        return kept.withLock { kept in
            let found = kept.first { $0.id == ticket[..<dash] && $0.owner == member.browser && $0.expiresAt > now }
            return found.flatMap { $0.mails.indices.contains(number) ? $0.mails[number] : nil }
        }
    }
}

extension StaffMember {
    /// What is told apart where the same person may have two browsers: the session, or who came with a token.
    var browser: String { session ?? "token: \(name)" }
}
