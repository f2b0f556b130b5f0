import CarillonModel
import MessageFormat

/// A text of a template file: what it says, and where it stands.
///
/// A class, because every rule goes through tens of thousands of them and copies none.
final class WrittenText: Sendable {
    let id: EventTypeID
    /// Such as `title`, `email.subject`, `push.title`.
    let path: String
    let locale: LocaleTag
    /// In the template file.
    let place: [JSONStep]
    let node: JSONNode
    let source: String
    /// Nil when the source cannot be parsed.
    let message: Message?
    let problems: [MessageProblem]
    /// What the message asks of its host; empty when it cannot be parsed.
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
}

/// `templates/<locale>.json` → texts.
struct TemplatesReading {
    let file: TenantFile
    let locale: LocaleTag

    /// All texts, in the order written, given the fields of the event or app text of an id (nil when there is none).
    func texts(fields: (EventTypeID) -> [PayloadField]?) -> [WrittenText] {
        var texts: [WrittenText] = []
        for member in file.root["messages"]?.members ?? [] {
            guard let id = EventTypeID(member.name) else { continue }
            let known = fields(id) ?? []
            collect(member.value, id: id, path: [], place: [.name("messages"), .name(member.name)], known, &texts)
        }
        return texts
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
        _ fields: [PayloadField],
        _ texts: inout [WrittenText]
    ) {
        for member in node.members {
            let value = member.value
            let inner = path + [member.name]
            let innerPlace = place + [.name(member.name)]
            if value.isObject, value["match"] == nil {
                if path.isEmpty { collect(value, id: id, path: inner, place: innerPlace, fields, &texts) }
                continue
            }
            guard !value.isBroken, !file.isDamaged(innerPlace) else { continue }
            texts.append(
                WrittenText(
                    id: id,
                    path: inner.count == 1 ? member.name : inner.joined(separator: "."),
                    locale: locale,
                    place: innerPlace,
                    node: value,
                    fields: fields
                )
            )
        }
    }
}
