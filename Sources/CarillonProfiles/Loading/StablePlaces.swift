package import CarillonDiagnostics
import CarillonModel

/// Finds where faults are in the structure of their files, so that they can be recognised after an edit.
///
/// A file is read once more for it, and only when something was found there.
package struct StablePlaces {
    private let sources: SourceSet
    private var roots: [SourceID: JSONNode?] = [:]

    init(_ sources: SourceSet) {
        self.sources = sources
    }

    /// The same diagnostics, each with its identity where its file has a home.
    package static func identified(_ diagnostics: [Diagnostic], in sources: SourceSet) -> [Diagnostic] {
        var places = StablePlaces(sources)
        return diagnostics.map { diagnostic in
            guard let home = sources[diagnostic.primary.span.source].home else { return diagnostic }
            var diagnostic = diagnostic
            let pointer = places.pointer(to: diagnostic.primary.span, hidesValues: diagnostic.hidesSource)
            let place = pointer.isEmpty ? home.path : "\(home.path)#\(pointer)"
            diagnostic.identity = DiagnosticIdentity(of: diagnostic, tenant: home.tenant, place: place)
            return diagnostic
        }
    }

    /// The innermost value at a span's beginning, as a JSON pointer in which elements of lists are named by their values.
    ///
    /// - Parameter hidesValues: an element is named `*`, because it may be a secret.
    mutating func pointer(to span: Span, hidesValues: Bool = false) -> String {
        guard let root = root(of: span.source) else { return "" }
        let isTemplate = sources[span.source].home?.path.hasPrefix("templates/") ?? false
        let offset = span.range.lowerBound
        var node = root
        var pointer = ""
        while true {
            switch node.content {
            case .object(let members):
                guard
                    let member = members.first(where: {
                        $0.nameRange.lowerBound <= offset
                            && offset < max($0.value.range.upperBound, $0.nameRange.upperBound)
                    })
                else { return pointer }
                pointer += JSONPointer.step(member.name)
                node = member.value
            case .array(let elements):
                guard let element = elements.first(where: { $0.range.contains(offset) }) else { return pointer }
                // The lines of a text are one text.
                if isTemplate, element.string != nil { return pointer }
                pointer += JSONPointer.step(hidesValues ? "*" : element.nameInList)
                node = element
            default: return pointer
            }
        }
    }

    private mutating func root(of source: SourceID) -> JSONNode? {
        if let root = roots[source] { return root }
        let root = JSONReader.read(sources[source].content, source: source).root
        roots[source] = .some(root)
        return root
    }
}

extension JSONNode {
    /// The members by which people tell objects of a list apart: of routes, actions, services.
    private static let identifying = ["method", "path", "id", "name"]
    /// Characters of a value that is shown; of longer ones a hash is.
    private static let shownLength = 60

    /// `=push`, `=GET /users/{id}` of a route, or `=#` and eight digits of a hash of what has no name.
    fileprivate var nameInList: String {
        switch content {
        case .string(let text): Self.short(text)
        case .number(let text): "=" + text
        case .boolean(let value): "=\(value)"
        case .null: "=null"
        case .object:
            if case let names = Self.identifying.compactMap({ self[$0]?.string }), !names.isEmpty {
                Self.short(names.joined(separator: " "))
            } else {
                Self.hash(sortedText)
            }
        case .array, .broken: Self.hash(sortedText)
        }
    }

    private static func short(_ text: String) -> String {
        text.count <= shownLength && !text.unicodeScalars.contains { $0.value < 0x20 } ? "=" + text : hash(text)
    }

    private static func hash(_ text: String) -> String {
        "=#" + SoftwareSHA256.hash(Array(text.utf8)).prefix(4).hexadecimal
    }

    /// The value without blanks, members in the order of their names.
    private var sortedText: String {
        switch content {
        case .array(let elements): "[\(elements.map(\.sortedText).joined(separator: ","))]"
        case .object(let members):
            "{"
                + members.map { JSONValue.string($0.name).text + ":" + $0.value.sortedText }.sorted().joined(
                    separator: ","
                )
                + "}"
        default: value?.text ?? ""
        }
    }
}
