import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

extension CompletionCursor {
    /// - Returns: whether the place is within a message, where nothing else fits.
    mutating func addMessage() -> Bool {
        guard place.isString, case .templates(let locale)? = file.kind, names.first == "messages", names.count > 2,
            !names.contains("match"), let message = WrittenMessage.around(steps, in: file.root)
        else { return false }
        guard message.isServed else { return true }
        let fields = tenant.written.fields(of: message.id)
        let map = MessageMap(message.node, fields: fields, in: file.bytes)
        guard let end = map.sourceOffset(ofByte: offset) else { return true }
        let source = Array(map.source.utf8)
        let before = MessageTokens(String(decoding: source[..<min(end, source.count)], as: UTF8.self))
        guard before.openPlaceholder != nil else { return true }
        let last = before.tokens.last.flatMap { $0.range.upperBound == end ? $0 : nil }
        let replaced = replacement(of: last, at: end, map)
        switch last?.kind {
        case .variable: addVariables(message.id, locale, replaced)
        case .function: addFunctions(message.id, before, replaced)
        case .brace:
            addVariables(message.id, locale, replaced)
            addFunctions(message.id, before, replaced)
        case .mark: addOptionValues(before, replaced)
        case .literal, .number, .option:
            if before.tokens.dropLast().last?.kind == .mark {
                addOptionValues(before, replaced)
            } else {
                addOptions(before, replaced)
            }
        case nil:
            switch before.tokens.last?.kind {
            case .brace: addVariables(message.id, locale, replaced)
            case .mark: addOptionValues(before, replaced)
            default:
                if before.tokens.contains(where: { $0.kind == .function }) { addOptions(before, replaced) }
                if before.tokens.last?.kind == .variable { addFunctions(message.id, before, replaced) }
            }
        default: break
        }
        return true
    }

    /// The bytes of the word at the cursor, to its end behind it.
    private func replacement(of token: MessageToken?, at end: Int, _ map: MessageMap) -> Range<Int> {
        guard let token, ![.brace, .mark].contains(token.kind), let start = map.fileRange(of: token.range)?.lowerBound
        else { return offset..<offset }
        var stop = offset
        while stop < place.token.upperBound, MessageTokens.isNameByte(file.bytes[stop]) { stop += 1 }
        return min(start, offset)..<stop
    }

    private mutating func addMessageItem(
        _ text: String,
        _ kind: CompletionItem.Kind,
        _ range: Range<Int>,
        detail: String? = nil,
        documentation: String? = nil
    ) {
        found.append(
            CompletionItem(
                label: text,
                kind: kind,
                detail: detail,
                documentation: documentation,
                filter: text,
                range: range,
                text: text
            )
        )
    }

    private mutating func addVariables(_ event: String, _ locale: String, _ range: Range<Int>) {
        for field in tenant.written.fields(of: event) {
            let sample = field.isSensitive ? nil : tenant.files["samples/\(event).json"]?.root?[field.name]?.value
            addMessageItem(
                "$\(field.name)",
                .variable,
                range,
                detail: field.type.wording,
                documentation: [field.description, sample.map { "Sample: `\($0.text.prefix(80))`" }].compactMap(\.self)
                    .joined(separator: "\n\n")
            )
        }
        for term in file.root?["terms"]?.members ?? [] {
            addMessageItem("$\(term.name)", .variable, range, detail: term.value.string.map { "term: \($0)" })
        }
        addMessageItem("$tenant", .variable, range, detail: "the product's name")
    }

    /// Those that fit the operand come first.
    private mutating func addFunctions(_ event: String, _ before: MessageTokens, _ range: Range<Int>) {
        let operand = before.tokens.last { $0.kind == .variable }.map { String(before.text($0).dropFirst()) }
        let type = tenant.written.fields(of: event).first { $0.name == operand }?.type
        let fitting = type?.functions ?? FunctionRegistry.standard.names
        for name in fitting {
            let detail = FunctionRegistry.operand(of: name).map { "takes \($0)" }
            addMessageItem(":\(name)", .function, range, detail: detail)
        }
    }

    private mutating func addOptions(_ before: MessageTokens, _ range: Range<Int>) {
        guard let function = before.tokens.last(where: { $0.kind == .function }) else { return }
        let open = before.openPlaceholder.map { before.tokens[$0...] } ?? []
        let used = Set(open.filter { $0.kind == .option }.map { before.text($0) })
        for option in FunctionRegistry.options(of: String(before.text(function).dropFirst()))
        where !used.contains(option) {
            let values = FunctionRegistry.values(ofOption: option).joined(separator: ", ")
            addMessageItem("\(option)=", .property, range, detail: values.isEmpty ? nil : values)
        }
    }

    private mutating func addOptionValues(_ before: MessageTokens, _ range: Range<Int>) {
        guard let option = before.tokens.last(where: { $0.kind == .option }) else { return }
        for value in FunctionRegistry.values(ofOption: before.text(option)) { addMessageItem(value, .constant, range) }
    }
}
