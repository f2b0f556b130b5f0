import CarillonDiagnostics
import CarillonModel
import CarillonStudio

/// What is wrong with a text, in words for people who write texts: none of files, codes of fields or syntax.
enum FaultWords {
    /// By the diagnostic's code.
    ///
    /// The page has them in its languages, and these are there for a code that it doesn't know.
    static let byCode: [String: String] = [
        "T0108": "There are no words here yet.",
        "T0209": "Some numbers have no row of their own. Add the missing form.",
        "T0210": "This text is needed here, but it is empty.",
        "T0212": "A field in this text can be absent. Choose other words for when there is none.",
        "T0213": "This row is never shown, because other rows come first.",
        "T0218": "This text must stay on one line.",
        "T0219": "A field in this text is confidential and can't be shown here.",
        "T0220": "This message can become too large to be sent. Use fewer words.",
        "T0224": "The link has no address for this.",
        "T0901": "Nothing uses this text.",
        "T0902": "Nothing uses this term.",
        "T0906": "These words are nearly the same as those of another text.",
        "T0907": "This language doesn't have the text yet.",
        "T0908": "The original shows a field that this translation doesn't.",
        "T0921": "HTML has no effect here: readers see it as it stands.",
        "T0961": "These words are the same as in another language.",
        "T0962": "This time brings its own “at” or “on”.",
        "T0980": "This isn't filled in: put the field in from the list.",
        "T0981": "Readers see this as it stands: write the sign itself.",
        "T0982": "This row is for several numbers, but shows none.",
    ]

    /// For a code without words of its own, which the form doesn't lead to.
    static let others = "Something here needs the help of a developer."

    /// What a fix does, by its kind; the page has it in its languages.
    static func text(of kind: FaultFix.Kind) -> String {
        switch kind {
        case .addForms: "Add the missing forms."
        case .addAbsent: "Add other words for when there is none."
        case .removeField: "Leave the field out."
        case .addField: "Put the field in."
        case .removeRow: "Remove this row."
        case .oneLine: "Put it all on one line."
        case .copyOriginal: "Begin with the original's words."
        case .removeText: "Remove this text."
        case .bringBack: "Take the words back as they were."
        case .correct: "Correct it."
        }
    }

    static func text(of fault: PlacedFault) -> String { byCode[fault.diagnostic.code.number] ?? others }

    /// As pages get it: the code for who asks a developer, and no words of the validator's, which show source.
    ///
    /// Each of its `fixes` is what `PUT /proposals/{id}/text` takes, with what it does in `words`.
    ///
    /// - Parameter draft: the texts that have it.
    static func json(_ fault: PlacedFault, in draft: StudioDraft) -> JSONValue {
        var object: JSONObject = [
            "code": .string(fault.diagnostic.code.number),
            "severity": .string(fault.diagnostic.severity.rawValue),
            "words": .string(text(of: fault)),
        ]
        object["place"] = fault.place?.json
        let fixes = draft.fixes(of: fault).map { fix -> JSONValue in
            var object = fix.json
            object["words"] = .string(text(of: fix.kind))
            object["hash"] = .string(draft.hash(of: fix.place))
            return .object(object)
        }
        if !fixes.isEmpty { object["fixes"] = .array(fixes) }
        if fault.isOld { object["old"] = true }
        return .object(object)
    }
}
