import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Which failed deliveries are to be tried again.
enum Redrive: Sendable, Hashable {
    case rows([Int64])
    /// All, as far as these say; nil is “any”.
    case all(channel: ChannelID?, code: String?)

    struct Report: Sendable, Hashable {
        var redriven: [Int64] = []
        /// Not failed, or without their device.
        var passedOver = 0
    }

    /// How many rows may be named at once.
    static let largestList = 1000
    private static let portion = 500

    /// Does it, a portion at a time: callers of the store come in between.
    func run(in store: any OperatingStore, at now: Instant) async throws(StoreFailure) -> Report {
        switch self {
        case .rows(let rows):
            let redriven = try await store.redrive(rows, at: now)
            return Report(redriven: redriven, passedOver: rows.count - redriven.count)
        case .all(let channel, let code):
            var report = Report()
            var query = DeadLetterQuery(limit: Self.portion, channel: channel, code: code)
            // What failed can't be tried again where its device is gone: it stays, and is stepped over.
            while true {
                let found = try await store.deadLetters(query)
                guard let last = found.last else { return report }
                let redriven = try await store.redrive(found.map(\.row), at: now)
                report.redriven += redriven
                report.passedOver += found.count - redriven.count
                query.before = last.row
            }
        }
    }
}
