import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Has signals that end the program wait until the temporary folders are deleted, however it was told to end.
///
/// While there is such a folder, a thread of its own takes these signals: it ends the program that runs for this one, such as
/// git, deletes the folders, and has the signal do what it does.
enum Interruption {
    private struct State {
        var folders: Set<String> = []
        /// The program that runs; nil where none does.
        var child: pid_t?
        /// Whether a signal has come: nothing new may begin.
        var isEnding = false
        var isWatched = false
        /// The signals that were held back already.
        var former: sigset_t?
    }

    private static let state = Mutex(State())
    /// Told once the program that ran has ended.
    private static let isAlone = DispatchSemaphore(value: 0)

    /// Makes a folder that is deleted whatever ends the program, until ``forget(_:)``.
    ///
    /// - Returns: its path; nil where none can be made.
    static func folder(madeBy make: () -> String?) -> String? {
        let signals = ending
        let (path, isWatched) = state.withLock { state -> (String?, Bool) in
            if state.folders.isEmpty {
                var (set, former) = (sigset_t(of: signals), sigset_t())
                pthread_sigmask(SIG_BLOCK, &set, &former)
                state.former = former
            }
            let path = make()
            if let path { state.folders.insert(path) }
            let wasWatched = state.isWatched
            state.isWatched = true
            if state.folders.isEmpty { release(&state) }
            return (path, wasWatched)
        }
        if !isWatched { DispatchQueue(label: "carillon.interruption").async { watch(signals) } }
        return path
    }

    /// For a folder that is deleted: signals end the program at once where no other is left.
    static func forget(_ folder: String) {
        state.withLock { state in
            state.folders.remove(folder)
            if state.folders.isEmpty { release(&state) }
        }
    }

    /// Starts a program, which a signal ends before this one; doesn't come back where one has come.
    ///
    /// - Parameter start: gets whether it must have a process group of its own, so that a key at the terminal reaches this
    ///   program alone, and the signals that are to be held back in it.
    static func start(_ start: (_ isAlone: Bool, _ held: sigset_t?) -> pid_t?) -> pid_t? {
        let (child, isEnding) = state.withLock { state -> (pid_t?, Bool) in
            guard !state.isEnding else { return (nil, true) }
            state.child = start(!state.folders.isEmpty, state.former)
            return (state.child, false)
        }
        if isEnding { waitForTheEnd() }
        return child
    }

    /// For a program that has ended; doesn't come back where a signal has come.
    static func ended(_ child: pid_t) {
        let isEnding = state.withLock { state in
            state.child = nil
            return state.isEnding
        }
        guard isEnding else { return }
        isAlone.signal()
        waitForTheEnd()
    }

    /// Before anything is said: doesn't come back where a signal has come, after which files vanish.
    static func pass() {
        if state.withLock({ $0.isEnding }) { waitForTheEnd() }
    }

    private static func waitForTheEnd() -> Never {
        while true { pause() }
    }

    private static func release(_ state: inout State) {
        guard var former = state.former else { return }
        state.former = nil
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }

    private static func watch(_ signals: [Int32]) {
        var (set, signal) = (sigset_t(of: signals), Int32(0))
        pthread_sigmask(SIG_BLOCK, &set, nil)
        guard sigwait(&set, &signal) == 0 else { return }
        let isBusy = state.withLock { state in
            state.isEnding = true
            if let child = state.child { kill(child, SIGTERM) }
            return state.child != nil
        }
        if isBusy { isAlone.wait() }
        for folder in state.withLock({ $0.folders }) { TemporaryFolder.delete(folder) }
        var ending = sigset_t(of: [signal])
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
        kill(getpid(), signal)
        waitForTheEnd()
    }

    /// Those that end the program; what it was started to ignore, as by `nohup`, doesn't.
    private static var ending: [Int32] {
        [SIGINT, SIGTERM, SIGHUP, SIGPIPE].filter { number in
            let former = signal(number, SIG_DFL)
            guard unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
            signal(number, SIG_IGN)
            return false
        }
    }
}
