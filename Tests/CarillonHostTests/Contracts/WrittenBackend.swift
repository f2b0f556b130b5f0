import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import CarillonStandard
import Testing

/// A tenant read from files, with a contract that a test writes: what is served has passed `validate --strict`.
struct WrittenBackend {
    let host: TestHost

    /// - Parameters:
    ///   - routes: members of `routes`, in JSON.
    ///   - events: the names that clients know events by.
    static func start(_ routes: String, events: [String] = ["NOTE"]) async throws -> WrittenBackend {
        var sources = SourceSet()
        let files = files(routes, events).map { TenantFolder.File($0.key, Array($0.value.utf8)) }
        let folder = TenantFolder(name: "shop", path: "shop", files: files)
        let loaded = ProfileLoader(registry: .standard).load(folder, into: &sources)
        #expect(loaded.diagnostics.map { "\($0.code.number) \($0.message)" } == [])
        let profile = try #require(loaded.profile)
        return WrittenBackend(host: await TestHost.start(change: { $0 = profile.parts }))
    }

    private static func files(_ routes: String, _ aliases: [String]) -> [String: String] {
        let named = aliases.enumerated().map { (id: "note.n\($0)", alias: $1) }
        let events = named.map { #""\#($0.id)": {"alias": "\#($0.alias)", "channels": ["in-app", "push"]}"# }
        let texts = named.map { #""\#($0.id)": {"title": "A note", "body": "Read it"}"# }
        let samples = named.map { ("samples/\($0.id).json", "{}") }
        let files = [
            "profile.json": """
            {"tenant": "shop", "name": "Shop", "locales": {"default": "en", "supported": ["en"]},
             "channels": {"in-app": {"use": "in-app"}, "push": {"use": "expo"}},
             "auth": {"users": {"algorithm": "HS256", "key": {"$secret": "jwt"}},
              "services": [{"header": "X-Service-Key", "key": {"$secret": "service"}}]}}
            """,
            "events.json": #"{"events": {\#(events.joined(separator: ", "))}}"#,
            "templates/en.json": #"{"locale": "en", "messages": {\#(texts.joined(separator: ", "))}}"#,
            "contract.json": #"{"routes": [\#(routes)]}"#,
        ]
        return files.merging(samples) { $1 }
    }

    /// One that lists what the caller got, and one that marks it.
    static let feed = """
        {"method": "GET", "path": "/feed", "operation": "notifications.list", "auth": "user",
         "response": {"status": 200, "body": {"each": "items", "as": {"id": "{id.integer}"}}}},
        {"method": "POST", "path": "/read", "operation": "notifications.mark", "auth": "user", "onUnknown": "not-found",
         "request": {"ids": {"from": "body.ids", "type": "list", "maxItems": 100}}}
        """

    func asService(
        _ method: String,
        _ target: String,
        _ json: JSONValue? = nil
    ) async -> (status: Int, json: JSONValue, headers: [String: String]) {
        await host.send(method, target, bearer: TestHost.serviceKey, json: json)
    }

    func asUser(
        _ user: String,
        _ method: String,
        _ target: String,
        _ json: JSONValue? = nil
    ) async -> (status: Int, json: JSONValue, headers: [String: String]) {
        await host.send(method, target, bearer: TestHost.token(user), json: json)
    }
}
