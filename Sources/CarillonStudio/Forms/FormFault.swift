/// Why a form can't be written, or isn't one.
///
/// What the pages offer can't lead here; a request that was made otherwise can.
package enum FormFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The JSON isn't a form: where, and what is expected there.
    case shape(String, expected: String)
    /// A mark is empty or reaches beyond the words.
    case mark(String)
    /// A mark ends within another one that began earlier.
    case overlap(String)
    /// A row has more or fewer keys than there are selectors.
    case keys
    /// Two rows have the same keys.
    case duplicate(String)
    /// No row takes what the others leave.
    case noRest
    /// There are no selectors, or more than a form shows.
    case selectors
    /// A name of a field, function, option or markup isn't one.
    case name
    /// A locked text can change in its words only.
    case locked
    /// Signs that turn the direction of words aren't closed in the row that opens them.
    case direction

    package var description: String {
        switch self {
        case .shape(let place, let expected): "`\(place)` must be \(expected)"
        case .mark(let name): "the mark `\(name)` is around nothing"
        case .overlap(let name): "the mark `\(name)` ends within another one"
        case .keys: "a row needs a key for each selector"
        case .duplicate(let keys): "two rows have the keys `\(keys)`"
        case .noRest: "no row takes all others"
        case .selectors: "a form has one or two selectors"
        case .name: "a name is none that a message can have"
        case .locked: "only the words of this text can be changed here"
        case .direction: "an invisible sign turns the direction of all words after it: remove it, or close it"
        }
    }
}
