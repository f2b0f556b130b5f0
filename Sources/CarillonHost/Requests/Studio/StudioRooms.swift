import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStudio
import Synchronization

/// Who of each tenant's staff has which text open at this host, and what happens to texts meanwhile: a hint for others, never
/// a lock.
///
/// A lock, because requests and reloads tell, and connections come and go.
final class StudioRooms: Sendable {
    /// Somebody at a text; nil where they look at something else.
    struct Person: Sendable, Hashable {
        let name: String
        let place: TextPlace?

        fileprivate var json: JSONValue {
            var object: JSONObject = ["name": .string(name)]
            object["place"] = place.map { .object($0.json) }
            return .object(object)
        }
    }

    /// What is told to all who are there.
    enum News: Sendable, Hashable {
        case people([Person])
        /// Somebody kept other words in a proposal.
        case changed(TextPlace, proposal: String, by: String)
        /// The tenant's words are others now: files have changed, or a version of texts counts.
        case texts(revision: String, version: Int)

        var name: String {
            switch self {
            case .people: "people"
            case .changed: "changed"
            case .texts: "texts"
            }
        }

        var json: JSONValue {
            switch self {
            case .people(let people): ["people": .array(people.map(\.json))]
            case .changed(let place, let proposal, let author):
                ["place": .object(place.json), "proposal": .string(proposal), "author": .string(author)]
            case .texts(let revision, let version): ["revision": .string(revision), "version": JSONValue(version)]
            }
        }
    }

    /// Streams of a tenant, and of one person.
    static let (mostOfTenant, mostOfOne) = (200, 20)

    private struct State {
        var streams: [TenantID: [Int: StudioStream]] = [:]
        var last = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Whether there is room for one more of a person's.
    ///
    /// - Throws: `limit-reached`.
    func requireRoom(for person: Person, in tenant: TenantID) throws(Problem) {
        let (all, own) = state.withLock { state in
            let streams = state.streams[tenant, default: [:]].values
            return (streams.count, streams.count { $0.person.name == person.name })
        }
        guard all < Self.mostOfTenant, own < Self.mostOfOne else {
            throw Problem(.limitReached, "as many pages of this studio are open as may be")
        }
    }

    /// - Returns: its number; nil where the host stops.
    func enter(_ stream: StudioStream, _ tenant: TenantID) -> Int? {
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.last += 1
            state.streams[tenant, default: [:]][state.last] = stream
            return state.last
        }
        if number != nil { tellPeople(in: tenant) }
        return number
    }

    func leave(_ number: Int, _ tenant: TenantID) {
        state.withLock { state in
            state.streams[tenant]?[number] = nil
            if state.streams[tenant]?.isEmpty == true { state.streams[tenant] = nil }
        }
        tellPeople(in: tenant)
    }

    func tell(_ news: News, in tenant: TenantID) {
        for stream in streams(of: tenant) { stream.hear(news) }
    }

    /// Ends all, and those that come from now on: the host stops.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return state.streams.values.flatMap(\.values)
        }
        for stream in streams { stream.end() }
    }

    private func streams(of tenant: TenantID) -> [StudioStream] {
        state.withLock { $0.streams[tenant].map { Array($0.values) } ?? [] }
    }

    /// By name; somebody who has two texts open is there twice.
    private func tellPeople(in tenant: TenantID) {
        let streams = streams(of: tenant)
        let people = Set(streams.map(\.person)).sorted {
            ($0.name, $0.place?.historyName ?? "") < ($1.name, $1.place?.historyName ?? "")
        }
        for stream in streams { stream.hear(.people(people)) }
    }
}
