import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Why a channel can't be used, in words that name the place and the way out.
struct UnavailableChannelTests {
    @Test func `a secret that is no key is reported with setting, channel and what is wanted`() async throws {
        let host = await TestHost.start(withWorkers: false, secrets: ["vapid": "no key"]) { shop in
            var web = ChannelBinding(id: "web", plugin: "web-push")
            web.settings = [
                "publicKey": "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
                "subject": "mailto:push@shop.example",
            ]
            web.secrets = ["privateKey": "vapid"]
            shop.channels.append(web)
        }
        let runtime = try #require(host.directory.tenant("shop")).runtime
        #expect(
            runtime.unavailable["web"]
                == "setting `privateKey`: this is no P-256 key; give 32 bytes in base64url, or PEM"
        )
        await host.stop()
    }

    @Test func `the complaint at a start names the channel, too`() {
        let problem = SettingProblem(field: "privateKey", "this is no P-256 key", help: "give PEM")
        #expect(
            UnavailableChannel.setting(problem).warning(of: "web")
                == "setting `privateKey` of channel `web`: this is no P-256 key; give PEM"
        )
        #expect(
            UnavailableChannel.other("the secret “x” is missing").warning(of: "web").hasPrefix("channel `web`: the")
        )
    }
}
