import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Foundation
import Logging

/// Scans for conditions, keeps the book of alerts, and sends messages about them.
///
/// The rest of the host never waits for it: it reads the host's state, and each address has its own queue. An actor,
/// because scans and outcomes change the same book.
actor AlertService {
    /// The time between two scans, unless a report asks for one at once.
    static let interval: Duration = .seconds(5)

    private var book: AlertBook
    private let scan: AlertScan
    private let outboxes: [AlertOutbox]
    private let file: AlertFile?
    private let host: String
    private let clock: any WallClock
    private let identifiers: any IdentifierMaker
    private let logger: Logger

    /// - Parameters:
    ///   - host: the host's name in messages.
    ///   - file: stores alerts beyond the end of the process; nil to store them nowhere.
    init(
        _ scan: AlertScan,
        senders: [any AlertSender],
        reminder: Duration,
        file: AlertFile?,
        host: String,
        clock: any WallClock,
        identifiers: any IdentifierMaker,
        metrics: HostMetrics,
        logger: Logger
    ) {
        self.scan = scan
        self.file = file
        self.host = host
        self.clock = clock
        self.identifiers = identifiers
        self.logger = logger
        outboxes = senders.map { AlertOutbox($0, clock: clock, metrics: metrics, logger: logger) }
        book =
            file?.read().flatMap { AlertBook($0, reminder: reminder, at: clock.now) } ?? AlertBook(reminder: reminder)
    }

    /// Sorted by kind, tenant and channel.
    var active: [Alert] { book.active }

    /// Runs until its task is cancelled.
    nonisolated func run() async {
        // These aren't child tasks, so that a relay that doesn't answer for minutes doesn't delay the end of the host.
        let sending = outboxes.map { outbox in
            Task { await outbox.run { await self.noteDelivered($0) } }
        }
        while !Task.isCancelled {
            await check()
            await scan.evidence.wakeSignal.wait(atMost: Self.interval)
        }
        for task in sending { task.cancel() }
    }

    /// Scans, and queues messages about changes.
    func check() {
        let now = clock.now
        let changes = book.update(scan.conditions(at: now), at: now) { identifiers.uuid() }
        guard !changes.isEmpty else { return }
        for change in changes {
            log(change)
            let message = AlertMessage(occasion: .init(change), at: now, host: host)
            for outbox in outboxes { outbox.add(message) }
        }
        save()
    }

    /// Sends all messages that are due; ``run()`` calls it by itself.
    func sendDue() async {
        for outbox in outboxes { _ = await outbox.sendDue { await self.noteDelivered($0) } }
    }

    private func noteDelivered(_ id: String) {
        book.noteDelivered(id)
        save()
    }

    private func save() {
        do {
            try file?.write(book.json)
        } catch {
            logger.warning("the alerts' state can't be stored", metadata: ["reason": "\(error.localizedDescription)"])
        }
    }

    private func log(_ change: AlertBook.Change) {
        let (level, text, alert): (Logger.Level, Logger.Message, Alert) =
            switch change {
            case .raised(let alert): (.warning, "an alert was raised", alert)
            case .reminded(let alert): (.warning, "an alert still holds", alert)
            case .recovered(let alert): (.notice, "an alert is over", alert)
            }
        // The reason was logged where it was found.
        var metadata: Logger.Metadata = ["kind": "\(alert.subject.kind.rawValue)"]
        metadata["tenant"] = alert.subject.tenant.map { "\($0)" }
        metadata["channel"] = alert.subject.channel.map { "\($0)" }
        metadata["code"] = alert.condition.code.map { "\($0)" }
        logger.log(level: level, text, metadata: metadata)
    }
}

extension AlertMessage.Occasion {
    fileprivate init(_ change: AlertBook.Change) {
        self =
            switch change {
            case .raised(let alert): .raised(alert)
            case .reminded(let alert): .reminder(alert)
            case .recovered(let alert): .recovered(alert)
            }
    }
}

/// The reported alerts, stored in the data folder: after a restart, they aren't reported again, and their recovery is.
struct AlertFile: Sendable {
    static let name = "alerts.json"

    private let path: String

    init(folder: String) {
        path = "\(folder)/\(Self.name)"
    }

    /// Nil where there is no file, or it can't be read; all alerts are then reported again.
    func read() -> JSONValue? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONValue(parsing: $0) }
    }

    func write(_ json: JSONValue) throws {
        try Data(json.utf8 + [0x0A]).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    }
}
