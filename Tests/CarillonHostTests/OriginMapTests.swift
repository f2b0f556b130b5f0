import CarillonPluginKit
import Testing

@testable import CarillonHost

/// Where what is meant for one origin goes.
struct OriginMapTests {
    @Test func `where the rest goes to a stand-in, nothing goes elsewhere`() throws {
        var map = OriginMap()
        let rest = OriginMap.Rest(web: "http://127.0.0.1:1", smtp: "smtp://localhost:2", smtps: "smtps://localhost:3")
        map.sendOthers(to: try #require(rest))
        let isTaken = map.add("https://exp.host=http://127.0.0.1:4")
        #expect(isTaken)
        #expect(map.destination(of: "https://exp.host/a")?.url == "http://127.0.0.1:4/a")
        #expect(map.destination(of: "https://anybody.example/b?c")?.url == "http://127.0.0.1:1/b?c")
        let plain = map.address(host: "mail.example", port: 25, security: .plain)
        let secure = map.address(host: "mail.example", port: 465, security: .tls)
        #expect(plain == ("localhost", 2) && secure == ("localhost", 3))
        let origin = try #require(WebOrigin(url: "https://10.0.0.1"))
        #expect(map.holds(origin))
    }

    @Test func `without a stand-in, what no rule names goes where it is meant for`() throws {
        let map = OriginMap()
        #expect(map.destination(of: "https://anybody.example/b")?.url == "https://anybody.example/b")
        #expect(map.address(host: "mail.example", port: 25, security: .plain) == ("mail.example", 25))
        #expect(OriginMap.Rest(web: "127.0.0.1", smtp: "smtp://localhost:2", smtps: "smtps://localhost:3") == nil)
    }
}
