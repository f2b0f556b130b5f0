package import CarillonModel

/// A way out of a fault: one edit of one text.
package struct FaultFix: Sendable, Hashable {
    package let kind: Kind
    /// The text that changes, which may be another one than the fault is at.
    package let place: TextPlace
    /// What the text becomes; nil where it goes.
    package let form: TextForm?

    /// What is done, for words in people's language.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Plural forms that are missing get rows, with the words of what took them so far.
        case addForms = "add-forms"
        /// Other words where an optional field is absent: the same without it, to begin with.
        case addAbsent = "add-absent"
        /// A field isn't shown any more.
        case removeField = "remove-field"
        /// A row that is never shown goes.
        case removeRow = "remove-row"
        /// Line breaks become blanks.
        case oneLine = "one-line"
        /// A language gets the original's words, to be translated.
        case copyOriginal = "copy-original"
        /// A text that nothing uses goes.
        case removeText = "remove-text"
        /// What `carillon validate` would write instead.
        case correct
    }

    /// As pages get it.
    ///
    /// `{"kind": "add-forms", "place": …, "form": …}`; `form` is null where the text goes.
    package var json: JSONObject {
        ["kind": .string(kind.rawValue), "place": .object(place.json), "form": form?.json() ?? .null]
    }
}
