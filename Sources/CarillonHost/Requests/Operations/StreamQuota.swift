import CarillonModel
import CarillonPipeline
import CarillonProfiles
import Synchronization

/// How many streams there may be; nil: as many as there are connections.
struct StreamLimits: Sendable, Hashable {
    var perUser: Int?
    /// So that one tenant's users leave some for another's.
    var perTenant: Int?
    var all: Int?
}

/// The streams that were admitted, from before their answer begins until they end.
///
/// Whoever holds a ``Place`` has one, and gives it back by holding it no longer: an answer that is never written is dropped
/// with its stream. A lock, because requests come and connections end on any thread.
final class StreamQuota: Sendable {
    final class Place: Sendable {
        fileprivate let reader: LiveFeeds.Reader
        private let places: StreamQuota

        fileprivate init(_ reader: LiveFeeds.Reader, of places: StreamQuota) {
            self.reader = reader
            self.places = places
        }

        deinit { places.release(reader) }
    }

    private struct State {
        var all = 0
        var byTenant: [TenantID: Int] = [:]
        var byReader: [LiveFeeds.Reader: Int] = [:]
    }

    private let limits: StreamLimits
    private let onRefusal: @Sendable (TenantID, Problem.Code) -> Void
    private let state = Mutex(State())

    /// - Parameter onRefusal: called with the tenant whose stream was refused, and why.
    init(
        _ limits: StreamLimits = StreamLimits(),
        onRefusal: @escaping @Sendable (TenantID, Problem.Code) -> Void = { _, _ in }
    ) {
        self.limits = limits
        self.onRefusal = onRefusal
    }

    /// - Throws: where the user, the tenant or the host has as many as there may be.
    func take(_ reader: LiveFeeds.Reader) throws(Problem) -> Place {
        let problem = state.withLock { state -> Problem? in
            if let limit = limits.perUser, state.byReader[reader] ?? 0 >= limit { return .tooManyStreams(limit) }
            if let limit = limits.perTenant, state.byTenant[reader.tenant] ?? 0 >= limit {
                return .streamsExhausted("this tenant has as many streams open as one tenant may have")
            }
            if let limit = limits.all, state.all >= limit {
                return .streamsExhausted("this host has as many streams open as it takes")
            }
            state.all += 1
            state.byTenant[reader.tenant, default: 0] += 1
            state.byReader[reader, default: 0] += 1
            return nil
        }
        if let problem {
            onRefusal(reader.tenant, problem.code)
            throw problem
        }
        return Place(reader, of: self)
    }

    private func release(_ reader: LiveFeeds.Reader) {
        state.withLock { state in
            state.all -= 1
            state.byTenant.takeOne(reader.tenant)
            state.byReader.takeOne(reader)
        }
    }
}

extension Dictionary where Value == Int {
    fileprivate mutating func takeOne(_ key: Key) {
        let left = (self[key] ?? 1) - 1
        self[key] = left == 0 ? nil : left
    }
}

extension Problem {
    fileprivate static func tooManyStreams(_ limit: Int) -> Problem {
        Problem(
            code: .tooManyStreams,
            "this user has \(limit) streams open already; close one first",
            retryAfter: .seconds(30)
        )
    }

    fileprivate static func streamsExhausted(_ message: String) -> Problem {
        Problem(
            code: .streamsExhausted,
            message + "; ask for the feed instead, and try again later",
            retryAfter: .seconds(30)
        )
    }
}
