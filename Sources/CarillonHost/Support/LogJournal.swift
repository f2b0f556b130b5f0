import CarillonPluginKit
import Logging

/// The development channel's lines, in the host's log.
///
/// The one place where texts of messages reach a log: a tenant enables it by binding a channel to `log`.
struct LogJournal: Journal {
    let logger: Logger

    func write(_ line: String) {
        logger.notice("\(line)", metadata: ["channel": "log"])
    }
}
