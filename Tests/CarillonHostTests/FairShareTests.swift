import CarillonModel
import Synchronization
import Testing

@testable import CarillonHost

struct FairShareTests {
    private let share = FairShare(processors: 1)
    private let loud: TenantID = "loud"
    private let quiet: TenantID = "quiet"

    @Test func `a tenant's step comes at once, however many of another's are ready`() async {
        let steps = Steps()
        let (ready, isReady) = AsyncStream<Void>.makeStream()
        let (loudExecutor, quietExecutor) = (share.executor(of: loud), share.executor(of: quiet))
        await withTaskGroup(of: Void.self) { group in
            // One processor: this step keeps the loud tenant's only thread until the quiet one has had its turn.
            group.addTask(executorPreference: loudExecutor) {
                isReady.yield()
                while !steps.all.contains(-1) {}
            }
            for await _ in ready { break }
            for number in 0..<1000 {
                group.addTask(executorPreference: loudExecutor) { steps.take(number) }
            }
            group.addTask(executorPreference: quietExecutor) { steps.take(-1) }
        }
        #expect(steps.all == [-1] + Array(0..<1000))
    }

    @Test func `a tenant has no more steps at a time than there are processors`() async {
        let steps = Steps()
        let executor = share.executor(of: loud)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask(executorPreference: executor) {
                    steps.begin()
                    steps.take(number)
                    steps.end()
                }
            }
        }
        #expect(steps.all.count == 200)
        #expect(steps.most == 1)
    }

    @Test func `whoever was away has saved nothing up`() async {
        await spin(loud, steps: 40)
        await spin(quiet, steps: 1)
        #expect(share.used(by: loud) >= .milliseconds(40))
        #expect(share.used(by: quiet) >= share.used(by: loud) / 2)
    }

    @Test func `the same tenant has the same executor`() {
        #expect(share.executor(of: loud) === share.executor(of: loud))
        #expect(share.executor(of: loud) !== share.executor(of: quiet))
    }

    /// Steps of a millisecond each.
    private func spin(_ tenant: TenantID, steps: Int) async {
        await withTaskExecutorPreference(share.executor(of: tenant)) {
            for _ in 0..<steps {
                let end = ContinuousClock.now + .milliseconds(1)
                while ContinuousClock.now < end {}
                await Task.yield()
            }
        }
    }
}

/// What the steps of a test leave behind.
///
/// A lock, because they run on several threads.
private final class Steps: Sendable {
    private struct State {
        var all: [Int] = []
        var running = 0
        var most = 0
    }

    private let state = Mutex(State())

    var all: [Int] { state.withLock { $0.all } }
    var most: Int { state.withLock { $0.most } }

    func take(_ number: Int) {
        state.withLock { $0.all.append(number) }
    }

    func begin() {
        state.withLock { state in
            state.running += 1
            state.most = max(state.most, state.running)
        }
    }

    func end() {
        state.withLock { $0.running -= 1 }
    }
}
