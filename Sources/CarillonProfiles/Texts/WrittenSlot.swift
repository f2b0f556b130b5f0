import CarillonModel

/// A slot of a template file, which may not have a text yet.
///
/// A translation may have the original beside it, under the slot's name with a dollar sign: `"$title": "Your order is
/// here"`. With such a note, an empty text means that the translation is still missing; readers get the default
/// language's.
struct WrittenSlot {
    let id: EventTypeID
    /// The slot's path, such as `title`, `email.subject`, `push.title`.
    let path: String
    /// Its place in the template file.
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

    /// The original that stands beside the text.
    var note: JSONNode? { group[Self.noteName(of: name)] }

    /// Whether the text, or that of a variant, is still missing.
    var isOpen: Bool { node.lacksText && note != nil }

    static func noteName(of slot: String) -> String { "$" + slot }

    /// The slot to which a note of this name belongs; nil where the name is that of a slot.
    static func slot(notedBy name: String) -> String? {
        name.utf8.first == UInt8(ascii: "$") ? String(name.dropFirst()) : nil
    }
}

extension JSONNode {
    /// Whether the text, or that of one of its variants, is empty.
    fileprivate var lacksText: Bool {
        if let variants = self["when"]?.members { return variants.contains { $0.value.lacksText } || variants.isEmpty }
        switch content {
        case .string(let text): return text.isBlank
        case .array(let lines): return lines.allSatisfy { $0.string?.isBlank == true }
        default: return false
        }
    }
}
