import CarillonModel
import CarillonPipeline
import PostgresTesting
import Testing

@testable import PostgresStore

/// That nobody works in a lane by what it had in an earlier epoch, and that the epoch is what shows it.
///
/// Each loss is played twice: as it is, and on a database on which epochs don't rise, where nothing is refused any more.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct LaneEpochTests {
    /// How a host came to lose its lanes, and who has them then.
    enum Loss: CaseIterable {
        /// It was dead, and another host took them.
        case toAnotherHost
        /// The same, but that the other has its number: only the epoch tells them apart.
        case toAnotherOfItsNumber
        /// It gave them back, and took them again; something late works on for the former time.
        case toItselfLater
    }

    private let now = Instant(epochMilliseconds: 0)

    @Test(arguments: Loss.allCases)
    func `whatever is done in a lane is refused to those who lost it`(loss: Loss) async throws {
        try await withLost(loss) { work in
            let refused = try await work.refused()
            #expect(refused == Set(LaneWork.Step.allCases))
        }
    }

    @Test(arguments: [Loss.toAnotherOfItsNumber, .toItselfLater])
    func `where epochs don't rise nothing of it is refused`(loss: Loss) async throws {
        try await withLost(loss, keepingEpochs: true) { work in
            let refused = try await work.refused()
            #expect(refused == [])
        }
    }

    /// Runs `body` with what a host had when it lost its lanes: one delivery that was leased, and a notification that is due.
    private func withLost(
        _ loss: Loss,
        keepingEpochs: Bool = false,
        _ body: (LaneWork) async throws -> Void
    ) async throws {
        try await withTwoHosts { first, second, cluster, database in
            let (former, later) = (try await first.tenant("globex"), try await second.tenant("globex"))
            if keepingEpochs { try cluster.keepEpochs(in: database) }
            let lanes = try await former.take([.home, .channel("push")], at: now)
            for id in ["1", "2"] { _ = try await former.accept(event(id)) }
            let routes = try await former.due(in: lanes[0], at: now, limit: 9).map { due in
                let plan = PlannedDelivery(channel: "push", address: "somewhere")
                return RoutedNotification(row: due.row, decisions: [], deliveries: [plan])
            }
            let rows = try await former.route([routes[0]], in: lanes[0], at: now)[0]
            switch loss {
            case .toAnotherHost, .toAnotherOfItsNumber:
                try cluster.letFirstHostDie(in: database)
                #expect(try await later.take(lanes.map(\.lane), at: now).count == 2)
                if loss == .toAnotherOfItsNumber { first.identity.host = second.identity.host }
            case .toItselfLater:
                try await former.releaseLanes(lanes, at: now)
                #expect(try await former.take(lanes.map(\.lane), at: now).count == 2)
            }
            try await body(LaneWork(tenant: former, home: lanes[0], push: lanes[1], route: routes[1], rows: rows))
        }
    }
}

/// What a host may still try with lanes that it had.
private struct LaneWork {
    enum Step: CaseIterable {
        case due, route, postpone, lease, leaseHeld, mark, releaseLeases, reclaim, release, note
    }

    let tenant: any TenantStore
    let home: LaneLease
    let push: LaneLease
    /// Of a notification that is due.
    let route: RoutedNotification
    /// Of a delivery that was leased.
    let rows: [Int64]

    private let now = Instant(epochMilliseconds: 0)

    /// - Returns: the steps that failed because the lane is lost.
    func refused() async throws -> Set<Step> {
        var refused: Set<Step> = []
        for step in Step.allCases {
            do {
                try await take(step)
            } catch let failure as StoreFailure where failure.kind == .laneLost {
                refused.insert(step)
            }
        }
        return refused
    }

    private func take(_ step: Step) async throws {
        switch step {
        case .due: _ = try await tenant.due(in: home, at: now, limit: 9)
        case .route: _ = try await tenant.route([route], in: home, at: now)
        case .postpone:
            let decision = Decision(channel: nil, verdict: .later, reason: .unknownEvent, detail: "")
            try await tenant.postpone([route.row], in: home, until: now, endingAfter: .seconds(1), because: decision)
        case .lease: _ = try await tenant.leaseDeliveries(on: "push", in: push, at: now, limit: 9)
        case .leaseHeld:
            _ = try await tenant.leaseHeld(on: "push", in: push, countingFrom: nil, at: now, limit: 9)
        case .mark: _ = try await tenant.markAttempted(rows, in: push, at: now)
        case .releaseLeases: try await tenant.releaseLeases(rows, in: push, at: now)
        case .reclaim:
            _ = try await tenant.reclaimLeases(in: [home, push], leasedBefore: now, except: [], at: now)
        case .release: _ = try await tenant.release("push", in: push, at: now)
        case .note: try await tenant.note([:], of: push)
        }
    }
}

extension Cluster {
    /// As if nobody had thought of counting who takes a lane.
    fileprivate func keepEpochs(in database: String) throws {
        try sql(
            """
            CREATE FUNCTION carillon.keep_epoch() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN NEW.epoch := OLD.epoch; RETURN NEW; END $$;
            CREATE TRIGGER keep_epoch BEFORE UPDATE ON carillon.lane
                FOR EACH ROW EXECUTE FUNCTION carillon.keep_epoch()
            """,
            in: database
        )
    }
}
