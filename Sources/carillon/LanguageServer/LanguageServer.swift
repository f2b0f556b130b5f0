import CarillonDiagnostics
import CarillonLanguage
import CarillonModel

/// The server's side of a connection: takes one message after the other, and answers.
///
/// It reads no stream and waits for nothing, so that tests and a program drive it alike.
struct LanguageServer {
    /// What the client has sent, and was not taken yet: a request for a document that has changed since is not answered.
    struct Waiting {
        var cancelled: Set<JSONValue> = []
        /// Documents with a change among what waits.
        var changed: Set<String> = []
    }

    enum Phase {
        case new
        case running
        /// After `shutdown`.
        case closing
        case ended(status: Int32)
    }

    private(set) var phase = Phase.new
    var workspace: TenantWorkspace
    var abilities = ClientAbilities([:])
    /// What goes out, in order.
    var outgoing: [JSONValue] = []
    /// Whether diagnostics are to be looked at again.
    var isUnsettled = false
    var published = PublishedDiagnostics()
    /// By the tenants' folders.
    var shown: [String: ShownDiagnostics] = [:]
    var tokens = TokenResults()
    var settings = ServerSettings()
    /// The process whose end ends the server.
    private(set) var parent: Int?
    private var nextRequest = 1

    init(channels: String?) {
        workspace = TenantWorkspace(channels: channels)
    }

    // MARK: messages

    mutating func take(_ message: JSONValue, _ waiting: Waiting = Waiting()) {
        guard message.object != nil else {
            outgoing.append(.failure(.null, .invalidRequest("a message is an object")))
            return
        }
        guard let method = message["method"]?.string else {
            // An answer to a request of the server's: nothing depends on it.
            if message["result"] == nil, message["error"] == nil {
                outgoing.append(.failure(message["id"] ?? .null, .invalidRequest("a request needs a method")))
            }
            return
        }
        let parameters = message["params"] ?? [:]
        guard let id = message["id"] else {
            notice(method, parameters)
            return
        }
        do {
            outgoing.append(.response(id, try answer(method, parameters, id, waiting)))
        } catch {
            outgoing.append(.failure(id, error))
        }
    }

    private mutating func answer(
        _ method: String,
        _ parameters: JSONValue,
        _ id: JSONValue,
        _ waiting: Waiting
    ) throws(ResponseError) -> JSONValue {
        switch (phase, method) {
        case (.new, "initialize"): return initialize(parameters)
        case (.new, _): throw .notInitialized
        case (.running, "initialize"): throw .invalidRequest("the server is initialized already")
        case (.running, "shutdown"):
            phase = .closing
            return .null
        case (.closing, _), (.ended, _): throw .invalidRequest("the server is shutting down")
        case (.running, _): break
        }
        if waiting.cancelled.contains(id) { throw .cancelled }
        if let uri = parameters.at("textDocument", "uri")?.string, waiting.changed.contains(uri) {
            throw .contentModified
        }
        guard let feature = Self.features[method] else { throw .unknownMethod(method) }
        return try feature(&self, parameters)
    }

    typealias Feature = @Sendable (inout LanguageServer, JSONValue) throws(ResponseError) -> JSONValue

    private mutating func notice(_ method: String, _ parameters: JSONValue) {
        if method == "exit" {
            if case .closing = phase { phase = .ended(status: 0) } else { phase = .ended(status: 1) }
            return
        }
        guard case .running = phase else { return }
        switch method {
        case "initialized": begin()
        case "textDocument/didOpen": didOpen(parameters)
        case "textDocument/didChange": didChange(parameters)
        case "textDocument/didClose": didClose(parameters)
        case "textDocument/didSave": didSave(parameters)
        case "workspace/didChangeWatchedFiles": lookAtDisk()
        case "workspace/didChangeWorkspaceFolders": didChangeFolders(parameters)
        case "workspace/didChangeConfiguration": settings = ServerSettings(parameters.at("settings"))
        default: break
        }
    }

    mutating func request(_ method: String, _ parameters: JSONValue? = nil) {
        outgoing.append(.request(nextRequest, method, parameters))
        nextRequest += 1
    }

    // MARK: life

