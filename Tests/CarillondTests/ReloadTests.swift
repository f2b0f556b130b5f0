import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The service as a process that is told to look at its files again.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ReloadTests {
    @Test func `SIGHUP takes up new words, keeps the old ones while the folder is broken, and is on record`()
        async throws
    {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        let base = try await addresses(of: host)
        #expect(try await feed(base.host, place, after: "1") == "A-1 has left")

        try place.write("shop", body: "{$ordr} is on its way")
        host.kill(SIGHUP)
        let line = try #require(await host.line(with: "what ran before goes on"))
        #expect(line.contains("tenant=shop") && line.contains("ordr"))
        let status = try await get("\(base.admin)/v1/tenants", bearer: place.operatorKey)["tenants"]?.array?.first
        #expect(status?["status"] == "running" && status?["rejected"]?["diagnostics"] == 1)
        #expect(try await feed(base.host, place, after: "2") == "A-2 has left")

        try place.write("shop", body: "{$order} is on its way")
        host.kill(SIGHUP)
        _ = try #require(await host.line(with: "a tenant was reloaded"))
        #expect(try await feed(base.host, place, after: "3") == "A-3 is on its way")
        let record = host.text.split(separator: "\n").filter { $0.contains(" audit: ") }
        #expect(record.contains { $0.contains("who=signal") && $0.contains("changes=shop=reloaded") })

        let metrics = try await text("\(base.admin)/metrics")
        #expect(metrics.contains("carillon_reloads_total{tenant=\"shop\",result=\"rejected\"} 1\n"))
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test func `a folder that can't be used is reported once at start`() async throws {
        let place = try ServedFolder(tenants: ["shop", "club"])
        defer { place.remove() }
        try place.write("club", body: "{$ordr} is on its way")
        let host = try place.serve()
        _ = try await addresses(of: host)
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
        let lines = host.text.split(separator: "\n").filter { $0.contains("error") && $0.contains("ordr") }
        #expect(lines.count == 1, "\(host.text)")
    }

    @Test func `a folder that comes while the host runs is served without a signal`() async throws {
        let place = try ServedFolder(tenants: ["shop", "club"])
        defer { place.remove() }
        let club = place.folder.appending(path: "tenants/club")
        let aside = place.folder.appending(path: "club")
        try FileManager.default.moveItem(at: club, to: aside)
        let host = try place.serve()
        let base = try await addresses(of: host)
        try FileManager.default.moveItem(at: aside, to: club)
        let started = try #require(await host.line(with: "a tenant was started"))
        #expect(started.contains("tenant=club"))
        let profile = try await get("\(base.host)/v1/club/client-profile")
        #expect(profile["tenant"] == "club")
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal to end that comes while the host is still being set up ends it`(signal: Int32) async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let secrets = try place.holdSecrets()
        let host = try place.serve()
        try await secrets.waitForReader()
        host.kill(signal)
        #expect(await host.status() == 0)
        #expect(!host.text.contains("serving"))
    }

    @Test func `secrets may come from a pipe, which is read once`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let secrets = try place.holdSecrets()
        let host = try place.serve()
        try await secrets.waitForReader()
        try secrets.release()
        let base = try await addresses(of: host)
        #expect(try await feed(base.host, place, after: "1") == "A-1 has left")
        try place.write("shop", body: "{$order} is on its way")
        host.kill(SIGHUP)
        #expect(await host.line(with: "a tenant was reloaded") != nil)
        #expect(try await feed(base.host, place, after: "2") == "A-2 is on its way")
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    /// Posts an event and waits for its words in the feed.
    private func feed(_ host: String, _ place: ServedFolder, after id: String) async throws -> String? {
        var request = HTTPClientRequest(url: "\(host)/v1/shop/events")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "authorization", value: "Bearer \(place.serviceKey)")
        request.body = .bytes(ByteBuffer(bytes: place.event(id).utf8))
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code == 202)
        var body: String?
        try await waitUntil {
            let feed = try await get("\(host)/v1/shop/notifications", bearer: place.userToken())
            let bodies =
                feed["items"]?.array?.compactMap { item in
                    // Without the marks around values.
                    item["body"]?.string?.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
                } ?? []
            body = bodies.first { $0.hasPrefix("A-\(id) ") }
            return body != nil
        }
        return body
    }
}

/// Where a host answers.
struct HostAddresses {
    let host: String
    let admin: String
}

func addresses(of host: Carillond) async throws -> HostAddresses {
    let admin = try #require(await host.port(inLineWith: "operators and metrics"))
    let port = try #require(await host.port(inLineWith: "serving"))
    return HostAddresses(host: "http://127.0.0.1:\(port)", admin: "http://127.0.0.1:\(admin)")
}

func get(_ url: String, bearer: String? = nil) async throws -> JSONValue {
    try JSONValue(parsing: Array(try await text(url, bearer: bearer).utf8))
}

func text(_ url: String, bearer: String? = nil) async throws -> String {
    var request = HTTPClientRequest(url: url)
    if let bearer { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
    let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    return String(buffer: try await answer.body.collect(upTo: 8 << 20))
}
