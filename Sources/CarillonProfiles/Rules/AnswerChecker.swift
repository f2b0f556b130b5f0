import CarillonDiagnostics
import CarillonModel

/// Placeholders of an answer against what there is.
struct AnswerChecker {
    let file: TenantFile
    /// Innermost last.
    private let levels: [Level]
    private let limits: Limits

    /// What a result has by its shape, and yet not for this route, or not at each request.
    struct Limits {
        /// Values that aren't always there, by their full names.
        var absent: Set<String> = []
        /// Values that are never there.
        var never: Set<String> = []
        /// The languages that `content` can be asked for; nil where it isn't known.
        var languages: [String]?
        /// Which names the profile has for values of these full names.
        var feedValues: [String: [String]] = [:]
    }

    private struct Level {
        let shape: ResultShape
        /// The names that lead here, such as `items`.
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

    /// A path that stands alone, such as `response.user.id`.
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

    /// A value, its format, and what clients read for it.
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

    /// Keys that the value never is, and those that clients would read as a text among numbers.
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
        // A text among texts may pass as it is; among numbers it is of another type, as is a boolean among texts.
        guard areKnown, values.members.contains(where: { $0.value.isOfOtherType(than: shape) }) else { return }
        let missing = (shape?.choices ?? literalTexts(of: node)).filter { !written.contains($0) }
        if !missing.isEmpty { report.add(.unmappedValue(missing, span(values))) }
    }

    /// The names of the profile that the value of `from` can be; none where that isn't known.
    private func literalTexts(of node: JSONNode) -> [String] {
        guard let path = node.made("from", { try? PlaceholderText($0) })?.onlyField, let found = find(path) else {
            return []
        }
        return limits.feedValues[found.prefix.joined(separator: ".")] ?? []
    }

    /// What the value of `from` is; nil where that isn't known.
    private func shape(of node: JSONNode) -> ResultShape? {
        guard let text = node.made("from", { try? PlaceholderText($0) }) else { return nil }
        guard let path = text.onlyField else { return .text }
        return find(path)?.shape
    }

    /// - Parameter isGuarded: its replacement when the value is absent is given beside it.
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

    /// What a path leads to, looked for from the inside out, and its full name.
    private func find(_ path: FieldPath) -> Level? {
        levels.reversed().lazy.compactMap { level in
            level.shape.shape(at: path.steps[...]).map { Level(shape: $0, prefix: level.prefix + path.steps) }
        }
        .first
    }

    /// What stands where the path ends to lead anywhere.
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
    /// Whether clients that read it in the place of a text would find another JSON type than text.
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
    /// Whether the path is `name`, or leads inside it.
    fileprivate func begins(_ name: String) -> Bool { self == name || hasPrefix(name + ".") }
}

extension ResultShape {
    /// Whether it has notifications with the texts they have in each language.
    var hasContent: Bool {
        switch self {
        case .content: true
        case .list(let element): element.hasContent
        case .object(let members): members.contains { $0.shape.hasContent }
        case .text, .reference, .integer, .boolean, .choice, .instant, .open, .errorCode: false
        }
    }
}
