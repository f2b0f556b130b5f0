import CarillonModel
import Dispatch
import Foundation
import Synchronization

/// Shares the host's processors among its tenants.
///
/// Swift runs whatever is ready in the order it became so: behind a tenant that floods the host, everybody would wait for
/// hundreds of its steps at each of theirs. Here each tenant has a queue of its own. A thread that is free takes a step of
/// the tenant that has used least, and no tenant is given all threads at once, so that the one that is left can begin with
/// another's at any time; from there on the system shares out time as it does among programs.
///
/// A lock, because steps become ready on any thread. Threads come when there is work and go after some seconds without any.
final class FairShare: Sendable {
    private struct Line {
        let executor: TenantExecutor
        var jobs = JobQueue()
        var running = 0
        /// How long it has run, as far as it counts: who comes back after being idle has saved nothing up.
        var used: Duration = .zero
    }

    private struct State {
        var lines: [Line] = []
        /// Those with jobs.
        var ready: [Int] = []
        var executors: [TenantID: TenantExecutor] = [:]
        /// What had been used by the tenant that was last given a thread.
        var level: Duration = .zero
        var threads = 0
        /// Threads that wait, but for those that are being woken.
        var idle = 0
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let threadLimit: Int
    private static let idleTime: DispatchTimeInterval = .seconds(5)

    /// - Parameter processors: how many steps of one tenant may run at the same time; there is one thread more.
    init(processors: Int) {
        threadLimit = max(1, processors) + 1
    }

    /// Where the tenant's tasks run; the same for as long as this lives.
    func executor(of tenant: TenantID) -> TenantExecutor {
        state.withLock { state in
            if let known = state.executors[tenant] { return known }
            let executor = TenantExecutor(number: state.lines.count, share: self)
            state.executors[tenant] = executor
            state.lines.append(Line(executor: executor))
            return executor
        }
    }

    /// How long the tenant's steps have run.
    func used(by tenant: TenantID) -> Duration {
        state.withLock { state in state.executors[tenant].map { state.lines[$0.number].used } ?? .zero }
    }

    /// Who takes a job that became ready.
    private enum Taker {
        case running, woken, new
    }

    fileprivate func add(_ job: UnownedJob, of number: Int) {
        let taker: Taker = state.withLock { state in
            if state.lines[number].jobs.isEmpty, state.lines[number].running == 0 {
                state.lines[number].used = max(state.lines[number].used, state.level)
            }
            if state.lines[number].jobs.isEmpty { state.ready.append(number) }
            state.lines[number].jobs.append(job)
            // Where the tenant has all the threads it may have, one of them takes it.
            guard state.lines[number].running < threadLimit - 1 else { return .running }
            if state.idle > 0 {
                state.idle -= 1
                return .woken
            }
            guard state.threads < threadLimit else { return .running }
            state.threads += 1
            return .new
        }
        // Outside of the lock, because the resumed task acquires it.
        switch taker {
        case .running: break
        case .woken: wakeUp.signal()
        case .new: Thread.detachNewThread { self.work() }
        }
    }

    private func work() {
        while true {
            var done: (number: Int, time: Duration)?
            while let (job, number, executor) = next(after: done) {
                let began = ContinuousClock.now
                job.runSynchronously(on: executor.asUnownedTaskExecutor())
                done = (number, ContinuousClock.now - began)
            }
            guard rest() else { return }
        }
    }

    /// - Parameter done: the step that the thread has just ended.
    private func next(after done: (number: Int, time: Duration)?) -> (UnownedJob, Int, TenantExecutor)? {
        state.withLock { state in
            if let done {
                state.lines[done.number].running -= 1
                state.lines[done.number].used += done.time
            }
            var best: Int?
            for (place, number) in state.ready.enumerated() where state.lines[number].running < threadLimit - 1 {
                if let best, state.lines[state.ready[best]].used <= state.lines[number].used { continue }
                best = place
            }
            guard let best, let job = state.lines[state.ready[best]].jobs.popFirst() else {
                state.idle += 1
                return nil
            }
            let chosen = state.ready[best]
            if state.lines[chosen].jobs.isEmpty { state.ready.remove(at: best) }
            state.lines[chosen].running += 1
            state.level = max(state.level, state.lines[chosen].used)
            return (job, chosen, state.lines[chosen].executor)
        }
    }

    /// Waits for work.
    ///
    /// - Returns: false where the thread has been without any for long and is to end.
    private func rest() -> Bool {
        while wakeUp.wait(timeout: .now() + Self.idleTime) == .timedOut {
            let ends = state.withLock { state in
                // A thread is being woken right now, which may be this one.
                guard state.idle > 0 else { return false }
                state.idle -= 1
                state.threads -= 1
                return true
            }
            if ends { return false }
        }
        return true
    }
}

extension FairShare {
    /// One tenant's place in the share.
    final class TenantExecutor: TaskExecutor {
        fileprivate let number: Int
        private let share: FairShare

        fileprivate init(number: Int, share: FairShare) {
            self.number = number
            self.share = share
        }

        func enqueue(_ job: consuming ExecutorJob) {
            share.add(UnownedJob(job), of: number)
        }
    }
}

/// First in, first out.
private struct JobQueue {
    private var incoming: [UnownedJob] = []
    /// The first is last.
    private var outgoing: [UnownedJob] = []

    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

    mutating func append(_ job: UnownedJob) {
        incoming.append(job)
    }

    mutating func popFirst() -> UnownedJob? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming.removeAll(keepingCapacity: true)
        }
        return outgoing.popLast()
    }
}
