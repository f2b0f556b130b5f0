import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Texts with placeholders.
extension ChannelFileReader {
    enum Place {
        case url
        case authentication
        case body
    }

    mutating func text(
        _ node: JSONNode,
        _ place: Place,
        present: Set<ChannelValue> = [],
        allowsSecret: Bool
    ) -> ChannelText? {
        guard let written = node.string else { return nil }
        let span = Span(file.source, node.range)
        let text: ChannelText
        do {
            text = try ChannelText(written)
        } catch {
            diagnostics.append(.channelText(error, names, span))
            return nil
        }
        let before = diagnostics.count
        for placeholder in text.placeholders {
            check(placeholder, isAlone: text.segments.count == 1, present, allowsSecret: allowsSecret, span)
        }
        return diagnostics.count == before ? text : nil
    }

    private mutating func check(
        _ placeholder: ChannelText.Placeholder,
        isAlone: Bool,
        _ present: Set<ChannelValue>,
        allowsSecret: Bool,
        _ span: Span
    ) {
        guard let (kind, isOptional) = declaration(of: placeholder.value),
            placeholder.value == .known(.receipt) ? subject == .question : true
        else {
            diagnostics.append(.channelText(.unknownValue(placeholder.value.name), names, span))
            return
        }
        guard subject != .question || ReceiptPoll.knows(placeholder.value) else {
            diagnostics.append(.channelText(.unknownValue(placeholder.value.name), names, span))
            return
        }
        guard subject != .batch || MessageScope.isShared(placeholder.value) else {
            diagnostics.append(.unfitBatch("messages of one request differ in `\(placeholder.value.name)`", span))
            return
        }
        if case .slot(let name) = placeholder.value { usedSlots.insert(name) }
        if case .secret(let name) = placeholder.value, !allowsSecret {
            diagnostics.append(.misplacedSecret(name, span))
        }
        if isOptional, !placeholder.isOptional, !present.contains(placeholder.value) {
            diagnostics.append(.optionalChannelValue(placeholder.value.name, span))
        }
        var result: ChannelFilter.Kind? = kind
        for filter in placeholder.filters { result = result.flatMap { filter.result(of: $0) } }
        if result == nil || result == .object && !isAlone {
            diagnostics.append(.wrongChannelFilter(placeholder.value.name, span))
        }
    }

    /// What a placeholder stands for, and whether some messages lack it; nil where nothing is called so.
    private func declaration(of value: ChannelValue) -> (kind: ChannelFilter.Kind, isOptional: Bool)? {
        switch value {
        case .known(let known): return (known.kind, known.isOptional)
        case .data: return (.any, true)
        case .slot(let name): return slots.first { $0.name == name }.map { (.text, !$0.isRequired) }
        case .setting(let name):
            guard let field = fields.first(where: { $0.name == name }), field.kind != .secret else { return nil }
            return (field.kind.filterKind, !field.isRequired && field.defaultValue == nil)
        case .secret(let name):
            guard let field = fields.first(where: { $0.name == name }), field.kind == .secret else { return nil }
            return (.text, !field.isRequired)
        }
    }

    /// All that placeholders can name.
    private var names: [String] {
        let known = ChannelValue.Known.allCases.filter {
            subject == .question ? ReceiptPoll.knows(.known($0)) : $0 != .receipt
        }
        return (subject == .question ? [] : slots.map { "slot.\($0.name)" })
            + fields.map { $0.kind == .secret ? "secret.\($0.name)" : "settings.\($0.name)" }
            + known.map(\.rawValue)
    }

    mutating func checkChoice(_ text: ChannelText, _ values: JSONNode) {
        let keys = Set(values.members.map(\.name))
        var choices: [String]?
        if text.segments.count == 1, let placeholder = text.placeholders.first, placeholder.filters.isEmpty {
            choices = self.choices(of: placeholder.value)
        }
        let span = Span(file.source, values.range.prefix(1))
        guard let choices else {
            if !keys.contains("*") { diagnostics.append(.incompleteChoice(nil, span)) }
            return
        }
        if !keys.contains("*"), let missing = choices.first(where: { !keys.contains($0) }) {
            diagnostics.append(.incompleteChoice(missing, span))
        }
        for member in values.members where member.name != "*" && !choices.contains(member.name) {
            let place = Span(file.source, member.nameRange)
            diagnostics.append(.impossibleChoice(member.name, place))
        }
    }

    private func choices(of value: ChannelValue) -> [String]? {
        switch value {
        case .known(let known): return known.choices
        case .setting(let name):
            switch fields.first(where: { $0.name == name })?.kind {
            case .choice(let values): return values
            case .boolean: return ["true", "false"]
            default: return nil
            }
        default: return nil
        }
    }
}
