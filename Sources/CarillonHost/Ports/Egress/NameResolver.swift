import CarillonPluginKit
import Foundation
import NIOPosix
import Synchronization

/// Names to addresses, all of them, for who must look at them before connecting.
///
/// On threads of its own: a name server that keeps one waiting holds up other look-ups, and nothing else. A lock around
/// what was found, because requests come side by side.
final class NameResolver: Sendable {
    private struct Found {
        let addresses: [InternetAddress]
        let until: ContinuousClock.Instant
    }

    /// How long an answer is used: the system doesn't tell how long it would hold.
    private static let life = Duration.seconds(30)
    private static let capacity = 4096

    private let threads: NIOThreadPool
    private let found = Mutex<[String: Found]>([:])

    init() {
        threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
    }

    /// - Throws: `notSent` where the name server gives no address, or no answer within the time.
    func addresses(of host: String, within limit: Duration) async throws(EgressFailure) -> [InternetAddress] {
        let now = ContinuousClock.now
        if let known = found.withLock({ $0[host] }), known.until > now { return known.addresses }
        let addresses: [InternetAddress]
        do {
            addresses = try await withThrowingTaskGroup(of: [InternetAddress]?.self) { group in
                group.addTask { [threads] in try await threads.runIfActive { Self.lookUp(host) } }
                group.addTask {
                    try await Task.sleep(for: limit)
                    return nil
                }
                defer { group.cancelAll() }
                guard let found = try await group.next().flatMap({ $0 }) else {
                    throw EgressFailure.notSent("no name server answers for the name \(host)")
                }
                return found
            }
        } catch let failure as EgressFailure {
            throw failure
        } catch {
            throw .notSent("the name \(host) wasn't looked up: \(ConnectionTrouble.words(error))")
        }
        guard !addresses.isEmpty else { throw .notSent("the name \(host) wasn't found") }
        found.withLock { found in
            if found.count >= Self.capacity { found.removeAll() }
            found[host] = Found(addresses: addresses, until: now.advanced(by: Self.life))
        }
        return addresses
    }

    func close() async {
        // A pool that is shut down already is all it can complain about.
        try? await threads.shutdownGracefully()
    }

    private static func lookUp(_ host: String) -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [InternetAddress] = []
        var next = list
        while let info = next {
            if let address = InternetAddress(info), !addresses.contains(address) { addresses.append(address) }
            next = info.pointee.ai_next
        }
        return addresses
    }
}
