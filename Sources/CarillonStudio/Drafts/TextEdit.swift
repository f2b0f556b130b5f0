package import CarillonModel

/// A change of one text.
package struct TextEdit: Sendable, Hashable {
    package let place: TextPlace
    package let change: Change
    /// The text that the change was made to, as its file has it; nil where there was none.
    ///
    /// By it an edit finds out whether the text has changed since.
    package let base: JSONValue?

    package enum Change: Sendable, Hashable {
        /// What the file is to have: a string, an array of lines, or `{match, when}`.
        case write(JSONValue)
        /// The text falls back to what applies without it.
        case remove
    }

    /// What the file is to have; nil where the text goes.
    package var new: JSONValue? { if case .write(let value) = change { value } else { nil } }

    package init(_ place: TextPlace, _ change: Change, base: JSONValue?) {
        self.place = place
        self.change = change
        self.base = base
    }

    /// The place, and `base` and `new` as the file has them; null for none.
    package var json: JSONValue {
        var object = place.json
        object["base"] = base ?? .null
        switch change {
        case .write(let value): object["new"] = value
        case .remove: object["new"] = .null
        }
        return .object(object)
    }

    /// Nil for what isn't an edit.
    package init?(json: JSONValue) {
        guard let place = TextPlace(json: json), let base = json["base"], let new = json["new"],
            base.isNull || base.isText, new.isNull || new.isText
        else { return nil }
        self.init(place, new.isNull ? .remove : .write(new), base: base.isNull ? nil : base)
    }
}

extension JSONValue {
    /// Whether it has the shape of a text in a template file.
    fileprivate var isText: Bool {
        switch self {
        case .string: true
        case .array(let lines): !lines.isEmpty && lines.allSatisfy { $0.string != nil }
        case .object(let object):
            object.members.map(\.name) == ["match", "when"]
                && object["match"]?.array?.allSatisfy { $0.string != nil } == true
                && object["when"]?.object?.members.allSatisfy { member in
                    if case .object = member.value { false } else { member.value.isText }
                } == true
        default: false
        }
    }
}

/// Why an edit can't be made.
package enum EditFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The tenant has no file for the language, or one with faults in its syntax.
    case language(LocaleTag)
    /// Neither an event nor an app text has this name.
    case message(EventTypeID)
    /// There is no text to be removed.
    case absent(TextPlace)
    /// The text isn't what the edit was made to.
    case conflict(TextPlace)
    case form(FormFault)

    package var description: String {
        switch self {
        case .language(let locale): "there is no sound `templates/\(locale).json`"
        case .message(let id): "there is no event or text `\(id)`"
        case .absent(let place): "`\(place.message)` has no `\(place.path)` in `\(place.locale)`"
        case .conflict(let place):
            "`\(place.message)`, `\(place.path)` in `\(place.locale)` has changed since"
        case .form(let fault): fault.description
        }
    }
}
