import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Work on values that have nothing to do with one another, on all cores.
///
/// With threads of the operating system, which end when the work does: the validator is a plain function, and its callers
/// need not be asynchronous.
package enum Parallel {
    /// The same as `inputs.map(transform)`, in the same order.
    package static func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input],
        _ transform: @escaping @Sendable (Input) -> Output
    ) -> [Output] {
        let cores = min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), inputs.count, 16)
        guard cores > 1 else { return inputs.map(transform) }
        let queue = WorkQueue<Output>(count: inputs.count)
        let helpers = (1..<cores).compactMap { _ in
            Helper { queue.work { transform(inputs[$0]) } }
        }
        queue.work { transform(inputs[$0]) }
        for helper in helpers { helper.join() }
        return queue.outputs
    }

    /// Begins something whose outcome is needed later.
    static func begin<Output: Sendable>(_ make: @escaping @Sendable () -> Output) -> Pending<Output> {
        let queue = WorkQueue<Output>(count: 1)
        return Pending(queue: queue, make: make, helper: Helper { queue.work { _ in make() } })
    }

    /// What a thread of its own is making.
    struct Pending<Output: Sendable> {
        fileprivate let queue: WorkQueue<Output>
        fileprivate let make: @Sendable () -> Output
        fileprivate let helper: Helper?

        /// Waits for it.
        ///
        /// To be asked for once.
        var value: Output {
            helper?.join()
            return queue.outputs.first ?? make()
        }
    }

    /// Slices of at most `size` elements, for work too small to be handed out one by one.
    package static func slices<Element>(of elements: [Element], size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: elements.count, by: size).map { elements[$0..<min($0 + size, elements.count)] }
    }
}

/// Numbers handed out once each, and what became of them.
///
/// Shared by threads, so an atomic and a lock.
private final class WorkQueue<Output: Sendable>: Sendable {
    private let count: Int
    private let next = Atomic(0)
    private let done = Mutex<[(index: Int, output: Output)]>([])

    init(count: Int) {
        self.count = count
    }

    /// Takes numbers until none is left.
    func work(_ make: (Int) -> Output) {
        var made: [(index: Int, output: Output)] = []
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < count else { break }
            made.append((index, make(index)))
        }
        let mine = made
        done.withLock { $0 += mine }
    }

    var outputs: [Output] { done.withLock { $0.sorted { $0.index < $1.index } }.map(\.output) }
}

/// A thread with one thing to do.
private struct Helper {
    private let thread: pthread_t

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Nil when the system has no thread to give; others do the work then.
    init?(_ run: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(run))
        #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(&thread, nil, { Helper.begin($0) }, work.toOpaque())
        guard status == 0, let thread else {
            work.release()
            return nil
        }
        #else
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { Helper.begin($0) }, work.toOpaque()) == 0 else {
            work.release()
            return nil
        }
        #endif
        self.thread = thread
    }

    func join() { pthread_join(thread, nil) }

    private static func begin(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
}
