import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// A host with a studio over a copy of a tenant's folder, and the people who use it.
struct StudioHost: Sendable {
    /// With the tenant's folder in it.
    let tenants: URL
    let assembly: HostAssembly
    let clock: ManualClock
    let lines: RecordedLines
    private let kept: TestStore
    private let keeping: Task<Void, Never>?

    static let tenant = "dossier"
    var folder: URL { tenants.appending(path: Self.tenant) }
    private var surface: AdminSurface { AdminSurface(api: assembly.api, metrics: assembly.metricsPage) }

    /// - Parameters:
    ///   - servesStudio: whether there is one.
    ///   - auth: members that `auth` in the tenant's profile has beside its own.
    ///   - studio: its `studio`.
    ///   - secrets: of the tenant's.
    ///   - other: another tenant of the repository, served beside it.
    ///   - everything: what providers answer.
    ///   - change: another time than a clock that a test moves.
    static func start(
        servesStudio: Bool = true,
        auth: JSONObject = JSONObject(),
        studio: JSONObject = JSONObject(),
        secrets: [String: String] = [:],
        other: String? = nil,
        answering everything: ScriptedEgress = ScriptedEgress(TestHost.everythingTaken),
        changing change: (inout HostTime) -> Void = { _ in }
    ) async throws -> StudioHost {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let tenants = FileManager.default.temporaryDirectory.appending(path: "carillon-studio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: tenants, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: repository.appending(path: "tenants/\(tenant)"),
            to: tenants.appending(path: tenant)
        )
        if let other {
            try FileManager.default.copyItem(
                at: repository.appending(path: "tenants/\(other)"),
                to: tenants.appending(path: other)
            )
        }
        try extend(tenants.appending(path: "\(tenant)/profile.json"), auth: auth, studio: studio)
        let (clock, lines) = (ManualClock(), RecordedLines())
        let registry = ChannelRegistry.standard
        let profiles = TenantFolders(tenants.path, registry: registry).load()
        var configuration = HostConfiguration()
        configuration.role = .api
        configuration.operatorKey = Secret(TestHost.operatorKey)
        configuration.servesStudio = servesStudio
        configuration.tenants = tenants.path
        configuration.secrets = SecretBook(file: [tenant: secrets.mapValues { Secret($0) }])
        let kept = await TestStore.open(clock)
        var time = kept.time
        change(&time)
        let assembly = HostAssembly(
            configuration,
            profiles: profiles,
            store: kept.store,
            registry: registry,
            network: ScriptedNetwork(http: everything),
            time: time,
            observer: SettledCounter(),
            logger: RecordedLines().logger("host"),
            audit: lines.logger("audit")
        )
        let keeping = await kept.start(assembly).keeping
        return StudioHost(
            tenants: tenants,
            assembly: assembly,
            clock: clock,
            lines: lines,
            kept: kept,
            keeping: keeping
        )
    }

    private static func extend(_ file: URL, auth: JSONObject, studio: JSONObject) throws {
        var profile = try #require(try JSONValue(parsing: Array(Data(contentsOf: file))).object)
        var object = profile["auth"]?.object ?? JSONObject()
        for member in auth.members { object[member.name] = member.value }
        profile["auth"] = .object(object)
        if !studio.isEmpty { profile["studio"] = .object(studio) }
        try Data(JSONValue.object(profile).utf8).write(to: file)
    }

    /// Ends, and leaves nothing.
    func stop() async {
        await kept.remove(assembly, keeping)
        try? FileManager.default.removeItem(at: tenants)
    }

    struct Answer: Sendable {
        let status: Int
        let json: JSONValue
        let text: String
        let headers: [String: String]
        var code: String? { json["code"]?.string }
        var detail: String? { json["detail"]?.string }
    }

    /// Asks the admin port.
    ///
    /// - Parameter headers: beside those of a page of the studio's own.
    func ask(
        _ method: String,
        _ target: String,
        headers: [(name: String, value: String)] = [],
        _ json: JSONValue? = nil
    ) async -> Answer {
        let answer = await respond(method, target, headers: headers, json)
        return Answer(
            status: answer.status,
            json: (try? JSONValue(parsing: answer.bytes)) ?? .null,
            text: String(decoding: answer.bytes, as: UTF8.self),
            headers: Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        )
    }

    /// The same, as the port answers it.
    func respond(
        _ method: String,
        _ target: String,
        headers: [(name: String, value: String)] = [],
        _ json: JSONValue? = nil
    ) async -> APIResponse {
        let (path, query) = APIRequest.parse(target: target) ?? ([], [])
        var request = APIRequest(method, path: path, query: query, headers: headers, target: target)
        if !headers.contains(where: { $0.name == "host" }) { request.headers.append(("host", "127.0.0.1:9090")) }
        if !headers.contains(where: { $0.name == "sec-fetch-site" }) {
            request.headers.append(("sec-fetch-site", "same-origin"))
        }
        if let json {
            request.body = json.utf8
            request.headers.append(("content-type", "application/json"))
        }
        return await surface.respond(to: request)
    }

