/// What an operation's answer offers to a contract's placeholders.
public indirect enum ResultShape: Sendable {
    case value
    /// Also `.iso`, `.epochMillis` and `.date`.
    case instant
    case list(ResultShape)
    case object([String: ResultShape])
    /// JSON whose names nobody knows beforehand.
    case open

    /// Nil: there is nothing by that path.
    public func shape(at steps: ArraySlice<String>) -> ResultShape? {
        guard let step = steps.first else { return self }
        switch self {
        case .open: return .open
        case .object(let members): return members[step]?.shape(at: steps.dropFirst())
        case .instant: return steps.count == 1 && ["iso", "epochMillis", "date"].contains(step) ? .value : nil
        case .value, .list: return nil
        }
    }

    /// The names at this level, sorted.
    var names: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }
}
