import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Processes independent values on all cores.
///
/// Uses threads of the operating system, which end with the work: the validator is a plain function, and its callers
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

    /// Starts work whose result is needed later.
    static func begin<Output: Sendable>(_ make: @escaping @Sendable () -> Output) -> Pending<Output> {
        let queue = WorkQueue<Output>(count: 1)
        return Pending(queue: queue, make: make, helper: Helper { queue.work { _ in make() } })
    }

    /// Work that runs on a thread of its own, which is waited for even where nobody asks for the result: a thread that isn't
    /// keeps its memory.
    final class Pending<Output: Sendable> {
        private let queue: WorkQueue<Output>
        private let make: @Sendable () -> Output
        private var helper: Helper?

        fileprivate init(queue: WorkQueue<Output>, make: @escaping @Sendable () -> Output, helper: Helper?) {
            self.queue = queue
            self.make = make
            self.helper = helper
        }

        deinit { helper?.join() }

        /// Waits for the result.
        var value: Output {
            helper?.join()
            helper = nil
            return queue.outputs.first ?? make()
        }
    }

    /// Slices of at most `size` elements, for work items too small to be distributed one by one.
    package static func slices<Element>(of elements: [Element], size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: elements.count, by: size).map { elements[$0..<min($0 + size, elements.count)] }
    }
}

/// Hands out each index once, and collects the results.
///
/// Shared by threads: an atomic for the index, a lock for the results.
private final class WorkQueue<Output: Sendable>: Sendable {
    private let count: Int
    private let next = Atomic(0)
    private let done = Mutex<[(index: Int, output: Output)]>([])

    init(count: Int) {
        self.count = count
    }

    /// Takes indices until none is left.
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

/// A thread that runs one closure.
private struct Helper {
    private let thread: pthread_t

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Nil where the system can't create a thread; the other threads then do its work.
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
