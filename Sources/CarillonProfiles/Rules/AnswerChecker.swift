import CarillonDiagnostics
import CarillonModel

/// Checks an answer's placeholders against the values that exist.
struct AnswerChecker {
    let file: TenantFile
    /// The scopes, innermost last.
    private let levels: [Level]
    private let limits: Limits

    /// Values that the result's shape has, but that this route lacks, or that aren't in each answer.
    struct Limits {
        /// The full names of values that may be absent.
        var absent: Set<String> = []
        /// The full names of values that are never present.
        var never: Set<String> = []
        /// The languages that `content` may have; nil where they aren't known.
        var languages: [String]?
        /// The possible values of feed items' members, by full name.
        var feedValues: [String: [String]] = [:]
    }

    private struct Level {
        let shape: ResultShape
        /// The path of this scope, such as `items`.
        let prefix: [String]
    }

    init(file: TenantFile, root: ResultShape, limits: Limits = Limits()) {
        self.init(file: file, levels: [Level(shape: root, prefix: [])], limits: limits)
    }

    private init(file: TenantFile, levels: [Level], limits: Limits) {
        self.file = file
        self.levels = levels
        self.limits = limits
    }

    func check(_ node: JSONNode?, _ report: inout RuleReport) {
        guard let node else { return }
        switch node.content {
        case .string(let text): check(text, node, isGuarded: false, &report)
        case .array(let elements): for element in elements { check(element, &report) }
        case .object(let members):
            if let path = node.made("each", { FieldPath($0) }), let element = node["as"], members.count == 2 {
                checkEach(path, element, node["each"] ?? node, &report)
            } else if node.isShownValue, let from = node["from"] {
                checkPlaceholder(node, from, &report)
            } else {
                for member in members { check(member.value, &report) }
            }
        case .null, .boolean, .number, .broken: break
        }
    }

    /// Checks a path outside of a text, such as `response.user.id`.
    func check(_ path: FieldPath, _ node: JSONNode, _ report: inout RuleReport) {
        if find(path) == nil { report.add(unknown(path, node)) }
    }

    private func checkEach(_ path: FieldPath, _ element: JSONNode, _ node: JSONNode, _ report: inout RuleReport) {
        guard let found = find(path) else {
            report.add(unknown(path, node))
            return
        }
        switch found.shape {
        case .list(let inner):
            let next = levels + [Level(shape: inner, prefix: found.prefix)]
            AnswerChecker(file: file, levels: next, limits: limits).check(element, &report)
        case .open, .content, .errorCode: break
        case .text, .reference, .integer, .boolean, .choice, .instant, .object:
            report.add(.notAList(path.description, span(node)))
        }
    }

    /// Checks a value, its format, and the texts that replace it.
    private func checkPlaceholder(_ node: JSONNode, _ from: JSONNode, _ report: inout RuleReport) {
        if let text = from.string { check(text, from, isGuarded: node["else"] != nil, &report) }
        var shapes = ShapeChecker(source: file.source)
        if let format = node["format"] { shapes.check(format, .text(.valueFormat)) }
        if let values = node["values"] { shapes.check(values, .anyObject) }
        for diagnostic in shapes.diagnostics { report.add(diagnostic) }
        let shape = shape(of: node)
        if let shape, let written = node["format"], let format = node.made("format", { ValueFormat($0) }),
            !shape.takes(format)
        {
            report.add(.formatOfOther(format, shape, span(written)))
        }
        checkTexts(node, shape, &report)
        check(node["else"], &report)
    }

    /// Checks keys that the value never has, and replacements whose JSON type differs from the others.
    private func checkTexts(_ node: JSONNode, _ shape: ResultShape?, _ report: inout RuleReport) {
        guard let values = node["values"], !values.members.isEmpty else { return }
        let written = values.members.map(\.name)
        var areKnown = true
        for member in values.members {
            if let values = shape?.choices, !values.contains(member.name) {
                areKnown = false
                report.add(.impossibleValue(member.name, values, Span(file.source, member.nameRange)))
            }
            check(member.value, &report)
        }
        // Where all replacements are texts, a value without one may be shown unchanged. Where they are numbers, its
        // type would differ, as would a boolean's among texts.
        guard areKnown, values.members.contains(where: { $0.value.isOfOtherType(than: shape) }) else { return }
        let missing = (shape?.choices ?? literalTexts(of: node)).filter { !written.contains($0) }
        if !missing.isEmpty { report.add(.unmappedValue(missing, span(values))) }
    }

