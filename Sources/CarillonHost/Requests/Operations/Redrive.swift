import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Which failed deliveries are to be tried again.
enum Redrive: Sendable, Hashable {
    case rows([Int64])
    /// All, as far as these say; nil is “any”.
    case all(channel: ChannelID?, code: String?)

    struct Report: Sendable, Hashable {
        var redriven = Redriven()
        /// Not failed, or without their device.
        var passedOver = 0
        /// Named, and not there.
        var unknown: [Int64] = []
    }

    /// How many rows may be named at once.
    static let largestList = 1000
    private static let portion = 500

    /// Does it, a portion at a time: callers of the store come in between.
    func run(in store: any OperatingStore & InspectingStore, at now: Instant) async throws(StoreFailure) -> Report {
        switch self {
        case .rows(let rows):
            let redriven = try await store.redrive(rows, at: now)
            let unknown = try await Self.unknown(Set(rows).subtracting(redriven.rows).sorted(), in: store)
            let passedOver = rows.count - redriven.rows.count - unknown.count
            return Report(redriven: redriven, passedOver: passedOver, unknown: unknown)
        case .all(let channel, let code):
            var report = Report()
            var query = DeadLetterQuery(limit: Self.portion, channel: channel, code: code)
            // What failed can't be tried again where its device is gone: it stays, and is stepped over.
            while true {
                let found = try await store.deadLetters(query)
                guard let last = found.last else { return report }
                let redriven = try await store.redrive(found.map(\.row), at: now)
                report.redriven.rows += redriven.rows
                report.redriven.channels.formUnion(redriven.channels)
                report.passedOver += found.count - redriven.rows.count
                query.before = last.row
            }
        }
    }

    private static func unknown(
        _ rows: [Int64],
        in store: any InspectingStore
    ) async throws(StoreFailure) -> [Int64] {
        var unknown: [Int64] = []
        for row in rows {
            // The latest of those up to it.
            let page = ListingPage(limit: 1, before: row < .max ? row + 1 : nil)
            let found = try await store.listDeliveries(DeliveryFilter(), page)
            if found.first?.row != row { unknown.append(row) }
        }
        return unknown
    }
}
