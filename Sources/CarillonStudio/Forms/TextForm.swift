package import CarillonProfiles
import MessageFormat

/// A text as a form shows it: the parsed model in the shape that people fill in, never its source.
package struct TextForm: Sendable, Hashable {
    /// How the text stands in the file.
    package var shape: Shape
    package var content: Content

    /// How a text stands in a template file.
    package enum Shape: String, Sendable, Hashable, CaseIterable {
        case string
        /// An array of lines.
        case lines
        /// `{match, when}`.
        case choice
    }

    package enum Content: Sendable, Hashable {
        /// One field.
        case text(FormPattern)
        /// A row for each value of one selector, or a grid of two.
        case rows(FormRows)
        /// Something that only developers change, but for its plain words.
        case locked(Lock)
    }

    /// A text that a form can't show.
    package struct Lock: Sendable, Hashable {
        package let reason: Reason
        /// The MessageFormat source, which only the platform's own staff may see.
        package let source: String
        /// With every placeholder frozen; none where the source can't be read.
        package var rows: [FormRow]

        package enum Reason: Sendable, Hashable {
            /// The source has a fault.
            case faulty
            /// `.local`
            case declarations
            /// Three selectors or more.
            case selectors
            /// A function that a form doesn't know.
            case function(String)
            /// Notes for translators and tools.
            case attributes
            /// Markup that isn't balanced.
            case markup
        }
    }

    package init(shape: Shape, content: Content) {
        self.shape = shape
        self.content = content
    }

    /// A text that has only words.
    package init(_ text: FormPattern, shape: Shape = .string) {
        self.init(shape: shape, content: .text(text))
    }

    /// - Parameters:
    ///   - node: the text: a string, an array of lines, or `{match, when}`.
    ///   - fields: the payload fields of its event, whose types decide on the functions of selectors.
    package init(_ node: JSONNode, fields: [PayloadField]) {
        let shape: Shape = node["match"] != nil ? .choice : node.string != nil ? .string : .lines
        self.init(source: TemplateSource(node, fields: fields).source, shape: shape)
    }

    /// - Parameter source: MessageFormat 2.
    package init(source: String, shape: Shape = .string) {
        self.init(WrittenSource(source), shape: shape)
    }

    init(_ written: WrittenSource, shape: Shape) {
        self.shape = shape
        guard let message = written.message, written.isReadable else {
            content = .locked(Lock(reason: .faulty, source: written.source, rows: []))
            return
        }
        switch Self.shown(message) {
        case .success(let content): self.content = content
        case .failure(let lock):
            let rows = written.patterns.map { FormRow($0.keys, FormPattern(frozen: $0.pattern)) }
            content = .locked(Lock(reason: lock.reason, source: written.source, rows: rows))
        }
    }

    private struct Locked: Error {
        let reason: Lock.Reason
    }

    private static func shown(_ message: Message) -> Result<Content, Locked> {
        if message.declarations.contains(where: { $0.kind == .local }) {
            return .failure(Locked(reason: .declarations))
        }
        if let function = unknownFunction(of: message) { return .failure(Locked(reason: .function(function))) }
        if message.hasAttributes { return .failure(Locked(reason: .attributes)) }
        switch message.body {
        case .pattern(let pattern):
            guard let text = FormPattern(pattern) else { return .failure(Locked(reason: .markup)) }
            return .success(.text(text))
        case .select(let names, let variants):
            guard names.count <= FormRows.selectorLimit else { return .failure(Locked(reason: .selectors)) }
            var rows: [FormRow] = []
            for variant in variants {
                guard let text = FormPattern(variant.pattern) else { return .failure(Locked(reason: .markup)) }
                rows.append(FormRow(variant.keys, text))
            }
            var selectors: [FormSelector] = []
            for name in names {
                let declaration = message.declarations.first { $0.name == name }
                guard let function = declaration?.value.function, FormSelector.functions.contains(function.name) else {
                    return .failure(Locked(reason: .function(declaration?.value.function?.name ?? "")))
                }
                selectors.append(FormSelector(name, function))
            }
            return .success(.rows(FormRows(unchecked: selectors, rows)))
        }
    }

    /// The first function that a form doesn't show, also where it has no operand.
    private static func unknownFunction(of message: Message) -> String? {
        message.expressions.lazy.compactMap { expression -> String? in
            guard let function = expression.function else { return nil }
            if expression.operand == nil { return function.name }
            return FunctionRegistry.standard.contains(function.name) ? nil : function.name
        }.first
    }
}

extension Message {
    /// Those of declarations and patterns.
    fileprivate var expressions: [Expression] {
        declarations.map(\.value)
            + patterns.joined().compactMap { element in
                if case .expression(let expression) = element { expression } else { nil }
            }
    }

    /// One, or one for each variant.
    var patterns: [Pattern] {
        switch body {
        case .pattern(let pattern): [pattern]
        case .select(_, let variants): variants.map(\.pattern)
        }
    }

    fileprivate var hasAttributes: Bool {
        if expressions.contains(where: { !$0.attributes.isEmpty }) { return true }
        return patterns.joined().contains { element in
            if case .markup(let markup) = element { !markup.attributes.isEmpty } else { false }
        }
    }
}
