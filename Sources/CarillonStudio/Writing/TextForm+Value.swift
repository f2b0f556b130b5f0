package import CarillonModel
package import CarillonProfiles
package import MessageFormat

extension TextForm {
    /// The form as a message.
    ///
    /// - Throws: ``FormFault`` for a locked form, and where a name is none that a message can have.
    package func message(fields: [PayloadField]) throws(FormFault) -> Message {
        let message = Message(declarations: declarations, body: try body())
        let read = Message.parse(message.description)
        guard read.message == message else { throw .name }
        return message
    }

    /// Of its selectors, once each.
    private var declarations: [Message.Declaration] {
        guard case .rows(let rows) = content else { return [] }
        var declarations: [Message.Declaration] = []
        for selector in rows.selectors where !declarations.contains(where: { $0.name == selector.field }) {
            let value = Message.Expression(operand: .variable(selector.field), function: selector.function)
            declarations.append(Message.Declaration(kind: .input, name: selector.field, value: value))
        }
        return declarations
    }

    private func body() throws(FormFault) -> Message.Body {
        switch content {
        case .text(let text):
            guard let pattern = text.pattern else { throw .locked }
            return .pattern(pattern)
        case .rows(let rows): return try rows.body()
        case .locked: throw .locked
        }
    }

    /// Whether it reads back as the message that it is: a name with a blank or brace would be something else.
    ///
    /// - Parameter declared: what the text's source declares, which stays.
    func check(declaring declared: [Message.Declaration]) throws(FormFault) {
        let message = Message(declarations: declared, body: try body())
        let read = Message.parse(message.description)
        guard read.message == message else { throw .name }
    }

    /// The text as a template file has it: a string, an array of lines, or `{match, when}`; source where only that can say it.
    ///
    /// - Throws: ``FormFault`` for a locked form, and where a name is none that a message can have.
    package func value(fields: [PayloadField]) throws(FormFault) -> JSONValue {
        let message = try message(fields: fields)
        guard case .rows(let rows) = content, rows.rows.allSatisfy(\.isWritable) else {
            let source = message.description
            guard shape == .lines else { return .string(source) }
            return .array(
                source.split(separator: "\n", omittingEmptySubsequences: false).map { .string(String($0)) }
            )
        }
        let match = rows.selectors.map { JSONValue.string($0.written(fields: fields)) }
        var when = JSONObject()
        for row in rows.rows {
            guard let pattern = row.text.pattern else { throw .locked }
            when[row.name] = .string(Message.source(of: pattern))
        }
        return ["match": .array(match), "when": .object(when)]
    }
}

extension FormRows {
    func body() throws(FormFault) -> Message.Body {
        var variants: [Message.Variant] = []
        for row in rows {
            guard let pattern = row.text.pattern else { throw .locked }
            variants.append(Message.Variant(keys: row.keys, pattern: pattern))
        }
        return .select(selectors.map(\.field), variants)
    }
}

extension FormRow {
    /// Whether `when` can have its keys: words without blanks, and `*` for the rest only.
    var isWritable: Bool {
        keys.allSatisfy { key in
            guard case .literal(let text) = key else { return true }
            return !text.isEmpty && text != "*" && !text.utf8.contains(0x20)
        }
    }
}

extension FormSelector {
    /// As `match` has it: with its function where the field's type doesn't say it.
    func written(fields: [PayloadField]) -> String {
        let written = function.source
        return TemplateSource.Selector(field, fields: fields).function == written ? field : "\(field) \(written)"
    }
}