    /// The names of the profile that the value of `from` can have; empty where they aren't known.
    private func literalTexts(of node: JSONNode) -> [String] {
        guard let path = node.made("from", { try? PlaceholderText($0) })?.onlyField, let found = find(path) else {
            return []
        }
        return limits.feedValues[found.prefix.joined(separator: ".")] ?? []
    }

    /// The shape of the value of `from`; nil where it isn't known.
    private func shape(of node: JSONNode) -> ResultShape? {
        guard let text = node.made("from", { try? PlaceholderText($0) }) else { return nil }
        guard let path = text.onlyField else { return .text }
        return find(path)?.shape
    }

    /// - Parameter isGuarded: whether a replacement for an absent value is given.
    private func check(_ text: String, _ node: JSONNode, isGuarded: Bool, _ report: inout RuleReport) {
        let parsed: PlaceholderText
        do {
            parsed = try PlaceholderText(text)
        } catch {
            report.add(.badPlaceholder(error, span(node)))
            return
        }
        for path in parsed.fields {
            guard let found = find(path) else {
                report.add(unknown(path, node))
                continue
            }
            let name = found.prefix.joined(separator: ".")
            if let languages = limits.languages, let tag = language(found.prefix), !languages.contains(tag) {
                report.add(.unsupportedContent(tag, languages, span(node)))
            } else if limits.never.contains(where: { name.begins($0) }) {
                report.add(.noPageLink(path.description, span(node)))
            } else if !path.isOptional, !isGuarded, limits.absent.contains(where: { name.begins($0) }) {
                report.add(.absentResult(path.description, span(node)))
            }
        }
    }

    private func span(_ node: JSONNode) -> Span { Span(file.source, node.range) }

    /// The language in `content.en.title` of a notification.
    private func language(_ names: [String]) -> String? {
        guard let index = names.firstIndex(of: "content"), index <= 1, index + 1 < names.count else { return nil }
        return names[index + 1]
    }

    /// The scope that a path leads to, searched from the innermost outwards, with its full name.
    private func find(_ path: FieldPath) -> Level? {
        levels.reversed().lazy.compactMap { level in
            level.shape.shape(at: path.steps[...]).map { Level(shape: $0, prefix: level.prefix + path.steps) }
        }
        .first
    }

    /// Reports a path that leads nowhere, at the first name that doesn't exist.
    private func unknown(_ path: FieldPath, _ node: JSONNode) -> Diagnostic {
        let counts = (1..<max(1, path.steps.count)).reversed()
        for count in counts {
            let known = FieldPath(Array(path.steps.prefix(count)))
            guard let found = find(known) else { continue }
            return .unknownMember(path.steps[count], of: known, found.shape, span(node))
        }
        let names = levels.reversed().flatMap { $0.shape.members.map(\.name).sorted() }
        return .unknownResult(path.description, known: names, span(node))
    }
}

extension JSONNode {
    /// Whether clients would get another JSON type than text where this shape is shown in place of a text.
    fileprivate func isOfOtherType(than shape: ResultShape?) -> Bool {
        let isBoolean = if case .boolean = shape { true } else { false }
        return switch content {
        case .number: true
        case .boolean: !isBoolean
        case .string: isBoolean
        case .null, .array, .object, .broken: false
        }
    }
}

extension String {
    /// Whether the path is `name`, or begins with it.
    fileprivate func begins(_ name: String) -> Bool { self == name || hasPrefix(name + ".") }
}

extension ResultShape {
    /// Whether it contains notifications with their texts in each language.
    var hasContent: Bool {
        switch self {
        case .content: true
        case .list(let element): element.hasContent
        case .object(let members): members.contains { $0.shape.hasContent }
        case .text, .reference, .integer, .boolean, .choice, .instant, .open, .errorCode: false
        }
    }
}
