import CarillonModel
import CarillonPipeline
import Testing

@testable import CarillonHost

@Test(arguments: StoreFailure.Kind.allCases)
func `only what is known not to be stored is said to have changed nothing`(kind: StoreFailure.Kind) {
    let problem = Problem.storeFailed(kind)
    #expect(problem.detail.contains("nothing was changed") == (kind != .unknown))
    #expect(problem.detail.contains("isn't known") == (kind == .unknown))
    #expect(problem.retryAfter == .seconds(5))
}

struct HeldLanesTests {
    @Test func `a lane that isn't held has no lease, and those of an earlier life are forgotten`() throws {
        let lanes = HeldLanes()
        #expect(throws: StoreFailure.self) { try lanes.lease(.home) }
        lanes.hold([.sole(.home), LaneLease(.channel("push"), epoch: 7)])
        #expect(try lanes.lease(.channel("push")).epoch == 7)
        lanes.hold([LaneLease(.channel("push"), epoch: 9)])
        #expect(try lanes.lease(.channel("push")).epoch == 9)
        let failure = #expect(throws: StoreFailure.self) { try lanes.lease(.home) }
        #expect(failure?.kind == .laneLost)
    }
}
