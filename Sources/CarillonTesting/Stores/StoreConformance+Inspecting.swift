import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let inspecting: [Rule] = [
        Rule("the queue's figures tell what is due, scheduled, being sent, held and failed") { subject in
            let tenant = subject.tenant
            try requireEqual(await tenant.queue(at: .at(0)), QueueFigures(), "of an empty store")
            let rows = try await tenant.acceptAndRoute(.testing("1", to: ["ada", "ben", "cy", "dee"]))
            let pause = OutcomeReason("no-key", "wrong credentials")
            try await tenant.settle([
                Settlement(row: rows[0], result: .failed(.slowDown), at: .at(1)),
                Settlement(row: rows[1], result: .held(pause), at: .at(1)),
                Settlement(row: rows[2], result: .retry(.slowDown, at: .at(50)), at: .at(1)),
            ])
            _ = try await tenant.accept(.testing("2", at: 2))
            _ = try await tenant.accept(.testing("3", at: 3, due: 100))
            let early = QueueFigures(due: 1, oldestDue: .at(2), scheduled: 2, sending: 1, held: ["push": 1], failed: 1)
            try requireEqual(await tenant.queue(at: .at(10)), early, "at 10")
            let late = QueueFigures(due: 3, oldestDue: .at(2), scheduled: 0, sending: 1, held: ["push": 1], failed: 1)
            try requireEqual(await tenant.queue(at: .at(100)), late, "at 100")
        }
    ]
}
