import CarillonChannels
import CarillonModel

/// `answer`.
extension ChannelFileReader {
    func answers() -> AnswerTable? {
        guard let node = file.root["answer"], let own = node["own"].flatMap({ AnswerTable.OwnForm($0) }) else {
            return nil
        }
        let wait = node["retryAfter"].flatMap { node -> AnswerTable.Wait? in
            guard let place = node.made("at", { AnswerPlace($0) }),
                let unit = node.made("unit", { AnswerTable.Wait.Unit(rawValue: $0) })
            else { return nil }
            return AnswerTable.Wait(place, unit)
        }
        return AnswerTable(
            own: own,
            code: node.made("code") { AnswerPlace($0) },
            message: node.made("message") { AnswerPlace($0) },
            wait: wait,
            rules: (node["rules"]?.elements ?? []).compactMap { AnswerTable.Rule($0) },
            elements: node["each"].flatMap { ElementTable($0) }
        )
    }
}

extension ElementTable {
    fileprivate init?(_ node: JSONNode) {
        guard let place = node.made("in", { AnswerPointer($0) }) else { return nil }
        self.init(
            place: place,
            code: node.made("code") { AnswerPlace($0) },
            message: node.made("message") { AnswerPlace($0) },
            rules: (node["rules"]?.elements ?? []).compactMap { AnswerTable.Rule($0) }
        )
    }
}

extension AnswerTable.OwnForm {
    fileprivate init?(_ node: JSONNode) {
        if let pattern = node.made("text", { LinearPattern($0) }) {
            self = .text(pattern)
            return
        }
        let pointers = (node.string.map { [$0] } ?? node.elements.compactMap(\.string)).compactMap { AnswerPointer($0) }
        guard !pointers.isEmpty else { return nil }
        self = .members(pointers)
    }
}

extension AnswerTable.Rule {
    init?(_ node: JSONNode) {
        guard let verdict = node.made("then", { AnswerTable.Verdict(rawValue: $0) }) else { return nil }
        self.init(
            statuses: node["status"].map { AnswerTable.Statuses($0) } ?? .any,
            json: (node["json"]?.members ?? []).compactMap { AnswerTable.JSONTest($0) },
            texts: node["text"]?.string.map { [$0] } ?? node.texts("text"),
            headers: AnswerTable.HeaderTest.all(node["header"]),
            verdict: verdict,
            subject: node.made("about") { AnswerTable.Subject(rawValue: $0) },
            receipt: node.made("receipt") { AnswerPlace($0) }
        )
    }
}

extension AnswerTable.HeaderTest {
    /// A name alone, or names with their forms.
    fileprivate static func all(_ node: JSONNode?) -> [AnswerTable.HeaderTest] {
        guard let node else { return [] }
        if let name = node.string { return [.init(name, nil)] }
        return node.members.map { .init($0.name, $0.value.string.flatMap { LinearPattern($0) }) }
    }
}

extension AnswerTable.Statuses {
    fileprivate init(_ node: JSONNode) {
        let nodes = node.elements.isEmpty ? [node] : node.elements
        self.init(
            nodes.compactMap { node in
                if let status = node.integer { return status...status }
                return node.string?.first?.wholeNumberValue.map { $0 * 100...$0 * 100 + 99 }
            }
        )
    }
}

extension AnswerTable.JSONTest {
    fileprivate init?(_ member: JSONMember) {
        guard let pointer = AnswerPointer(member.name) else { return nil }
        let node = member.value
        if let pattern = node.made("matches", { LinearPattern($0) }) {
            self.init(pointer, .matches(pattern))
        } else if let isPresent = node.flag("present") {
            self.init(pointer, .present(isPresent))
        } else {
            let literals = node.elements.isEmpty ? [node.value].compactMap(\.self) : node.elements.compactMap(\.value)
            self.init(pointer, .oneOf(literals))
        }
    }
}
