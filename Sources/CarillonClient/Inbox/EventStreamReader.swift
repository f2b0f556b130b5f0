/// Reads Server-Sent Events from bytes that come in any pieces.
///
/// Source: WHATWG HTML, section 9.2.6, interpreting an event stream: lines end with CR, LF or both; a byte order mark at the
/// beginning counts for nothing; an id with a NUL is no id; an event without data is none.
public struct EventStreamReader: Sendable {
    /// What came.
    public struct Event: Sendable, Hashable {
        /// `message` where the stream names none.
        public let name: String
        public let data: String
        /// The id that the stream gave last.
        public let id: String?

        /// - Parameters:
        ///   - name: `message` where the stream names none.
        ///   - data: its lines, joined by line feeds.
        ///   - id: the one that the stream gave last.
        public init(name: String, data: String, id: String?) {
            self.name = name
            self.data = data
            self.id = id
        }
    }

    /// Bytes of the lines of one event at most; the rest of a longer one is thrown away, and the event with it.
    ///
    /// Comments and what else is no part of an event count while they are read: a sign of life uses nothing up.
    public let limit: Int
    /// How long to wait before connecting again, in milliseconds, where the stream has said so; at most an hour.
    public private(set) var retry: Int64?
    /// Of the last event that came whole: what a stream goes on after.
    public private(set) var lastEventID: String?

    /// The id that the next event has, once its blank line comes.
    private var nextID: String?
    private var line: [UInt8] = []
    private var isLineCut = false
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    /// Of the lines that the event has so far.
    private var size = 0
    private var isEventCut = false
    private var followsReturn = false
    private var isFirstLine = true

    /// - Parameters:
    ///   - lastEventID: what the connection before had come to; nil for a first one.
    ///   - limit: bytes of the lines of one event at most.
    public init(lastEventID: String? = nil, limit: Int = 1_048_576) {
        self.lastEventID = lastEventID
        nextID = lastEventID
        self.limit = limit
    }

    /// Takes the next bytes.
    ///
    /// - Returns: the events that are complete now.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            // The line feed of a pair ends nothing any more.
            let endsPair = followsReturn && byte == 0x0A
            followsReturn = byte == 0x0D
            if endsPair { continue }
            if byte == 0x0A || byte == 0x0D {
                if let event = endLine() { events.append(event) }
            } else if size + line.count < limit {
                line.append(byte)
            } else {
                isLineCut = true
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer {
            line.removeAll(keepingCapacity: true)
            isLineCut = false
            isFirstLine = false
        }
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard !isLineCut else {
            // Nobody knows what it would have said, unless it is a comment.
            isEventCut = isEventCut || line.first != UInt8(ascii: ":")
            return nil
        }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == 0x20 { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event":
            name = String(decoding: value, as: UTF8.self)
            size += line.count
        case "data":
            if hasData { data.append(0x0A) }
            data += value
            hasData = true
            size += line.count
        case "id" where !value.contains(0): nextID = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy { (48...57).contains($0) }:
            retry = min(Int64(String(decoding: value, as: UTF8.self)) ?? 3_600_000, 3_600_000)
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        let isComplete = hasData && !isEventCut
        lastEventID = nextID
        let event = Event(
            name: name.isEmpty ? "message" : name,
            data: String(decoding: data, as: UTF8.self),
            id: lastEventID
        )
        name = ""
        data.removeAll(keepingCapacity: true)
        hasData = false
        size = 0
        isEventCut = false
        return isComplete ? event : nil
    }
}
