import CarillonModel
import MessageFormat

/// A text of a template file, with its content and its position.
///
/// A class, because rules iterate over tens of thousands of texts, which should not be copied.
final class WrittenText: Sendable {
    let id: EventTypeID
    /// The slot's path, such as `title`, `email.subject`, `push.title`.
    let path: String
    let locale: LocaleTag
    /// Its place in the template file.
    let place: [JSONStep]
    let node: JSONNode
    let source: String
    /// Nil where the source can't be parsed.
    let message: Message?
    let problems: [MessageProblem]
    /// The variables and functions that the message uses; empty where it can't be parsed.
    let uses: MessageIntrospection?

    init(
        id: EventTypeID,
        path: String,
        locale: LocaleTag,
        place: [JSONStep],
        node: JSONNode,
        fields: [PayloadField]
    ) {
        self.id = id
        self.path = path
        self.locale = locale
        self.place = place
        self.node = node
        source = TemplateSource(node, fields: fields).source
        let parsed = Message.parse(source)
        message = parsed.message
        problems = parsed.problems
        uses = parsed.problems.isEmpty ? parsed.message?.introspection : nil
    }

    /// The same text where it stands after something else in its file has changed.
    ///
    /// - Parameter node: with the same bytes.
    init(_ text: WrittenText, movedTo node: JSONNode) {
        id = text.id
        path = text.path
        locale = text.locale
        place = text.place
        self.node = node
        source = text.source
        message = text.message
        problems = text.problems
        uses = text.uses
    }
}

/// Reads the texts of `templates/<locale>.json`.
struct TemplatesReading {
    let file: TenantFile
    let locale: LocaleTag

    /// All texts, in the order written.
    ///
    /// - Parameters:
    ///   - fields: the payload fields of an event or app text; nil where there is none.
    ///   - known: a text that was read before, of the same bytes.
    func texts(
        fields: (EventTypeID) -> [PayloadField]?,
        known: (WrittenSlot) -> WrittenText? = { _ in nil }
    ) -> [WrittenText] {
        slots().compactMap { slot in
            guard !slot.node.isBroken, !file.isDamaged(slot.place), !slot.isOpen else { return nil }
            if let text = known(slot) { return WrittenText(text, movedTo: slot.node) }
            return WrittenText(
                id: slot.id,
                path: slot.path,
                locale: locale,
                place: slot.place,
                node: slot.node,
                fields: fields(slot.id) ?? []
            )
        }
    }

    /// All slots, in the order written, including those without a text yet.
    func slots() -> [WrittenSlot] {
        var slots: [WrittenSlot] = []
        for member in file.root["messages"]?.members ?? [] {
            guard let id = EventTypeID(member.name) else { continue }
            collect(member.value, id: id, path: [], place: [.name("messages"), .name(member.name)], &slots)
        }
        return slots
    }

    func terms() -> [String: String] {
        var terms: [String: String] = [:]
        for member in file.root["terms"]?.members ?? [] { terms[member.name] = member.value.string }
        return terms
    }

    private func collect(
        _ node: JSONNode,
        id: EventTypeID,
        path: [String],
        place: [JSONStep],
        _ slots: inout [WrittenSlot]
    ) {
        for member in node.members where WrittenSlot.slot(notedBy: member.name) == nil {
            let inner = path + [member.name]
            let innerPlace = place + [.name(member.name)]
            if member.value.isObject, member.value["match"] == nil {
                if path.isEmpty { collect(member.value, id: id, path: inner, place: innerPlace, &slots) }
                continue
            }
            let name = inner.count == 1 ? member.name : inner.joined(separator: ".")
            slots.append(WrittenSlot(member, in: node, id: id, path: name, place: innerPlace))
        }
    }
}
