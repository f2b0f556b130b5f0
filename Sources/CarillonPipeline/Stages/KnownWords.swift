/// What became of the texts of one event for one reader, so that words which several channels show are made once.
final class KnownWords {
    private var all: [Known] = []

    private struct Known {
        let text: CompiledText
        let slot: String
        let isHTML: Bool
        let outcome: Result<String, RenderingFailure>
    }

    func words(
        of text: CompiledText,
        _ slot: String,
        isHTML: Bool,
        _ make: () throws(RenderingFailure) -> String
    ) throws(RenderingFailure) -> String {
        // A handful: searched faster than hashed.
        for known in all where known.text === text && known.isHTML == isHTML && known.slot == slot {
            return try known.outcome.get()
        }
        let outcome = Result { () throws(RenderingFailure) in try make() }
        all.append(Known(text: text, slot: slot, isHTML: isHTML, outcome: outcome))
        return try outcome.get()
    }
}
