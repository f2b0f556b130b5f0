import CarillonModel

/// A slot of a template file, with its text or still without.
///
/// The original may stand beside a translation, under the slot's name with a dollar sign: `"$title": "Your order is
/// here"`. Beside such a note, an empty text is still to be written, and readers get the default language's.
struct WrittenSlot {
    let id: EventTypeID
    /// Such as `title`, `email.subject`, `push.title`.
    let path: String
    /// In the template file.
    let place: [JSONStep]
    let node: JSONNode
    private let name: String
    private let group: JSONNode

    init(_ member: JSONMember, in group: JSONNode, id: EventTypeID, path: String, place: [JSONStep]) {
        self.id = id
        self.path = path
        self.place = place
        self.group = group
        node = member.value
        name = member.name
    }

    /// The original beside the text.
    var note: JSONNode? { group[Self.noteName(of: name)] }

    /// Whether the text, or that of a variant, is still to be written.
    var isOpen: Bool { node.lacksText && note != nil }

    static func noteName(of slot: String) -> String { "$" + slot }

    /// The slot whose original stands under a name; nil: this is the name of a slot.
    static func slot(notedBy name: String) -> String? {
        name.utf8.first == UInt8(ascii: "$") ? String(name.dropFirst()) : nil
    }
}

extension JSONNode {
    /// Whether a text says nothing, or one of its variants doesn't.
    fileprivate var lacksText: Bool {
        if let variants = self["when"]?.members { return variants.contains { $0.value.lacksText } || variants.isEmpty }
        switch content {
        case .string(let text): return text.isBlank
        case .array(let lines): return lines.allSatisfy { $0.string?.isBlank == true }
        default: return false
        }
    }
}
