import Foundation

@testable import CarillonHost

/// `slow…` answers only once it has ended, `nothing…` stands for nothing, `fails-later…` is answered once.
///
/// A condition, because look-ups block their threads.
final class ScriptedNames: @unchecked Sendable {
    static let address = InternetAddress("127.0.0.1")

    private let condition = NSCondition()
    private var counts: [String: Int] = [:]
    private var isEnding = false
    private var blockedCount = 0

    func lookUp(_ host: String) -> [InternetAddress]? {
        condition.withLock {
            counts[host, default: 0] += 1
            if host.hasPrefix("slow") {
                blockedCount += 1
                while !isEnding { condition.wait() }
                blockedCount -= 1
            }
            if host.hasPrefix("nothing") { return [] }
            if host.hasPrefix("fails-later"), counts[host, default: 0] > 1 { return nil }
            return Self.address.map { [$0] }
        }
    }

    var blocked: Int { condition.withLock { blockedCount } }

    func asked(_ host: String) -> Int { condition.withLock { counts[host, default: 0] } }

    func end() {
        condition.withLock {
            isEnding = true
            condition.broadcast()
        }
    }
}
