public import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

/// A change that an editor offers.
public struct TextAction: Sendable {
    public enum Kind: Sendable, Hashable {
        /// Of a diagnostic.
        case fix
        /// All fixes of a file that are the only ones for their diagnostics.
        case fixAll
        case rewrite
        /// Something gets a name of its own.
        case extract
    }

    public let title: String
    public let kind: Kind
    public let edits: [FileEdit]
    /// What it takes away.
    public let diagnostic: Diagnostic?
    /// Why it can't be done, for a client that shows such actions; nil where it can.
    public var refusal: String?
}

extension TenantSnapshot {
    /// What can be done about a range of a file.
    public func actions(in range: Range<Int>, of path: String) -> [TextAction] {
        var actions: [TextAction] = []
        var safe: [FileEdit] = []
        let known = diagnosticsAtHand
        func file(of span: Span) -> String? { self.path(of: span.source, in: known.sources) }
        for diagnostic in known.diagnostics {
            if file(of: diagnostic.primary.span) == path, diagnostic.primary.span.range.touches(range) {
                actions += repairs(of: diagnostic, in: path)
            }
            for fix in diagnostic.fixes {
                guard let fixed = file(of: fix.span) else { continue }
                let edit = FileEdit(fixed, fix.span.range, fix.replacement)
                let isHere = file(of: diagnostic.primary.span) == path
                if isHere, diagnostic.fixes.count == 1, fixed == path, !safe.contains(where: { $0.touches(edit) }) {
                    safe.append(edit)
                }
                guard isHere, diagnostic.primary.span.range.touches(range) else { continue }
                actions.append(TextAction(title: fix.title, kind: .fix, edits: [edit], diagnostic: diagnostic))
            }
        }
        if !safe.isEmpty {
            actions.append(TextAction(title: "fix all that is certain", kind: .fixAll, edits: safe, diagnostic: nil))
        }
        if let extraction = extraction(of: range, in: path) { actions.append(extraction) }
        return actions + rewrites(at: range.lowerBound, of: path)
    }

    /// The path of a file of the folder.
    package func path(of source: SourceID) -> String? { path(of: source, in: sources) }

    private func path(of source: SourceID, in sources: SourceSet) -> String? {
        let path = sources[source].path
        guard path.hasPrefix(folder.path + "/") else { return nil }
        let inner = String(path.dropFirst(folder.path.count + 1))
        return files[inner] == nil ? nil : inner
    }

    /// Another form of the same text: lines, or one string.
    private func rewrites(at offset: Int, of path: String) -> [TextAction] {
        guard let file = files[path], case .templates = file.kind,
            let message = WrittenMessage.around(JSONPlaceFinder(file.bytes, at: offset).steps, in: file.root),
            message.isServed
        else { return [] }
        let node = message.node
        if let text = node.string, text.contains("\n") {
            let lines = JSONValue.array(
                text.split(separator: "\n", omittingEmptySubsequences: false).map { .string(String($0)) }
            )
            let edit = FileEdit(path, node.range, lines.text)
            return [TextAction(title: "write it as lines", kind: .rewrite, edits: [edit], diagnostic: nil)]
        }
        guard !node.elements.isEmpty, node.elements.allSatisfy({ $0.string != nil }) else { return [] }
        let text = node.elements.compactMap(\.string).joined(separator: "\n")
        let edit = FileEdit(path, node.range, JSONValue.string(text).text)
        return [TextAction(title: "write it as one string", kind: .rewrite, edits: [edit], diagnostic: nil)]
    }
}

extension Range<Int> {
    func touches(_ other: Range<Int>) -> Bool { lowerBound <= other.upperBound && other.lowerBound <= upperBound }
}

extension FileEdit {
    fileprivate func touches(_ other: FileEdit) -> Bool { path == other.path && range.touches(other.range) }
}
