import CarillonLanguage
import CarillonModel

/// What the client said that it can do: anything optional is asked for here first.
struct ClientAbilities {
    private let capabilities: JSONValue
    let encoding: PositionEncoding

    init(_ capabilities: JSONValue) {
        self.capabilities = capabilities
        let offered = capabilities.at("general", "positionEncodings")?.array?.compactMap(\.string) ?? []
        encoding = offered.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    }

    private func flag(_ names: String...) -> Bool {
        var value: JSONValue? = capabilities
        for name in names { value = value?[name] }
        return value?.boolean ?? false
    }

    private func texts(_ names: String...) -> [String] {
        var value: JSONValue? = capabilities
        for name in names { value = value?[name] }
        return value?.array?.compactMap(\.string) ?? []
    }

    var pullsDiagnostics: Bool { capabilities.at("textDocument", "diagnostic") != nil }
    var refreshesDiagnostics: Bool { flag("workspace", "diagnostics", "refreshSupport") }
    var showsRelatedInformation: Bool { flag("textDocument", "publishDiagnostics", "relatedInformation") }
    var showsDiagnosticTags: Bool {
        capabilities.at("textDocument", "publishDiagnostics", "tagSupport") != nil || pullsDiagnostics
    }
    var showsCodeDescriptions: Bool { flag("textDocument", "publishDiagnostics", "codeDescriptionSupport") }
    var takesSnippets: Bool { flag("textDocument", "completion", "completionItem", "snippetSupport") }
    var hoverIsMarkdown: Bool { texts("textDocument", "hover", "contentFormat").first != "plaintext" }
    var completionIsMarkdown: Bool {
        texts("textDocument", "completion", "completionItem", "documentationFormat").contains("markdown")
    }
    var takesDocumentChanges: Bool { flag("workspace", "workspaceEdit", "documentChanges") }
    var renamesFiles: Bool {
        takesDocumentChanges && texts("workspace", "workspaceEdit", "resourceOperations").contains("rename")
    }
    var createsFiles: Bool {
        takesDocumentChanges && texts("workspace", "workspaceEdit", "resourceOperations").contains("create")
    }
    var takesAnnotations: Bool { capabilities.at("workspace", "workspaceEdit", "changeAnnotationSupport") != nil }
    var takesActionLiterals: Bool { capabilities.at("textDocument", "codeAction", "codeActionLiteralSupport") != nil }
    var showsDisabledActions: Bool { flag("textDocument", "codeAction", "disabledSupport") }
    var nestsSymbols: Bool { flag("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport") }
    var watchesFiles: Bool { flag("workspace", "didChangeWatchedFiles", "dynamicRegistration") }
}
