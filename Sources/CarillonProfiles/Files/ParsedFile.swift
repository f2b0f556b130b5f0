import CarillonDiagnostics
import CarillonModel

/// One file after the phases that need no other file: syntax and shape.
struct ParsedFile: Sendable {
    let path: String
    /// Nil where the file contains no JSON at all.
    let file: TenantFile?
    /// A sample's value; nil for other files, and where a part of it can't be read.
    let value: JSONValue?
    let diagnostics: [Diagnostic]

    struct Input: Sendable {
        let file: TenantFolder.File
        let source: SourceID
        let shape: Shape
    }

    /// - Parameter known: the file's value where an earlier check of the same bytes has found nothing wrong with it.
    init(_ input: Input, known: JSONNode? = nil) {
        path = input.file.path
        if let known {
            file = TenantFile(path: path, source: input.source, root: known, faults: [])
            value = if case .anyObject = input.shape { known.value } else { nil }
            diagnostics = []
            return
        }
        let (root, faults) = JSONReader.read(input.file.content, source: input.source)
        guard let root else {
            (file, value, diagnostics) = (nil, nil, faults)
            return
        }
        var checker = ShapeChecker(source: input.source)
        checker.check(root, input.shape)
        file = TenantFile(path: path, source: input.source, root: root, faults: checker.faults, isRead: faults.isEmpty)
        value = if case .anyObject = input.shape { root.value } else { nil }
        diagnostics = faults + checker.diagnostics
    }
}

/// All files of a folder after the syntax and shape phases.
struct ParsedFolder: Sendable {
    static let sampleContext = Shape.sampleContextFile

    /// The files that exist once in a folder.
    let single: [ParsedFile]
    let templates: [ParsedFile]
    let samples: [ParsedFile]

    /// Such a file by its path; nil also where its declarations are unreliable.
    func file(_ path: String) -> TenantFile? { single.first { $0.path == path }?.file?.ifWhole }
}

/// A template file, with its texts.
struct ParsedTemplates: Sendable {
    /// The file's name, which should be a language.
    let name: String
    let locale: LocaleTag?
    let file: TenantFile?
    let texts: [WrittenText]
    /// The texts as the host needs them: event or app text → slot path → text.
    let messages: [EventTypeID: [String: TextTemplate]]
    let terms: [String: String]

    /// - Parameters:
    ///   - fields: the payload fields of an event or app text; nil where there is none.
    ///   - known: a text that was read before, of the same bytes.
    init(
        _ parsed: ParsedFile,
        fields: (EventTypeID) -> [PayloadField]?,
        known: (WrittenSlot) -> WrittenText? = { _ in nil }
    ) {
        file = parsed.file
        name = parsed.file?.stem ?? ""
        let locale = LocaleTag(name)
        self.locale = locale
        let reading = parsed.file.flatMap { file in locale.map { TemplatesReading(file: file, locale: $0) } }
        texts = reading?.texts(fields: fields, known: known) ?? []
        terms = reading?.terms() ?? [:]
        var messages: [EventTypeID: [String: TextTemplate]] = [:]
        for text in texts {
            guard let message = text.message else { continue }
            messages[text.id, default: [:]][text.path] = TextTemplate(
                source: text.source,
                message: message,
                isSound: text.problems.isEmpty
            )
        }
        self.messages = messages
    }
}
