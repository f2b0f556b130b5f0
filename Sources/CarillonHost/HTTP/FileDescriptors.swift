import Foundation

/// How many connections and files the process may have open.
public enum FileDescriptors {
    /// How many descriptors are reserved for files, providers and everything else that isn't a caller's connection.
    private static let reserve = 512

    /// Raises the limit to what the system allows this process.
    ///
    /// Shells hand out 1,024, of the times of `select`; a host needs one for every app that listens.
    ///
    /// - Returns: the limit now.
    @discardableResult
    public static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let allowed = min(limit.rlim_max, rlim_t(Int32.max))
        guard limit.rlim_cur < allowed else { return Int(clamping: limit.rlim_cur) }
        var raised = limit
        raised.rlim_cur = allowed
        // What the system won't give, it keeps.
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 else {
            return Int(clamping: limit.rlim_cur)
        }
        return Int(clamping: allowed)
    }

    /// How many connections a server takes at once; those beyond wait until one ends.
    static var connections: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return reserve }
        let all = Int(clamping: min(limit.rlim_cur, rlim_t(Int32.max)))
        return max(all / 2, all - reserve)
    }
}
