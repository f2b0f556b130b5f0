package import CarillonModel

/// A way out of a fault: one edit of one text.
package struct FaultFix: Sendable, Hashable {
    package let kind: Kind
    /// The text that changes, which may be another one than the fault is at.
    package let place: TextPlace
    /// What the text becomes; nil where it goes.
    package let form: TextForm?
    /// The field that it puts in or takes out; nil where it is about none.
    package var field: String?

    /// What is done, for words in people's language.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Plural forms that are missing get rows, with the words of what took them so far.
        case addForms = "add-forms"
        /// Other words where an optional field is absent: the same without it, to begin with.
        case addAbsent = "add-absent"
        /// A field isn't shown any more.
        case removeField = "remove-field"
        /// A field of the original is shown, too, behind all words.
        case addField = "add-field"
        /// A row that is never shown goes.
        case removeRow = "remove-row"
        /// Line breaks become blanks.
        case oneLine = "one-line"
        /// A language gets the original's words, to be translated.
        case copyOriginal = "copy-original"
        /// A text goes that nothing uses, or that says nothing where readers get other words without it.
        case removeText = "remove-text"
        /// A text that was removed has the words again that it had without the edits.
        case bringBack = "bring-back"
        /// What `carillon validate` would write instead.
        case correct
    }

    /// As pages get it.
    ///
    /// `{"kind": "remove-field", "field": "amount", "place": …, "form": …}`; `form` is null where the text goes.
    package var json: JSONObject {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        object["field"] = field.map { .string($0) }
        object["place"] = .object(place.json)
        object["form"] = form?.json() ?? .null
        return object
    }
}
