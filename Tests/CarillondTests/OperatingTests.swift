import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The operator's commands as processes of their own, with and without a host that has the data.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct OperatingTests {
    @Test func `commands reach the host that has the data, and the data itself where none has`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        let base = try await addresses(of: host)
        try await fill(base.host, place)
        for isServed in [true, false] {
            if !isServed {
                host.kill(SIGTERM)
                #expect(await host.status() == 0)
            }
            let devices = try await run(place, ["devices", "--tenant", "shop", "--format", "json"]).json
            #expect(devices["devices"]?.array?.map { $0["token"] } == ["ExponentPushToken[ops]"])
            let events = try await run(place, ["events", "--format", "json"]).json
            #expect(events["events"]?.array?.map { $0["tenant"] } == ["shop", "shop"])
            let story = try await run(place, ["events", "2", "--tenant", "shop"]).text
            #expect(story.contains("order.shipped") && story.contains("to ada"))
            #expect(story.contains("push: deliver, routed: "), "no words beside the code: \(story)")
            let pending = try await run(place, ["deliveries", "--channel", "push", "--format", "json"]).json
            #expect(pending["deliveries"]?.array?.count == 2)
            try await refuseTypos(place)
            let nobody = try Carillond(["users", "erase", "nobody", "--tenant", "shop", "--yes", "--data", place.data])
            #expect(await nobody.status() == 1)
            #expect(nobody.text.contains("carillond: nothing is kept about this user"), "\(nobody.text)")
            if isServed {
                let resume = try await run(place, ["channels", "resume", "in-app", "--tenant", "shop"]).text
                #expect(resume.contains("nothing waits on channel in-app of shop"), "\(resume)")
            }
            let export = try await run(place, ["users", "export", "ada", "--tenant", "shop"]).json
            #expect(export["notifications"]?.array?.count == 2)
            for list in [["devices"], ["events"], ["deliveries"], ["tenants"]] {
                let table = try await run(place, list).text
                let lines = table.split(separator: "\n").filter { !$0.contains(" audit: ") }
                #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 80 }, "\(table)")
            }
        }
        let channels = try await run(place, ["channels", "--tenant", "shop"]).text
        #expect(channels.contains("no channels are paused") && channels.contains("no host serves shop"), "\(channels)")
        for channel in ["push", "nope"] {
            let resume = try Carillond(["channels", "resume", channel, "--tenant", "shop", "--data", place.data])
            #expect(await resume.status() == 1)
            #expect(resume.text.contains("has no paused channel called “\(channel)”"), "\(resume.text)")
            #expect(!resume.text.contains("result=done"))
        }
        let wrong = try Carillond(["devices", "--data", place.data + "-not-there"])
        #expect(await wrong.status() == 66)
        let unsure = try Carillond(["users", "erase", "ada", "--tenant", "shop", "--data", place.data])
        #expect(await unsure.status() == 64)
    }

    @Test func `links into the studio are taken back, names forgotten, and all that was done is printed line by line`()
        async throws
    {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        try await fill(try await addresses(of: host).host, place)
        func studio(_ arguments: String...) async throws -> String {
            let text = try await run(place, ["studio"] + arguments + ["--tenant", "shop"]).text
            return text.split(separator: "\n").filter { !$0.contains(" audit: ") }.joined(separator: "\n")
        }
        for isServed in [true, false] {
            if !isServed {
                host.kill(SIGTERM)
                #expect(await host.status() == 0)
            }
            for name in ["Eve", "Eve", "Bo"] {
                #expect(try await studio("invite", "--name", name, "--role", "publisher").contains("/studio#code="))
            }
            let listed = try JSONValue(parsing: Array(try await studio("links", "--format", "json").utf8))
            let links = listed["links"]?.array ?? []
            #expect(links.compactMap { $0["name"]?.string }.sorted() == ["Bo", "Eve", "Eve"])
            let table = try await studio("links")
            #expect(table.split(separator: "\n").allSatisfy { $0.count <= 80 })
            let ids = links.compactMap { $0["id"]?.string }
            #expect(ids.allSatisfy { table.contains($0) }, "whole ids, which can be taken back")
            let bo = try #require(links.first { $0["name"] == "Bo" }?["id"]?.string)
            #expect(try await studio("revoke", "--link", bo) == "ended 1 link")
            #expect(try await studio("revoke", "--name", "Eve") == "ended 2 links")
            #expect(try await studio("revoke", "--name", "Eve") == "ended nothing")
            #expect(try await studio("forget", "--name", "Eve").hasPrefix("what they did is by erased-"))
            let lines = try await studio("history").split(separator: "\n")
            let entries = try lines.map { try JSONValue(parsing: Array($0.utf8)) }
            let own = ["link", "link", "link", "unlink", "unlink", "unlink", "forget", "history"].map { "studio.\($0)" }
            #expect(entries.compactMap { $0["action"]?.string }.suffix(own.count) == own[...])
            #expect(entries.last?["operator"] == "local")
            #expect(lines.allSatisfy { !$0.contains("Eve") } && lines.contains { $0.contains("Bo") })
            let known = try #require(entries.dropLast().last?["id"]?.string)
            #expect(try await studio("history", "--after", known).split(separator: "\n").count == 2)
        }
        let unsure = try Carillond(["studio", "revoke", "--tenant", "shop", "--data", place.data])
        #expect(await unsure.status() == 64)
    }

    @Test func `a demo without tenants says so once`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let empty = place.folder.appending(path: "empty").path
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        let demo = try Carillond(["demo", "--tenants", empty])
        #expect(await demo.status() == 66)
        let message = "carillond: \(empty): there is no tenant folder; name the folder of tenants with --tenants\n"
        #expect(demo.text == message, "\(demo.text)")
    }

    @Test func `a captured answer of a log-in is tried without a host`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let tenants = ["--tenants", root.appending(path: "tenants").path]
        let file = place.folder.appending(path: "answer.json")
        try #"{"user": {"id": 42}, "session_id": "s-9"}"#.write(to: file, atomically: true, encoding: .utf8)
        let good = try Carillond(["sessions", "try", file.path] + tenants)
        #expect(await good.status() == 0)
        #expect(good.text.contains("tenant   exchange") && good.text.contains("user     42"), "\(good.text)")
        try #"{"data": {"user": {"id": "ada"}}}"#.write(to: file, atomically: true, encoding: .utf8)
        let wrong = try Carillond(["sessions", "try", file.path, "--tenant", "exchange"] + tenants)
        #expect(await wrong.status() == 1)
        #expect(wrong.text.contains("nothing at response.user.id; response has data"), "\(wrong.text)")
        #expect(wrong.text.contains("nothing would be stored"))
        let other = try Carillond(["sessions", "try", file.path, "--tenant", "wallet"] + tenants)
        #expect(await other.status() == 1)
        #expect(other.text.contains("no such log-in; there is --tenant exchange"), "\(other.text)")
        let missing = try Carillond(["sessions", "try", file.path + "-not-there"] + tenants)
        #expect(await missing.status() == 66)
    }

    @Test func `a file of lines is taken in by the host that has the data, or without one`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        _ = try await addresses(of: host)
        let file = place.folder.appending(path: "users.jsonl")
        let lines = (0..<5_000).map { #"{"kind": "user", "userId": "user-\#($0)", "locale": "en"}"# }
        try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        let tenants = ["--tenant", "shop", "--tenants", place.folder.appending(path: "tenants").path]
        let first = try await run(place, ["import", file.path, "--format", "json"] + tenants).json
        #expect(first["accepted"] == 5_000 && first["refused"] == 0)
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
        let second = try await run(place, ["import", file.path, "--format", "json"] + tenants).json
        #expect(second["unchanged"] == 5_000)
        try #"{"kind": "user", "userId": "ada", "email": "?"}"#.write(to: file, atomically: true, encoding: .utf8)
        let refused = try Carillond(["import", file.path, "--data", place.data] + tenants)
        #expect(await refused.status() == 1)
        #expect(refused.text.contains("line 1: /email must be an e-mail address"), "\(refused.text)")
        let missing = try Carillond(["import", file.path + "-not-there", "--data", place.data] + tenants)
        #expect(await missing.status() == 66)
        let folder = try Carillond(["import", place.folder.path, "--data", place.data] + tenants)
        #expect(await folder.status() == 66)
        #expect(folder.text == "carillond: can't read \(place.folder.path): it is a folder\n", "\(folder.text)")
    }

    @Test func `a backup of a running host is restored with everything in it, and never over anything`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        let base = try await addresses(of: host)
        try await fill(base.host, place)
        let backup = place.folder.appending(path: "backup").path
        let made = try await run(place, ["backup", backup, "--format", "json"]).json
        #expect(made["tenants"]?.array?.map { $0["file"] } == ["shop.sqlite"])
        // What comes later isn't in it.
        try await post("\(base.host)/v1/shop/events", place.event("3"), bearer: place.serviceKey)
        let again = try Carillond(["backup", backup, "--data", place.data])
        #expect(await again.status() == 1)
        host.kill(SIGTERM)
        #expect(await host.status() == 0)

        let over = try Carillond(["restore", backup, "--data", place.data])
        #expect(await over.status() == 1)
        #expect(over.text.contains("is there already"))
        let fresh = place.folder.appending(path: "fresh").path
        let restored = try await run(place, ["restore", backup, "--format", "json"], data: fresh).json
        #expect(restored["restored"] == ["shop"] && restored["createdAt"]?.string.flatMap { Instant($0) } != nil)
        let second = try place.serve(["--data", fresh])
        let feed = try await get(
            "\(try await addresses(of: second).host)/v1/shop/notifications",
            bearer: place.userToken()
        )
        #expect(feed["totalCount"] == 2)
        second.kill(SIGTERM)
        #expect(await second.status() == 0)

        let file = URL(filePath: "\(backup)/shop.sqlite")
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        let nowhere = try Carillond(["restore", backup + "-not-there", "--data", fresh + "-2"])
        #expect(await nowhere.status() == 66)
        let damaged = try Carillond(["restore", backup, "--data", fresh + "-2"])
        #expect(await damaged.status() == 1)
        #expect(damaged.text.contains("its checksum differs"))
    }

    @Test(arguments: [true, false])
    func `a backup leaves out a file of a later version, which keeps every byte, and says so`(
        isRunning: Bool
    ) async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        _ = try await addresses(of: host)
        let first = place.folder.appending(path: "first").path
        _ = try await run(place, ["backup", first])
        if !isRunning {
            host.kill(SIGTERM)
            #expect(await host.status() == 0)
        }
        // Its last step has a name that this version doesn't know.
        var later = try Data(contentsOf: URL(filePath: "\(first)/shop.sqlite"))
        #expect(later.range(of: Data("first release".utf8)) != nil)
        while let step = later.range(of: Data("first release".utf8)) {
            later.replaceSubrange(step, with: Data("later release".utf8))
        }
        let file = URL(filePath: "\(place.data)/later.sqlite")
        try later.write(to: file)
        let second = place.folder.appending(path: "second").path
        let backup = try Carillond(["backup", second, "--data", place.data])
        #expect(await backup.status() == 1)
        let message = "later isn't in the backup: \(file.path) was written by a later version"
        #expect(backup.text.contains(message) && backup.text.contains("shop.sqlite"), "\(backup.text)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: second).sorted() == ["manifest.json", "shop.sqlite"]
        )
        let none = try Carillond(["backup", second + "-2", "--tenant", "later", "--data", place.data])
        #expect(await none.status() == 1)
        #expect(none.text.contains("later version"), "\(none.text)")
        #expect(!FileManager.default.fileExists(atPath: second + "-2"))
        #expect(try Data(contentsOf: file) == later)
        if isRunning {
            host.kill(SIGTERM)
            #expect(await host.status() == 0)
        }
        let fresh = place.folder.appending(path: "fresh").path
        #expect(
            try await run(place, ["restore", second, "--format", "json"], data: fresh).json["restored"] == ["shop"]
        )
    }

    @Test func `a tenant is dropped once it is served no more`() async throws {
        let place = try ServedFolder(tenants: ["club", "shop"])
        defer { place.remove() }
        let host = try place.serve()
        try await fill(try await addresses(of: host).host, place)
        let early = try Carillond(["tenants", "drop", "shop", "--yes", "--data", place.data])
        #expect(await early.status() == 1)
        #expect(early.text.contains("is being served"))
        try FileManager.default.removeItem(at: place.folder.appending(path: "tenants/shop"))
        _ = try await run(place, ["tenants", "reload"])
        _ = try await run(place, ["tenants", "drop", "shop", "--yes"])
        #expect(!FileManager.default.fileExists(atPath: "\(place.data)/shop.sqlite"))
        #expect(FileManager.default.fileExists(atPath: "\(place.data)/club.sqlite"))
        let record = host.text.split(separator: "\n").filter { $0.contains(" audit: ") && $0.contains("tenants.drop") }
        #expect(record.count == 2 && record.allSatisfy { $0.contains("who=local") })
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    /// Options that can mean nothing are wrong usage, and what isn't there is reported.
    private func refuseTypos(_ place: ServedFolder) async throws {
        #expect(try await run(place, ["deliveries", "--status", "held"]).text.contains("no deliveries"))
        let wrong: [([String], Int32, String)] = [
            (["deliveries", "--status", "hold"], 64, "--status is one of pending, held, leased"),
            (["deliveries", "--channel", "No Channel"], 64, "--channel is the id of a channel"),
            (["deliveries", "--before", "0"], 64, "--before is a row"),
            (["devices", "--user", "no\u{7F}body"], 64, "--user is the id of a user"),
            (["deliveries", "redrive", "0", "--tenant", "shop"], 64, "a row is a number above 0"),
            (["deliveries", "--channel", "nope"], 1, "has no channel called “nope”; its channels: in-app, push"),
            (["deliveries", "redrive", "--all", "--channel", "nope", "--tenant", "shop"], 1, "channels: in-app, push"),
            (["deliveries", "redrive", "99999", "--tenant", "shop"], 1, "tenant “shop” has no delivery 99999"),
        ]
        for (arguments, status, message) in wrong {
            let command = try Carillond(arguments + ["--data", place.data])
            #expect(await command.status() == status, "\(arguments)")
            #expect(command.text.contains(message) && !command.text.contains("?"), "\(arguments): \(command.text)")
        }
    }

    /// A device, and two events that reach the feed.
    private func fill(_ host: String, _ place: ServedFolder) async throws {
        try await post("\(host)/v1/shop/devices", ["token": "ExponentPushToken[ops]"], bearer: place.userToken())
        for id in ["1", "2"] {
            try await post("\(host)/v1/shop/events", place.event(id), bearer: place.serviceKey)
        }
        try await waitUntil {
            try await get("\(host)/v1/shop/notifications", bearer: place.userToken())["totalCount"] == 2
        }
    }

    private func post(_ url: String, _ body: JSONValue, bearer: String) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        request.body = .bytes(ByteBuffer(bytes: body.utf8))
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code < 300)
    }

    private struct Output {
        let text: String
        /// The line that is a JSON object.
        let json: JSONValue
    }

    /// - Parameter data: nil is the folder of the place.
    private func run(_ place: ServedFolder, _ arguments: [String], data: String? = nil) async throws -> Output {
        let command = try Carillond(arguments + ["--data", data ?? place.data])
        #expect(await command.status() == 0, "\(arguments): \(command.text)")
        let line = command.text.split(separator: "\n").first { $0.hasPrefix("{") }
        return Output(text: command.text, json: try line.map { try JSONValue(parsing: $0.utf8) } ?? .null)
    }
}
