import ArgumentParser
import CarillonModel
import CarillonProfiles
import DocumentationTesting
import Foundation
import Synchronization
import Testing

@testable import carillon

/// What `carillon dev --host` asks of a host, and what it says of the answers.
struct DevHostTests {
    /// A host that answers what it is told to, and remembers what it was asked.
    private final class Host: DevHostAddress {
        let origin = "http://127.0.0.1:8080"
        private let answers: [String: (Int, String)]
        let requests = Mutex<[LoopbackRequest]>([])

        /// - Parameter answers: by the last part of the path; no answer where there is none.
        init(_ answers: [String: (Int, String)]) {
            self.answers = answers
        }

        func answer(to request: LoopbackRequest) throws(LoopbackFailure) -> LoopbackAnswer {
            requests.withLock { $0.append(request) }
            guard let (status, content) = answers.first(where: { request.path.hasSuffix($0.key) })?.value else {
                throw LoopbackFailure("there is no host (Connection refused)")
            }
            return try LoopbackAnswer(Array("HTTP/1.1 \(status) X\r\nContent-Type: x\r\n\r\n\(content)".utf8))
        }

        var paths: [String] { requests.withLock { $0.map(\.path) } }
    }

    private static let reloaded = "{\"changes\":{\"bakery\":\"reloaded\"},\"unchanged\":0,\"faults\":[]}"
    private static let now = Instant(epochMilliseconds: 1_772_020_800_000)

    private func dev(_ host: Host, sample: String? = nil, key: String? = nil) -> DevHost {
        DevHost(host, adminKey: "operators", sample: sample, serviceKey: key) { _ in nil }
    }

    private func tenants(_ folders: String...) throws -> [LoadedTenant] {
        try folders.map { try LoadedTenant(folder: $0) }
    }

