import CarillonClient
import CarillonModel
import CarillonPluginKit
import CarillonStandard
import Foundation
import Testing

@testable import CarillonGenerate
@testable import CarillonProfiles

/// What an app reads of pushes with the code that is generated for it.
struct PushTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    /// The other languages print the same lines.
    @Test func `what pushes tell is as it was approved`() throws {
        let file = Self.golden.appending(path: "pushes.jsonl")
        let lines = pushLines().map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try lines.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded pushes.jsonl")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == lines, "look at it, then CARILLON_RECORD=1")
    }

    /// The recorded lines of the samples, against what the samples themselves say.
    @Test func `each sample's push is its event, with all values that travel`() throws {
        var lines = pushLines()[...]
        for profile in try GenerationTests.profiles.sorted(by: { $0.id < $1.id }) {
            let sent = try SamplePushes.sent(profile)
            guard !sent.isEmpty else { continue }
            for (event, data) in sent {
                let line = try JSONValue(parsing: lines.removeFirst().utf8)
                let read = try #require(line.array)
                // A sender's own members may make it another event's push, or nobody's.
                if read.count == 3, try #require(profile.event(event)).dataFrom != nil { continue }
                try #require(read.count == 4, "\(line.text)")
                #expect(read[2].array?.contains(.string(event.rawValue)) == true, "\(line.text)")
                for member in read[3].object?.members ?? [] where member.value != .null {
                    #expect(member.value.string == data[member.name]?.string, "\(line.text)")
                }
                // What a sender gave under the same name is told, whatever it is called there.
                let values = (read[3].object?.members ?? []).compactMap(\.value.string)
                guard read[1].string == event.rawValue else { continue }
                for field in try #require(profile.event(event)).payload {
                    if let text = data[field.name]?.string { #expect(values.contains(text), "\(line.text)") }
                }
            }
            lines = lines.dropFirst(try SamplePushes.given(profile).count - sent.count)
        }
        #expect(lines.isEmpty)
    }

    @Test func `texts are formatted in the reader's language, and by the reader's clock`() {
        #expect(RemittanceApp.Texts.bellLabel(count: 1, in: "nb-NO") == "1 ulest varsel")
        let newer = AppTexts([
            "locales": ["default": "nb", "supported": ["nb"]],
            "texts": [["id": "bell.label", "arguments": ["count"], "words": ["nb": ["text": "{$count} nye"]]]],
        ])
        #expect(RemittanceApp.Texts.bellLabel(count: 2, in: "nb", from: newer) == "2 nye")
        #expect(RemittanceApp.Texts.bellLabel(count: 1200, in: "nn") == "1\u{A0}200 uleste varsler")
        #expect(RemittanceApp.Texts.cardLabel(read: true, in: "xx") == "Lest")
        let clock = AppTexts.Clock(now: 1_772_020_800_000) { _ in 3600 }
        let yesterday = RemittanceApp.Texts.centerTime(at: clock.now - 86_400_000, in: "nb", clock: clock)
        #expect(yesterday.hasPrefix("I går") || yesterday.hasPrefix("i går"), "\(yesterday)")
        #expect(RemittanceApp.Texts.groupDate(date: "2026-02-25", in: "nb", clock: clock) == "25. februar 2026")
        #expect(
            OddApp.Texts.countOfTitle(class: 3, locale_: .aB, money: nil, at: 0, in: "nb", clock: clock).hasPrefix(
                "3 a b  "
            )
        )
        #expect(OddApp.Texts.all_(in: "zh") == "$all \"*/ #(x) <!--")
        #expect(AppTexts(.null).text("bell.label", in: "nb") == "")
    }

    @Test func `the client profile is the host's, without its revision`() throws {
        let profile = try #require(GenerationTests.profiles.first { $0.id == "wallet" })
        let client = ClientProfile(profile, ChannelRegistry.standard.serving(profile)).json
        for member in client.members where !["revision", "events"].contains(member.name) {
            #expect(WalletApp.profile[member.name] == member.value)
        }
        let (served, generated) = (client["events"]?.array ?? [], WalletApp.profile["events"]?.array ?? [])
        #expect(Set(served) == Set(generated) && served.count == generated.count)
        #expect(WalletApp.profile.object?.members.count == client.members.count - 1)
        #expect(
            DeviceWords(WalletApp.profile).texts(for: ReceivedPush(.null, shape: .apns), in: "en", with: .init()).notes
                == [.unknownEvent]
        )
    }

    @Test func `damaged values are nothing, and no other value`() {
        #expect(["1", "-7", "9223372036854775807"].map(PushValue.integer) == [1, -7, .max])
        #expect(["", "+1", "1.0", "9223372036854775808", "0x1", " 1"].allSatisfy { PushValue.integer($0) == nil })
        #expect(["1", "-0.10", "007.5"].allSatisfy { PushValue.decimal($0) == $0 })
        #expect(["", "-", ".5", "1.", "1e5", "1.2.3", "+1", "１"].allSatisfy { PushValue.decimal($0) == nil })
        #expect(["true", "false", "True", "1"].map(PushValue.boolean) == [true, false, nil, nil])
    }
}

/// For ``pushLines()``.
func line(_ tenant: String, _ event: RecognizedEvent, _ values: [(String, String?)]) -> String {
    let members = values.map { JSONObject.Member($0, $1.map { .string($0) } ?? .null) }
    let possible = JSONValue.array(event.possible.map { .string($0) })
    return JSONValue.array([.string(tenant), .string(event.id), possible, .object(JSONObject(members))]).text
}

/// For ``pushLines()``: what is no event.
func line(_ tenant: String, _ kind: String, _ count: Int) -> String {
    JSONValue.array([.string(tenant), .string(kind), JSONValue(Int64(count))]).text
}
