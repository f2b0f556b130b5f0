import CarillonLanguage
import CarillonModel
import CarillonProfiles

extension LanguageServer {
    /// What a client can ask for, by method.
    static let features: [String: Feature] = [
        "textDocument/diagnostic": { server, values throws(ResponseError) in try server.pullDiagnostics(values) },
        "textDocument/hover": { server, values throws(ResponseError) in try server.hover(values) },
        "textDocument/completion": { server, values throws(ResponseError) in try server.completion(values) },
        "textDocument/definition": { server, values throws(ResponseError) in try server.definition(values) },
        "textDocument/references": { server, values throws(ResponseError) in try server.references(values) },
        "textDocument/documentHighlight": { server, values throws(ResponseError) in try server.highlights(values) },
        "textDocument/prepareRename": { server, values throws(ResponseError) in try server.prepareRename(values) },
        "textDocument/rename": { server, values throws(ResponseError) in try server.rename(values) },
        "textDocument/codeAction": { server, values throws(ResponseError) in try server.actions(values) },
        "textDocument/semanticTokens/full": { server, values throws(ResponseError) in try server.allTokens(values) },
        "textDocument/semanticTokens/full/delta": { server, values throws(ResponseError) in
            try server.changedTokens(values)
        },
        "textDocument/semanticTokens/range": { server, values throws(ResponseError) in try server.someTokens(values) },
        "textDocument/inlayHint": { server, values throws(ResponseError) in try server.hints(values) },
        "textDocument/documentColor": { server, values throws(ResponseError) in try server.colors(values) },
        "textDocument/colorPresentation": { server, values throws(ResponseError) in try server.colorWording(values) },
        "textDocument/documentLink": { server, values throws(ResponseError) in try server.links(values) },
        "textDocument/documentSymbol": { server, values throws(ResponseError) in try server.symbols(values) },
        "workspace/symbol": { server, values throws(ResponseError) in server.allSymbols(values) },
        "textDocument/foldingRange": { server, values throws(ResponseError) in try server.foldings(values) },
        "textDocument/selectionRange": { server, values throws(ResponseError) in try server.selections(values) },
        "textDocument/formatting": { server, values throws(ResponseError) in try server.formatting(values) },
        "carillon/render": { server, values throws(ResponseError) in try server.render(values) },
    ]

    /// A document of a tenant, as a request names it.
    struct Place {
        let uri: String
        let tenant: TenantSnapshot
        /// In the tenant's folder.
        let path: String
        let lines: TextLines
    }

    /// Nil for a document that is of no tenant, or so large that its faults alone are looked for.
    mutating func place(_ parameters: JSONValue) throws(ResponseError) -> Place? {
        guard let uri = parameters.at("textDocument", "uri")?.string else { throw .invalidParameters("no document") }
        guard let (tenant, path) = workspace.snapshot(of: uri) else { return nil }
        let isServed =
            tenant.files[path]?.isServed ?? workspace.documents[uri].map { $0.bytes.count <= SyntaxFile.sizeLimit }
        guard isServed == true,
            let lines = tenant.lines(of: path) ?? workspace.documents[uri].map({ TextLines($0.bytes) })
        else { return nil }
        return Place(uri: uri, tenant: tenant, path: path, lines: lines)
    }

    /// The byte that a request is about.
    func offset(_ parameters: JSONValue, in place: Place) throws(ResponseError) -> Int {
        guard let position = TextPosition(parameters["position"]) else { throw .invalidParameters("no position") }
        return place.lines.offset(of: position, abilities.encoding)
    }

    func range(_ value: JSONValue?, in place: Place) throws(ResponseError) -> Range<Int> {
        guard let start = TextPosition(value?["start"]), let end = TextPosition(value?["end"]) else {
            throw .invalidParameters("no range")
        }
        let lower = place.lines.offset(of: min(start, end), abilities.encoding)
        return lower..<max(lower, place.lines.offset(of: max(start, end), abilities.encoding))
    }

    /// A place as the protocol names it.
    func location(_ place: FileRange, of tenant: TenantSnapshot) -> JSONValue? {
        guard let lines = tenant.lines(of: place.path) else { return nil }
        return [
            "uri": .string(workspace.uri("\(tenant.folder.path)/\(place.path)")),
            "range": lines.json(place.range, abilities.encoding),
        ]
    }
}
