import DocumentationTesting
import Foundation
import Testing

/// `carillon render` of what the channel's plugin won't send.
struct RenderTests {
    @Test(arguments: [[], ["--wire"]]) func `a refusal is reported with its reason, and fails`(wire: [String]) throws {
        let (text, status) = try render(["--address", "nobody"] + wire)
        #expect(text.contains("refused         MalformedToken: this is no Expo push token"), "\(text)")
        #expect(status == 1)
        let (json, _) = try render(["--address", "nobody", "--format", "json"] + wire)
        #expect(json.contains(#""refused": {"#) && json.contains(#""code": "MalformedToken""#), "\(json)")
        let (good, fine) = try render(wire)
        #expect(!good.contains("refused") && fine == 0)
    }

    @Test(arguments: [
        (#""expireAfter": "10m""#, "", "2026-02-25T12:10:00Z"), ("", "", nil),
        ("", #""schedule": [{"before": "at", "by": "2h"}], "#, "2026-02-25T14:00:00Z"),
        (#""expireAfter": "10m""#, #""expireAfter": "1h", "#, "2026-02-25T13:00:00Z"),
    ])
    func `when a message expires is shown, whoever says so`(policies: String, own: String, time: String?) throws {
        try withNewTenant { folder in
            try Self.replace(
                #""auth": {"#,
                with: #""policies": {\#(policies)}, "auth": {"#,
                in: folder + "/profile.json"
            )
            try Self.replace(#""priority""#, with: own + #""priority""#, in: folder + "/events.json")
            try Self.replace(
                #""payload": {"#,
                with: #""payload": {"at": {"type": "instant", "optional": true}, "#,
                in: folder + "/events.json"
            )
            let process = try CarillonProcess(["render", folder, "account.welcome", "--channel", "push"])
            let text = try process.end()
            #expect(process.status == 0 && text.contains("expires") == (time != nil), "\(text)")
            if let time { #expect(text.contains(time), "\(text)") }
        }
    }

    @Test func `who names what isn't there is told of what is collected, too`() throws {
        try BuiltTool.withFolder { folder in
            let result = try BuiltTool.shell(
                "carillon render '\(tenantsFolder)/remittance' nothing-like-it",
                in: folder
            )
            #expect(result.status == 64 && result.errors.contains(", collected\n"), "\(result.errors)")
        }
    }

    /// A path inside the app is often the end of its link, which is sent.
    @Test func `a way that isn't sent isn't shown, though another ends with it`() throws {
        try withNewTenant { folder in
            let (profile, link) = (folder + "/profile.json", #"//home""#)
            let route = try String(contentsOfFile: profile, encoding: .utf8)
            let scheme = try #require(route.firstMatch(of: /"([a-z-]+):\/\/home"/)).output.1
            try Self.replace(link, with: link + #", "screen": "/home""#, in: profile)
            let process = try CarillonProcess(["render", folder, "account.welcome", "--channel", "push"])
            let text = try process.end()
            #expect(process.status == 0 && text.contains("  link            \(scheme)://home\n  data"), "\(text)")
        }
    }

    private static func replace(_ old: String, with new: String, in path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let range = try #require(text.range(of: old))
        try text.replacingCharacters(in: range, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func render(_ options: [String]) throws -> (output: String, status: Int32) {
        let place = [tenantsFolder + "/escrow", "escrow.funded", "--channel", "push", "--locale", "en"]
        let process = try CarillonProcess(["render"] + place + options)
        return (try process.end(), process.status)
    }
}