    /// Asks the port for apps, as the app of somebody who is signed in there.
    ///
    /// - Parameter key: what the tenant's tokens are signed with.
    func ask(_ method: String, _ path: [String], of user: String, key: String) async -> Answer {
        let token = TestHost.token(user, secret: key)
        let request = APIRequest(method, path: path, headers: [("authorization", "Bearer \(token)")])
        let answer = await assembly.api.respond(to: request)
        let json = (try? JSONValue(parsing: answer.bytes)) ?? .null
        return Answer(status: answer.status, json: json, text: "", headers: [:])
    }

    /// Asks as an operator.
    ///
    /// - Parameter path: behind `/v1/tenants/{tenant}/studio`.
    func operate(
        _ method: String,
        _ path: String,
        _ json: JSONValue? = nil,
        of tenant: String = tenant
    ) async -> Answer {
        await ask(
            method,
            "/v1/tenants/\(tenant)/studio\(path)",
            headers: [("authorization", "Bearer \(TestHost.operatorKey)")],
            json
        )
    }

    /// The code of a link that an operator makes.
    func code(for name: String, as role: String, of tenant: String = tenant) async throws -> String {
        let body: JSONValue = ["name": .string(name), "role": .string(role)]
        let answer = await operate("POST", "/links", body, of: tenant)
        #expect(answer.status == 201)
        let path = try #require(answer.json["path"]?.string)
        let start = try #require(path.firstRange(of: "#code=")?.upperBound)
        return String(path[start...])
    }

    /// Signs somebody in.
    func person(_ name: String, _ role: String, of tenant: String = tenant) async throws -> StudioPerson {
        let answer = await ask(
            "POST",
            "/v1/\(tenant)/studio/session",
            ["code": .string(try await code(for: name, as: role, of: tenant))]
        )
        #expect(answer.status == 204)
        let cookie = try #require(answer.headers["set-cookie"])
        return StudioPerson(host: self, cookie: String(cookie.prefix { $0 != ";" }))
    }
}

extension StudioHost {
    /// Gives a title a shape that a form can't show.
    func lock(title event: String, in file: URL) throws {
        var text = try #require(try JSONValue(parsing: Array(Data(contentsOf: file))).object)
        var messages = try #require(text["messages"]?.object)
        var message = try #require(messages[event]?.object)
        message["title"] = ".local $one = {|1| :number} {{Number {$one}}}"
        messages[event] = .object(message)
        text["messages"] = .object(messages)
        try Data(JSONValue.object(text).utf8).write(to: file)
    }
}

/// Somebody with a session.
struct StudioPerson: Sendable {
    let host: StudioHost
    let cookie: String

    /// - Parameter path: behind `/v1/{tenant}/studio`.
    func ask(_ method: String, _ path: String, _ json: JSONValue? = nil) async -> StudioHost.Answer {
        await host.ask(method, "/v1/\(StudioHost.tenant)/studio\(path)", headers: [("cookie", cookie)], json)
    }

    /// The answer to what goes on for as long as somebody listens.
    func listen(_ path: String) async -> APIResponse {
        await host.respond("GET", "/v1/\(StudioHost.tenant)/studio\(path)", headers: [("cookie", cookie)])
    }

    static let title: JSONValue = ["locale": "en", "message": "signal.critical", "slot": "title"]

    /// Begins a proposal that has other words for the title of `signal.critical`.
    ///
    /// - Returns: its id, and the version.
    func propose(_ text: String, title: String = "Other words") async throws -> (id: String, version: JSONValue) {
        let begun = await ask("POST", "/proposals", ["title": .string(title)])
        #expect(begun.status == 201)
        let id = try #require(begun.json["id"]?.string)
        let changed = try await change(id, text)
        #expect(changed.status == 200, "\(changed.detail ?? "")")
        return (id, try #require(changed.json["version"]))
    }

    /// Changes that title in a proposal, as it is there now.
    func change(_ id: String, _ text: String, in locale: String = "en") async throws -> StudioHost.Answer {
        let view = await ask("GET", "/texts/signal.critical/title?locale=\(locale)&proposal=\(id)")
        let hash = try #require(view.json["hash"])
        let place: JSONValue = ["locale": .string(locale), "message": "signal.critical", "slot": "title"]
        return await ask(
            "PUT",
            "/proposals/\(id)/text",
            ["place": place, "hash": hash, "form": Self.form(text)]
        )
    }

    static func form(_ text: String) -> JSONValue {
        ["shape": "string", "form": "text", "parts": [.string(text)]]
    }
}
