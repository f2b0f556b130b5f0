import CarillonDiagnostics
import CarillonModel

/// One file after the phases that look at nothing else: syntax and shape.
struct ParsedFile: Sendable {
    /// Nil when there is no JSON in it at all.
    let file: TenantFile?
    let diagnostics: [Diagnostic]

    struct Input: Sendable {
        let file: TenantFolder.File
        let source: SourceID

        /// The name without folder and ending.
        var stem: String {
            let name = file.path.split(separator: "/").last ?? ""
            return String(name.dropLast(".json".count))
        }
    }

    init(_ input: Input, _ shape: Shape) {
        let (root, faults) = JSONReader.read(input.file.content, source: input.source)
        guard let root else {
            (file, diagnostics) = (nil, faults)
            return
        }
        var checker = ShapeChecker(source: input.source)
        checker.check(root, shape)
        file = TenantFile(path: input.file.path, source: input.source, root: root, faults: checker.faults)
        diagnostics = faults + checker.diagnostics
    }
}

/// A file of words, with its texts.
struct ParsedTemplates: Sendable {
    /// The file's name, which should be a language.
    let name: String
    let locale: LocaleTag?
    let file: TenantFile?
    let texts: [WrittenText]
    let terms: [String: String]
    let diagnostics: [Diagnostic]

    init(_ input: ParsedFile.Input, fields: (EventTypeID) -> [PayloadField]?) {
        let parsed = ParsedFile(input, .templates)
        name = input.stem
        let locale = LocaleTag(name)
        self.locale = locale
        file = parsed.file
        diagnostics = parsed.diagnostics
        let reading = parsed.file.flatMap { file in locale.map { TemplatesReading(file: file, locale: $0) } }
        texts = reading?.texts(fields: fields) ?? []
        terms = reading?.terms() ?? [:]
    }
}
