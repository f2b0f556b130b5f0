import Foundation
import Testing

/// `carillon render` of what the channel's plugin won't send.
struct RenderTests {
    @Test(arguments: [[], ["--wire"]]) func `a refusal is told with its reason, and is a failure`(wire: [String]) throws
    {
        let (text, status) = try render(["--address", "nobody"] + wire)
        #expect(text.contains("refused         MalformedToken: this is no Expo push token"), "\(text)")
        #expect(status == 1)
        let (json, _) = try render(["--address", "nobody", "--format", "json"] + wire)
        #expect(json.contains(#""refused": {"#) && json.contains(#""code": "MalformedToken""#), "\(json)")
        let (good, fine) = try render(wire)
        #expect(!good.contains("refused") && fine == 0)
    }

    private func render(_ options: [String]) throws -> (output: String, status: Int32) {
        let place = [tenantsFolder + "/escrow", "escrow.funded", "--channel", "push", "--locale", "en"]
        let process = try CarillonProcess(["render"] + place + options)
        return (try process.end(), process.status)
    }
}
