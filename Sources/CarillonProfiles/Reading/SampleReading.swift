import CarillonModel

/// Reads the files in `samples/`.
enum SampleReading {
    static func context(_ root: JSONNode) -> SampleContext {
        var context = SampleContext()
        context.now = root.made("now") { Instant($0) } ?? context.now
        context.timeZone = root.text("timeZone")
        context.recipient = root.made("recipient") { UserID($0) } ?? context.recipient
        return context
    }

    /// `assignment.created.reviewer` is the sample `reviewer` of `assignment.created`, if that event exists.
    static func split(_ stem: String, events known: Set<String>) -> (event: String, name: String?) {
        if known.contains(stem) { return (stem, nil) }
        var components = stem.split(separator: ".", omittingEmptySubsequences: false)
        var name: [Substring] = []
        while components.count > 1 {
            name.insert(components.removeLast(), at: 0)
            let event = components.joined(separator: ".")
            if known.contains(event) { return (event, name.joined(separator: ".")) }
        }
        return (stem, nil)
    }
}
