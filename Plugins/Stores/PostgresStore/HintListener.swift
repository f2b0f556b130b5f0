import CarillonPipeline
import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Hears what other hosts send, on a connection of its own.
///
/// What was sent while that was broken is lost: then whoever listens is told to look at everything.
final class HintListener: Sendable {
    /// The channel of `LISTEN` and `NOTIFY`.
    static let channel = "carillon"
    private static let longestPause: CInt = 2_000

    let mailbox = HintMailbox()
    private let address: PostgresAddress
    private let identity: HostIdentity
    private let queue = DispatchQueue(label: "carillon.listener")
    private let isStarted = Atomic(false)
    private let isClosed = Atomic(false)
    /// A pipe: closing writes to it, and so ends waiting.
    private let wakeUp: (reading: CInt, writing: CInt)

    init(address: PostgresAddress, identity: HostIdentity) {
        self.address = address
        self.identity = identity
        var ends: [CInt] = [-1, -1]
        // Without one, waiting ends with the connection.
        _ = pipe(&ends)
        wakeUp = (ends[0], ends[1])
    }

    deinit {
        _ = closeDescriptor(wakeUp.reading)
        _ = closeDescriptor(wakeUp.writing)
    }

    /// Begins to listen, where it hasn't yet.
    ///
    /// Returns once it does, or once the first attempt has failed; others follow.
    func start() async {
        guard !isStarted.exchange(true, ordering: .acquiringAndReleasing) else { return }
        await withCheckedContinuation { continuation in
            queue.async { self.listen { continuation.resume() } }
        }
    }

    /// Ends listening, and its connection.
    func close() async {
        isClosed.store(true, ordering: .releasing)
        var byte: UInt8 = 1
        _ = write(wakeUp.writing, &byte, 1)
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func listen(_ onStart: @escaping () -> Void) {
        let database = Database(address: address)
        defer { database.close() }
        var onStart: (() -> Void)? = onStart
        var hasMissed = false
        var pause: CInt = 100
        while !isClosed.load(ordering: .acquiring) {
            do {
                try database.openWhereClosed()
                try database.script("LISTEN \(Self.channel)")
                // What was sent from here on is heard; what was sent before isn't.
                if hasMissed { mailbox.put([.everything]) }
                pause = 100
                onStart.take()?()
                // Who is left behind listens to a server that nobody writes to.
                while !isClosed.load(ordering: .acquiring), !database.isLeftBehind {
                    for text in try database.notifications(orUntil: wakeUp.reading) { hear(text) }
                }
                hasMissed = true
            } catch {
                database.close()
                hasMissed = true
                onStart.take()?()
                var watched = pollfd(fd: wakeUp.reading, events: Int16(POLLIN), revents: 0)
                _ = poll(&watched, 1, pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
        onStart.take()?()
    }

    private func hear(_ text: String) {
        guard let message = HintMessage(text: text), message.writer != identity.writer else { return }
        mailbox.put(message.hints)
    }
}

/// Some hints of one host, as `NOTIFY` carries them: its number on the first line, a hint on each other.
struct HintMessage {
    /// In bytes; the server takes less than 8000.
    private static let longest = 7_900
    /// Beyond so many messages, one that says to look at everything does as well.
    private static let most = 4

    var writer: Int64
    var hints: Set<Hint>

    init(_ hints: Set<Hint>, from writer: Int64) {
        self.hints = hints
        self.writer = writer
    }

    init?(text: String) {
        var lines = text.split(separator: "\n")[...]
        guard let writer = lines.popFirst().flatMap({ Int64($0) }) else { return nil }
        // What a later version sends is nothing to this one, but something happened.
        self.init(Set(lines.map { Hint(text: String($0)) ?? .everything }), from: writer)
    }

    /// As few texts as they fit in.
    var texts: [String] {
        var texts: [String] = []
        var text = "\(writer)"
        for hint in hints.contains(.everything) ? [.everything] : hints {
            let line = "\n" + hint.text
            if text.utf8.count + line.utf8.count > Self.longest {
                texts.append(text)
                text = "\(writer)"
            }
            text += line
        }
        texts.append(text)
        return texts.count > Self.most ? HintMessage([.everything], from: writer).texts : texts
    }
}

/// `close(2)`, under a name that the listener's own doesn't hide.
private func closeDescriptor(_ descriptor: CInt) -> CInt { close(descriptor) }
