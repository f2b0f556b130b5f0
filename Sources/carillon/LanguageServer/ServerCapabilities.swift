import CarillonLanguage
import CarillonModel

/// What the server says that it can do.
enum ServerCapabilities {
    static func value(for abilities: ClientAbilities) -> JSONValue {
        .members([
            "positionEncoding": .string(abilities.encoding.rawValue),
            "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": true]],
            "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
            "diagnosticProvider": abilities.pullsDiagnostics
                ? ["identifier": "carillon", "interFileDependencies": true, "workspaceDiagnostics": false] : nil,
            "hoverProvider": true,
            "completionProvider": ["triggerCharacters": ["\"", "{", "$", ":", "=", " "]],
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": ["prepareProvider": true],
            "codeActionProvider": abilities.takesActionLiterals
                ? ["codeActionKinds": ["quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll"]] : nil,
            "semanticTokensProvider": [
                "legend": [
                    "tokenTypes": .array(SemanticToken.kinds.map { .string($0) }), "tokenModifiers": [],
                ],
                "range": true, "full": ["delta": true],
            ],
            "inlayHintProvider": true,
            "colorProvider": true,
            "documentLinkProvider": [:],
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "documentFormattingProvider": true,
            "experimental": ["carillonRender": true],
        ])
    }
}
