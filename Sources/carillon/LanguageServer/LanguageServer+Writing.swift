import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles

/// What changes files: completion, renaming, actions, layout; and where names lead.
extension LanguageServer {
    mutating func completion(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let items = place.tenant.completions(at: try offset(parameters, in: place), in: place.path)
        return [
            "isIncomplete": false,
            "items": .array(items.enumerated().map { json($0.element, rank: $0.offset, in: place.lines) }),
        ]
    }

    private func json(_ item: CompletionItem, rank: Int, in lines: TextLines) -> JSONValue {
        let snippet = abilities.takesSnippets ? item.snippet : nil
        let wording = item.documentation.map { wording -> JSONValue in
            abilities.completionIsMarkdown ? ["kind": "markdown", "value": .string(wording)] : .string(wording)
        }
        let digits = String(rank)
        return .members([
            "label": .string(item.label), "kind": JSONValue(item.kind.rawValue),
            "detail": item.detail.map { .string($0) }, "documentation": wording,
            // Clients sort by this text, and ours is the better order.
            "sortText": .string(String(repeating: "0", count: max(0, 5 - digits.count)) + digits),
            "filterText": .string(item.filter),
            "insertTextFormat": snippet == nil ? 1 : 2,
            "textEdit": [
                "range": lines.json(item.range, abilities.encoding), "newText": .string(snippet ?? item.text),
            ],
            "additionalTextEdits": item.missingComma.map { comma in
                [["range": lines.json(comma..<comma, abilities.encoding), "newText": ","]]
            },
        ])
    }

    // MARK: names

    mutating func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let found = place.tenant.definitions(at: try offset(parameters, in: place), in: place.path)
        return .array(found.compactMap { location($0, of: place.tenant) })
    }

    mutating func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let found = place.tenant.references(
            at: try offset(parameters, in: place),
            in: place.path,
            withDeclarations: parameters.at("context", "includeDeclaration")?.boolean ?? true
        )
        return .array(found.compactMap { location($0, of: place.tenant) })
    }

    mutating func prepareRename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters),
            let found = place.tenant.renamable(at: try offset(parameters, in: place), in: place.path)
        else { return .null }
        return [
            "range": place.lines.json(found.range, abilities.encoding), "placeholder": .string(found.name),
        ]
    }

    mutating func rename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters), let new = parameters["newName"]?.string else {
            throw .invalidParameters("no document of a tenant, or no new name")
        }
        let offset = try offset(parameters, in: place)
        do {
            let golden = try goldenFolder(of: place.tenant)
            let renaming = try place.tenant.rename(at: offset, in: place.path, to: new, golden: golden)
            tellWhatIsLeft(by: renaming)
            return workspaceEdit(renaming.edits, of: place.tenant, files: renaming.files, renaming)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Names the files that the edit doesn't reach.
    private mutating func tellWhatIsLeft(by renaming: Renaming) {
        guard !renaming.files.isEmpty, !abilities.renamesFiles else { return }
        let names = renaming.files.map { "\($0.from) to \($0.to)" }.joined(separator: ", ")
        let message = JSONValue.string("Rename these files, too: \(names)")
        outgoing.append(.notification("window/showMessage", ["type": 2, "message": message]))
    }

    /// Edits of several files at once, with the versions that they were made for where the client takes these.
    func workspaceEdit(
        _ edits: [FileEdit],
        of tenant: TenantSnapshot,
        files: [(from: String, to: String)] = [],
        _ renaming: Renaming? = nil
    ) -> JSONValue {
        let annotation = abilities.takesAnnotations && renaming?.isBreakingForSenders == true
        var byURI: [(uri: String, edits: [JSONValue])] = []
        var indices: [String: Int] = [:]
        for edit in edits {
            guard let lines = tenant.lines(of: edit.path) ?? renaming?.golden[edit.path]?.lines else { continue }
            let change = JSONValue.members([
                "range": lines.json(edit.range, abilities.encoding), "newText": .string(edit.text),
                "annotationId": annotation && abilities.takesDocumentChanges ? "breaking" : nil,
            ])
            if let index = indices[edit.path] {
                byURI[index].edits.append(change)
            } else {
                indices[edit.path] = byURI.count
                byURI.append((workspace.uri("\(tenant.folder.path)/\(edit.path)"), [change]))
            }
        }
        guard abilities.takesDocumentChanges else {
            return ["changes": .object(JSONObject(byURI.map { .init($0.uri, .array($0.edits)) }))]
        }
        var changes = byURI.map { uri, edits -> JSONValue in
            let version = workspace.documents[uri].map { JSONValue($0.version) } ?? .null
            return ["textDocument": ["uri": .string(uri), "version": version], "edits": .array(edits)]
        }
        if abilities.renamesFiles {
            changes += files.map { from, to in
                [
                    "kind": "rename", "oldUri": .string(workspace.uri("\(tenant.folder.path)/\(from)")),
                    "newUri": .string(FileURI.uri("\(tenant.folder.path)/\(to)")),
                ]
            }
        }
        return .members([
            "documentChanges": .array(changes),
            "changeAnnotations": annotation
                ? [
                    "breaking": [
                        "label": "breaking for senders", "needsConfirmation": true,
                        "description": "Who sends this event must use the new name",
                    ]
                ] : nil,
        ])
    }

    // MARK: actions

    mutating func actions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        let range = try range(parameters["range"], in: place)
        let only = parameters.at("context", "only")?.array?.compactMap(\.string)
        func isWanted(_ kind: String) -> Bool {
            only.map { kinds in kinds.contains { kind == $0 || kind.hasPrefix($0 + ".") } } ?? true
        }
        let actions = place.tenant.actions(in: range, of: place.path).filter { action in
            isWanted(action.kind.name) && (action.refusal == nil || abilities.showsDisabledActions)
        }
        let acceptance = isWanted(Self.acceptanceKind) ? acceptance(at: range.lowerBound, in: place) : nil
        return .array(
            actions.map { action in
                .members([
                    "title": .string(action.title), "kind": .string(action.kind.name),
                    "edit": action.refusal == nil ? workspaceEdit(action.edits, of: place.tenant) : nil,
                    "disabled": action.refusal.map { ["reason": .string($0)] },
                    "diagnostics": action.diagnostic.flatMap { diagnostic in
                        Self.diagnostics(diagnostic, among: parameters.at("context", "diagnostics")?.array ?? [])
                    },
                ])
            } + [acceptance].compactMap(\.self)
        )
    }

    /// The client's own form of a diagnostic, where it sent it along.
    private static func diagnostics(_ diagnostic: Diagnostic, among sent: [JSONValue]) -> JSONValue? {
        let same = sent.filter { item in
            item["code"]?.string == diagnostic.code.number
                && item["message"]?.string?.hasPrefix(diagnostic.message) == true
        }
        return same.isEmpty ? nil : .array(same)
    }

    mutating func formatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let place = try place(parameters) else { return .null }
        return .array(
            place.tenant.formatting(of: place.path).map { edit in
                ["range": place.lines.json(edit.range, abilities.encoding), "newText": .string(edit.text)]
            }
        )
    }
}

extension TextAction.Kind {
    /// As the protocol calls it.
    fileprivate var name: String {
        switch self {
        case .fix: "quickfix"
        case .fixAll: "source.fixAll"
        case .rewrite: "refactor.rewrite"
        case .extract: "refactor.extract"
        }
    }
}
