/// The events of which a sample is there and can't be read.
struct LostSamples: Sendable {
    private var events: Set<String> = []
    /// Whether the folder of samples wasn't read as a whole.
    private var isFolder = false

    init() {}

    /// - Parameters:
    ///   - paths: of files that weren't read.
    ///   - events: the ids of all events.
    init(_ paths: [String], isFolder: Bool, events: Set<String>) {
        self.isFolder = isFolder
        for path in paths where path.hasPrefix("samples/") && path.hasSuffix(".json") {
            let stem = String(path.dropFirst("samples/".count).dropLast(".json".count))
            self.events.insert(SampleReading.split(stem, events: events).event)
        }
    }

    /// Whether a sample of the event may be among them.
    func mayHold(_ event: String) -> Bool { isFolder || events.contains(event) }
}