    private func plain(_ lines: [String]) -> [String] { lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } }

    @Test func `a save is taken up with the operators' key, and the sample goes to the context's recipient`() throws {
        let host = Host(["reload": (200, Self.reloaded), "events": (202, "{\"events\":[]}"), "links": (500, "")])
        var dev = dev(host, sample: "escrow/payout.succeeded.kobo", key: "of-escrow")
        let lines = dev.take(try tenants("\(tenantsFolder)/escrow", "\(tenantsFolder)/wallet"), at: Self.now)
        #expect(lines.first == "http://127.0.0.1:8080: bakery reloaded")
        #expect(lines.last == "http://127.0.0.1:8080: sent escrow/payout.succeeded.kobo to sample-user")
        let requests = host.requests.withLock { $0 }
        #expect(requests.prefix(2).map(\.path) == ["/v1/tenants/reload", "/v1/escrow/events"])
        #expect(requests.prefix(2).map(\.bearer) == ["operators", "of-escrow"])
        let event = try #require(requests.dropFirst().first?.body)
        #expect(event["type"] == "payout.succeeded" && event["recipients"] == ["sample-user"])
        #expect(event["id"] == "dev-1772020800000-1")
        let text = try String(
            contentsOfFile: "\(tenantsFolder)/escrow/samples/payout.succeeded.kobo.json",
            encoding: .utf8
        )
        #expect(try event["data"] == JSONValue(parsing: text.utf8))
    }

    @Test func `a sample that can't be sent is told before anything is saved, and nothing is asked`() throws {
        let host = Host([:])
        let both = try tenants("\(tenantsFolder)/escrow", "\(tenantsFolder)/wallet")
        #expect(
            plain(dev(host, sample: "nosuch", key: "k").doubts(about: both))
                == ["http://127.0.0.1:8080: no tenant has a sample nosuch"]
        )
        let keyless = plain(dev(host, sample: "escrow/escrow.funded").doubts(about: both))
        #expect(keyless.count == 1 && keyless.first?.contains("with --key or CARILLON_SECRET_ESCROW_") == true)
        #expect(dev(host, sample: "escrow/escrow.funded", key: "k").doubts(about: both) == [])
        #expect(dev(host, sample: "nosuch", key: "k").doubts(about: nil) == [])
        #expect(dev(host).doubts(about: both) == [] && host.paths == [])
    }

    @Test func `the inbox is offered once`() throws {
        let link = "{\"path\":\"/escrow/notifications#code=x\"}"
        let host = Host(["reload": (200, Self.reloaded), "events": (202, "{}"), "links": (201, link)])
        var dev = dev(host, sample: "escrow.funded", key: "k")
        let escrow = try tenants("\(tenantsFolder)/escrow")
        let first = dev.take(escrow, at: Self.now)
        #expect(
            first.dropFirst() == [
                "http://127.0.0.1:8080: sent escrow/escrow.funded to sample-user",
                "inbox: http://127.0.0.1:8080/escrow/notifications#code=x",
            ]
        )
        #expect(dev.take(escrow, at: Self.now) == Array(first.dropLast()))
        #expect(host.requests.withLock { $0.compactMap { $0.body["id"]?.string } }.count == 2)
        #expect(Set(host.requests.withLock { $0.compactMap { $0.body["id"]?.string } }).count == 2)
    }

    @Test func `without a host it says so and tries again at the next save`() throws {
        let host = Host([:])
        var dev = dev(host, sample: "escrow.funded", key: "k")
        let lines = plain(dev.take(try tenants("\(tenantsFolder)/escrow"), at: Self.now))
        #expect(lines == ["http://127.0.0.1:8080: there is no host (Connection refused); the next save tries again"])
        #expect(host.paths == ["/v1/tenants/reload"])
    }

    @Test func `nothing is asked of the host while a tenant has an error`() {
        let host = Host(["reload": (200, Self.reloaded)])
        var dev = dev(host)
        #expect(dev.take(nil, at: Self.now) == ["http://127.0.0.1:8080: not told of this save, because it has errors"])
        #expect(host.paths.isEmpty)
    }

    @Test func `a host that doesn't look at its folders gets no event, because it would have the old words`() throws {
        for (status, content, reason) in [
            (401, "{\"detail\":\"no\"}", "401, the key isn't accepted, no"),
            (404, "{\"title\":\"There is no folder\"}", "404, There is no folder"), (502, "<html>", "502"),
        ] {
            let host = Host(["reload": (status, content), "events": (202, "{}")])
            var dev = dev(host, sample: "escrow.funded", key: "k")
            let lines = plain(dev.take(try tenants("\(tenantsFolder)/escrow"), at: Self.now))
            #expect(lines == ["http://127.0.0.1:8080: it didn't look at the folders: \(reason)"])
            #expect(host.paths == ["/v1/tenants/reload"])
        }
    }

    @Test func `what the host rejects and refuses is said in a line`() throws {
        let rejected = "{\"changes\":{},\"unchanged\":1,\"faults\":[\"wallet: no\\nmore\"]}"
        let host = Host(["reload": (200, rejected), "events": (422, "{\"detail\":\"data.item is missing\"}")])
        var dev = dev(host, sample: "escrow.funded", key: "k")
        let lines = plain(dev.take(try tenants("\(tenantsFolder)/escrow"), at: Self.now))
        #expect(
            lines
                == [
                    "it has all that is saved", "wallet: no",
                    "it didn't take escrow.funded of escrow: 422, data.item is missing",
                ].map { "http://127.0.0.1:8080: \($0)" }
        )
    }

    @Test func `a tenant that the host rejects gets no event`() throws {
        let rejected = "{\"changes\":{\"escrow\":\"rejected\"},\"unchanged\":1,\"faults\":[\"escrow: no\"]}"
        let host = Host(["reload": (200, rejected), "events": (202, "{}")])
        var dev = dev(host, sample: "escrow.funded", key: "k")
        let lines = plain(dev.take(try tenants("\(tenantsFolder)/escrow"), at: Self.now))
        #expect(
            lines.map { $0.dropFirst(23) } == [
                "escrow rejected", "escrow: no",
                "escrow.funded isn't sent: of escrow it has the words before this save",
            ]
        )
        #expect(host.paths == ["/v1/tenants/reload"])
    }

    @Test func `a sample that isn't there, is meant twice or has no key is named`() throws {
        try BuiltTool.withFolder { root in
            for name in ["bakery", "cafe"] { try New.parse([name, "--directory", root.path]).run() }
            let both = try tenants(root.path + "/bakery", root.path + "/cafe")
            for (sample, key, reason) in [
                ("nothing", "k", "no tenant has a sample nothing"),
                ("account.welcome", "k", "name one as bakery/account.welcome, cafe/account.welcome"),
                ("cafe/account.welcome", nil, "with --key or CARILLON_SECRET_CAFE_"),
            ] as [(String, String?, String)] {
                let host = Host(["reload": (200, Self.reloaded), "events": (202, "{}")])
                var dev = dev(host, sample: sample, key: key)
                let lines = dev.take(both, at: Self.now)
                #expect(lines.count == 2 && lines[1].contains(reason), "\(lines)")
                #expect(host.paths == ["/v1/tenants/reload"])
            }
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("HTTP://LocalHost:1/", "http://localhost:1"),
        ("http://[::1]:9090", "http://[::1]:9090"), ("http://127.1.2.3", "http://127.1.2.3:80"),
        ("http://[::1]", "http://[::1]:80"),
    ])
    func `a host on this machine is taken`(text: String, origin: String) {
        #expect(LoopbackAddress(text)?.origin == origin)
    }

    @Test(arguments: [
        "https://127.0.0.1:8080", "http://10.0.0.1:8080", "http://127.0.0.1.example:80", "http://carillon.example",
        "http://localhost:0", "http://localhost:65536", "http://localhost:x", "http://localhost:8080/v1",
        "127.0.0.1:80",
        "http://127.0.0.1:80@x.example", "http://", "",
    ])
    func `keys go to no other machine, and no other way`(text: String) {
        #expect(LoopbackAddress(text) == nil)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 abc\r\n\r\n{}", "\r\n\r\n"])
    func `what isn't HTTP is no host`(text: String) {
        #expect(throws: LoopbackFailure.self) { try LoopbackAnswer(Array(text.utf8)) }
    }

    /// A server of a few lines: it answers one request and prints what it got.
    @Test(
        .enabled("Python 3 is there") {
            try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0", in: $0).status == 0 }
        }
    )
    func `over a real socket, a request arrives and its answer is read`() throws {
        let script = """
            import http.server, json, os, subprocess, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                seen = []
                def do_POST(self):
                    body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                    self.seen.append((self.path, self.headers["Authorization"], self.headers["Host"], body))
                    answer = json.dumps({"changes": {"bakery": "reloaded"}, "unchanged": 0, "faults": []}).encode()
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(answer)
                def log_message(self, *_): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            host = "http://127.0.0.1:%d" % server.server_port
            dev = subprocess.Popen(["carillon", "dev", "--host", host, "--admin-key", "k"], stdout=subprocess.PIPE)
            assert b"valid" in dev.stdout.readline()
            path = "tenants/bakery/templates/en.json"
            text = open(path).read()
            open(path, "w").write(text.replace("is ready", "is open"))
            server.handle_request()
            while True:
                line = dev.stdout.readline().decode()
                if not line or "bakery reloaded" in line:
                    break
            dev.terminate()
            print(line.strip() == host + ": bakery reloaded", dev.wait(), Handler.seen[0][:2], Handler.seen[0][3])
            """
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new bakery", in: folder).status == 0)
            try script.write(to: folder.appending(path: "server.py"), atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell("python3 server.py", in: folder)
            #expect(result.output == "True 0 ('/v1/tenants/reload', 'Bearer k') {}\n", "\(result)")
        }
    }

    @Test(arguments: [
        ["--sample", "x"], ["--key", "x"], ["--admin-key", "x"], ["--host", "http://x.example", "--admin-key", "x"],
    ])
    func `options that don't go together are wrong usage`(arguments: [String]) {
        #expect(throws: (any Error).self) { try Dev.parse(arguments) }
    }
}
