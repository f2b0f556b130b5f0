import CarillonModel

/// Reads JSON with placeholders into a template.
enum TemplateReading {
    /// Nil where braces don't match, which a rule reports.
    static func template(_ node: JSONNode) -> JSONTemplate? {
        switch node.content {
        case .broken: return nil
        case .null, .boolean, .number: return node.value.map { .constant($0) }
        case .string(let text): return (try? PlaceholderText(text)).map { .text($0) }
        case .array(let elements): return .array(elements.compactMap(template))
        case .object(let members):
            return .object(
                members.compactMap { member in template(member.value).map { JSONTemplate.Member(member.name, $0) } }
            )
        }
    }

    /// The same for answers of a contract, where `{each, as}` maps a list and `{from, …}` says how a value is shown.
    static func answer(_ node: JSONNode) -> JSONTemplate? {
        switch node.content {
        case .array(let elements): return .array(elements.compactMap(answer))
        case .object(let members):
            let names = Set(members.map(\.name))
            if names == ["each", "as"], let path = node.made("each", { FieldPath($0) }), let element = node["as"] {
                return answer(element).map { .each(path, $0) }
            }
            if node.isShownValue, let text = node.made("from", { try? PlaceholderText($0) }) {
                return .value(shownValue(node, text))
            }
            return .object(
                members.compactMap { member in answer(member.value).map { JSONTemplate.Member(member.name, $0) } }
            )
        default: return template(node)
        }
    }

    private static func shownValue(_ node: JSONNode, _ text: PlaceholderText) -> ShownValue {
        ShownValue(
            text,
            format: node.made("format") { ValueFormat($0) },
            values: (node["values"]?.members ?? []).compactMap { member in
                answer(member.value).map { JSONTemplate.Member(member.name, $0) }
            },
            otherwise: node["else"].flatMap(answer)
        )
    }
}