    private mutating func initialize(_ parameters: JSONValue) -> JSONValue {
        phase = .running
        abilities = ClientAbilities(parameters["capabilities"] ?? [:])
        parent = parameters["processId"]?.integer.map { Int($0) }
        settings = ServerSettings(parameters["initializationOptions"])
        var roots = (parameters["workspaceFolders"]?.array ?? []).compactMap { $0["uri"]?.string }
        if roots.isEmpty { roots = [parameters["rootUri"]?.string].compactMap(\.self) }
        for root in roots.compactMap(FileURI.path) { workspace.addRoot(root) }
        isUnsettled = true
        return [
            "capabilities": ServerCapabilities.value(for: abilities),
            "serverInfo": ["name": "carillon", "version": .string(Release.version)],
        ]
    }

    /// Asks to be told of changes on disk, where the client watches files.
    private mutating func begin() {
        guard abilities.watchesFiles else { return }
        let files = [
            "profile", "events", "contract", "templates/*", "samples/*", "channels/*", "golden/*",
            Baseline.fileName.replacing(".json", with: ""),
        ]
        var watchers: [JSONValue] = files.map { ["globPattern": .string("**/\($0).json")] }
        // A folder that goes takes its files along without a word about each: 4 is that something was deleted.
        watchers.append(["globPattern": "**/tenants/*", "kind": 4])
        request(
            "client/registerCapability",
            [
                "registrations": [
                    [
                        "id": "files", "method": "workspace/didChangeWatchedFiles",
                        "registerOptions": ["watchers": .array(watchers)],
                    ]
                ]
            ]
        )
    }

    // MARK: documents

    private mutating func didOpen(_ parameters: JSONValue) {
        guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let path = FileURI.path(uri),
            let text = item["text"]?.string
        else { return }
        workspace.open(
            OpenDocument(
                uri: uri,
                path: path,
                version: Int(item["version"]?.integer ?? 0),
                bytes: Array(text.utf8)
            )
        )
        touch(uri)
    }

    private mutating func didChange(_ parameters: JSONValue) {
        guard let item = parameters["textDocument"], let uri = item["uri"]?.string else { return }
        let changes = (parameters["contentChanges"]?.array ?? []).compactMap { change -> TextChange? in
            guard let text = change["text"]?.string else { return nil }
            guard let range = change["range"] else { return TextChange(range: nil, text: text) }
            guard let start = TextPosition(range["start"]), let end = TextPosition(range["end"]) else { return nil }
            return TextChange(range: min(start, end)..<max(start, end), text: text)
        }
        let version = item["version"]?.integer.map { Int($0) } ?? (workspace.documents[uri]?.version ?? 0) + 1
        if workspace.change(uri, version: version, changes, abilities.encoding) { touch(uri) }
    }

    private mutating func didSave(_ parameters: JSONValue) {
        if let uri = parameters.at("textDocument", "uri")?.string, let text = parameters["text"]?.string,
            let document = workspace.documents[uri], document.bytes != Array(text.utf8)
        {
            _ = workspace.change(
                uri,
                version: document.version,
                [TextChange(range: nil, text: text)],
                abilities.encoding
            )
            touch(uri)
        }
        lookAtDisk()
    }

    private mutating func didClose(_ parameters: JSONValue) {
        guard let uri = parameters.at("textDocument", "uri")?.string else { return }
        workspace.close(uri)
        tokens.forget(uri)
        workspace.lookAtDisk()
        touch(uri)
    }

    private mutating func didChangeFolders(_ parameters: JSONValue) {
        let event = parameters["event"] ?? [:]
        for folder in event["removed"]?.array ?? [] {
            folder["uri"]?.string.flatMap(FileURI.path).map { workspace.removeRoot($0) }
        }
        for folder in event["added"]?.array ?? [] {
            folder["uri"]?.string.flatMap(FileURI.path).map { workspace.addRoot($0) }
        }
        isUnsettled = true
    }

    private mutating func lookAtDisk() {
        workspace.lookAtDisk()
        isUnsettled = true
    }

    private mutating func touch(_ uri: String) {
        published.touch(uri)
        isUnsettled = true
    }
}

extension TextPosition {
    init?(_ value: JSONValue?) {
        guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else { return nil }
        // A column beyond any line is its end.
        let limit = Int64(1) << 40
        self.init(line: Int(min(max(line, 0), limit)), character: Int(min(max(character, 0), limit)))
    }

    var json: JSONValue { ["line": JSONValue(line), "character": JSONValue(character)] }
}

extension TextLines {
    func json(_ range: Range<Int>, _ encoding: PositionEncoding) -> JSONValue {
        [
            "start": position(of: range.lowerBound, encoding).json,
            "end": position(of: range.upperBound, encoding).json,
        ]
    }
}
