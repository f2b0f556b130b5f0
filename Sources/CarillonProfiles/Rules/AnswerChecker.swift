import CarillonDiagnostics
import CarillonModel

/// Placeholders of an answer against what there is.
struct AnswerChecker {
    let file: TenantFile
    /// Innermost last.
    private let levels: [Level]
    /// Values that a result doesn't always have, by their full names.
    private let absent: Set<String>
    /// The languages that `content` can be asked for; nil where it isn't known.
    private let languages: [String]?

    private struct Level {
        let shape: ResultShape
        /// The names that lead here, such as `items`.
        let prefix: [String]
    }

    init(file: TenantFile, root: ResultShape, absent: Set<String> = [], languages: [String]? = nil) {
        self.init(file: file, levels: [Level(shape: root, prefix: [])], absent: absent, languages: languages)
    }

    private init(file: TenantFile, levels: [Level], absent: Set<String>, languages: [String]?) {
        self.file = file
        self.levels = levels
        self.absent = absent
        self.languages = languages
    }

    func check(_ node: JSONNode?, _ report: inout RuleReport) {
        guard let node else { return }
        switch node.content {
        case .string(let text): check(text, node, &report)
        case .array(let elements): for element in elements { check(element, &report) }
        case .object(let members):
            if let path = node.made("each", { FieldPath($0) }), let element = node["as"], members.count == 2 {
                checkEach(path, element, node["each"] ?? node, &report)
            } else if let from = node["from"], node["values"] != nil, members.count == 2 {
                check(from, &report)
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
            AnswerChecker(file: file, levels: next, absent: absent, languages: languages).check(element, &report)
        case .open: break
        case .value, .instant, .object: report.add(.notAList(path.description, Span(file.source, node.range)))
        }
    }

    private func check(_ text: String, _ node: JSONNode, _ report: inout RuleReport) {
        let parsed: PlaceholderText
        do {
            parsed = try PlaceholderText(text)
        } catch {
            report.add(.badPlaceholder(error, Span(file.source, node.range)))
            return
        }
        let span = Span(file.source, node.range)
        for path in parsed.fields {
            guard let found = find(path) else {
                report.add(unknown(path, node))
                continue
            }
            if let languages, let tag = language(found.prefix), !languages.contains(tag) {
                report.add(.unsupportedContent(tag, languages, span))
            } else if !path.isOptional, absent.contains(where: { found.prefix.joined(separator: ".").begins($0) }) {
                report.add(.absentResult(path.description, span))
            }
        }
    }

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

    private func unknown(_ path: FieldPath, _ node: JSONNode) -> Diagnostic {
        let known = levels.reversed().flatMap(\.shape.names)
        return .unknownResult(path.description, known: known, Span(file.source, node.range))
    }
}

extension String {
    /// Whether the path is `name`, or leads inside it.
    fileprivate func begins(_ name: String) -> Bool { self == name || hasPrefix(name + ".") }
}

extension ResultShape {
    static let errors = ResultShape.object([
        "error": .object([
            "code": .value, "message": .value, "status": .value, "retryAfter": .value, "errors": .open,
        ])
    ])
}

extension Operation {
    /// Values of the result that are not always there, by their full names; those of a list's elements behind the
    /// list's.
    var absentResults: Set<String> {
        switch self {
        case .notificationsSend: ["delivery.receipt", "delivery.error"]
        case .notificationsList:
            ["items.imageUrl", "items.icon", "items.color", "items.background", "items.readAt", "items.deepLink"]
        default: []
        }
    }

    /// Whether the result has notifications with the words they have in each language.
    var hasContent: Bool { self == .notificationsSend || self == .notificationsList }
}

extension Diagnostic {
    fileprivate static func unsupportedContent(_ tag: String, _ known: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedWords,
            "there are no words in \(quoted(tag))",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: tag, among: known)),
            notes: ["supported are \(Shape.list(known))"]
        )
    }

    fileprivate static func absentResult(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .absentResult,
            "`{\(path)}` is not always there",
            at: span,
            help: "write `{\(path)?}`, which says that the key may be left out"
        )
    }
}
