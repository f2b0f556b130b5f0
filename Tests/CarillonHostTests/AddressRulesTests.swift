import CarillonModel
import CarillonPluginKit
import CarillonStandard
import Testing

@testable import CarillonHost

/// Where requests may go whose URL came from outside.
struct AddressRulesTests {
    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.8.8.8", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "203.0.113.9", "224.0.0.1",
        "255.255.255.255", "168.63.129.16", "::", "::1", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "64:ff9b::808:808",
        "2002:7f00:1::", "2001::1", "2001:db8::1", "fc00::1", "fd00:ec2::254", "fe80::1", "ff02::1", "100::1",
    ])
    func `what only some machines can reach is refused`(text: String) throws {
        #expect(!AddressRules().allows(try #require(InternetAddress(text))))
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "9.255.255.255",
        "2606:4700:4700::1111", "2a00:1450:400f:80c::200e",
    ])
    func `public addresses are fine`(text: String) throws {
        #expect(AddressRules().allows(try #require(InternetAddress(text))))
    }

    @Test func `the operator lets in what is named, and nothing beside it`() throws {
        var rules = AddressRules()
        let isRange = rules.allow("10.1.0.0/16") && rules.allow("fd00::/8") && rules.allow("192.168.7.7")
        #expect(isRange)
        for (text, isAllowed) in [
            ("10.1.255.1", true), ("10.2.0.1", false), ("fd12::1", true), ("fc00::1", false), ("192.168.7.7", true),
            ("192.168.7.8", false), ("8.8.8.8", true),
        ] {
            #expect(rules.allows(try #require(InternetAddress(text))) == isAllowed, "\(text)")
        }
    }

    @Test func `a push subscription that leads to what isn't public is refused where it is registered`() async throws {
        var rules = AddressRules()
        let isRange = rules.allow("10.1.0.0/16")
        var map = OriginMap()
        let isRule = map.add("https://10.9.9.9=http://127.0.0.1:4001")
        #expect(isRange && isRule)
        let egress = try HTTPEgress(map: map, addresses: rules)
        let plugins = DevicePlugins(profile: .shop("shop"), registry: .standard, mayReach: { egress.mayReach($0) })
        let keys =
            #""p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4""#
        for (host, isTaken) in [
            ("push.example.net", true), ("10.2.0.1", false), ("169.254.169.254", false), ("[::1]", false),
            ("localhost", false), ("x.localhost:8443", false), ("10.1.2.3", true), ("10.9.9.9", true),
            ("8.8.8.8", true),
        ] {
            let token = #"{"endpoint":"https://\#(host)/1","keys":{\#(keys),"auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#
            do throws(Problem) {
                _ = try plugins.checked(token, for: "web-push", on: nil)
                #expect(isTaken, "\(host)")
            } catch {
                #expect(!isTaken && error.detail.contains("isn't public"), "\(host): \(error.detail)")
            }
        }
        await egress.close()
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0/8", "hello", "::1/129", "", "10.0.0.0/", "10.0.0.0/-1"])
    func `what is no range is reported`(text: String) {
        var rules = AddressRules()
        let isRange = rules.allow(text)
        #expect(!isRange)
    }

    /// Addresses in every disguise that a name server, or the URL itself, may put on.
    @Test(arguments: [
        "https://127.0.0.1/", "https://localhost/", "https://2130706433/", "https://0x7f000001/", "https://127.1/",
        "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[0:0:0:0:0:0:0:1]/",
        "https://169.254.169.254/latest/meta-data/", "https://10.0.0.1:8443/", "https://0.0.0.0/", "http://8.8.8.8/",
        "https://user@8.8.8.8/", "https://8.8.8.8:80:443/", "https://[8.8.8.8]/", "https://[::1", "ftp://8.8.8.8/",
    ])
    func `a URL that leads inside is not followed`(url: String) async throws {
        let egress = try HTTPEgress()
        let descriptor = ChannelDescriptor(
            id: "hook",
            summary: "",
            slots: [],
            address: .url,
            goesAnywhere: true,
            isPublic: true
        )
        let failure = await #expect(throws: EgressFailure.self) {
            try await egress.egress(for: descriptor, of: "shop").send(EgressRequest(.post, url, timeout: .seconds(5)))
        }
        await egress.close()
        guard case .forbidden? = failure else {
            Issue.record("\(url): \(String(describing: failure))")
            return
        }
    }
}
