import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

/// Damaged channel files: whatever stands in one, reading it ends, with a channel that can be used or with a place that says
/// why there is none.
///
/// The seeds are the providers' files. `CARILLON_FUZZ=20000` runs longer, and `CARILLON_FUZZ_SEED` elsewhere; a failure names
/// both numbers that repeat it.
struct ChannelFileFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["CARILLON_FUZZ"].flatMap { Int($0) } ?? 300
    private static let seed = environment["CARILLON_FUZZ_SEED"].flatMap { UInt64($0) } ?? 2026

    @Test func `no damage to a channel file breaks its reader, or the channel that is made of it`() throws {
        let files = try ProviderFiles.names.map { (name: $0, content: try ProviderFiles.content($0)) }
        if Self.rounds > 1000 { print("seed \(Self.seed), \(Self.rounds) rounds") }
        var usable = 0
        for round in 0..<Self.rounds {
            var random = SplitMix(seed: Self.seed &+ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
            let file = files[random.next(below: files.count)]
            var content = file.content
            // Most damage keeps the JSON sound, so that it reaches what is behind the syntax.
            if random.next(below: 4) > 0, var json = try? JSONValue(parsing: content) {
                for _ in 0...random.next(below: 3) { json = Self.changed(json, &random) }
                content = json.utf8
            } else {
                for _ in 0...random.next(below: 3) { Damage.change(&content, with: Self.morsels, &random) }
            }
            if check(content, name: file.name, round: round) { usable += 1 }
        }
        // Where nothing were read any more, the test would say nothing of what can be.
        #expect(usable > 0)
    }

    /// - Returns: whether there is a channel.
    private func check(_ content: [UInt8], name: String, round: Int) -> Bool {
        let place = "seed \(Self.seed), round \(round), \(name)"
        var sources = SourceSet()
        let file = ChannelFile(content, path: "\(name)/channel.json", into: &sources)
        let isInside = file.diagnostics.allSatisfy { diagnostic in
            ([diagnostic.primary] + diagnostic.related).allSatisfy {
                $0.span.range.upperBound <= sources[$0.span.source].content.count
            }
        }
        #expect(isInside, "\(place)")
        #expect((file.channel == nil) == file.diagnostics.contains { $0.severity == .error }, "\(place)")
        let report = DiagnosticReport(sources: sources, diagnostics: file.diagnostics, subjects: [name], noun: "file")
        let lines = TextRenderer(isColored: false).render(report)
        #expect(!lines.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(place)")
        guard let draft = file.draft else { return false }
        use(draft)
        return file.channel != nil
    }

    /// All that is done with a channel before and after it sends: none of it may end the program.
    private func use(_ channel: DeclaredChannel) {
        for message in [channel.smallestMessage, channel.largestMessage] {
            _ = try? channel.request(for: message, settings: channel.settings(of: nil), at: DeclaredChannel.sampleTime)
            _ = (channel.size(of: message), channel.segments(of: message), channel.isAddress(message.address))
        }
        for sample in channel.samples.requests { _ = try? channel.bound(to: sample).request(of: sample) }
        for sample in channel.samples.answers { _ = channel.verdict(of: sample) }
        for sample in channel.samples.callbacks {
            _ = channel.reports(in: sample.body, hiding: [], at: DeclaredChannel.sampleTime)
        }
    }

    // MARK: damage to JSON

    /// One value, somewhere, made another one.
    private static func changed(_ json: JSONValue, _ random: inout SplitMix) -> JSONValue {
        switch json {
        case .object(let object) where !object.members.isEmpty && random.next(below: 8) > 0:
            var members = object.members
            let index = random.next(below: members.count)
            let name = members[index].name
            switch random.next(below: 12) {
            case 0: members.remove(at: index)
            case 1: members[index] = .init(morsel(&random), members[index].value)
            case 2: members[index].value = members[random.next(below: members.count)].value
            case 3: members.append(.init(name, value(&random)))
            default: members[index] = .init(name, changed(members[index].value, &random))
            }
            return .object(JSONObject(members))
        case .array(let elements) where !elements.isEmpty && random.next(below: 8) > 0:
            var elements = elements
            let index = random.next(below: elements.count)
            switch random.next(below: 6) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            case 2: elements.swapAt(index, random.next(below: elements.count))
            default: elements[index] = changed(elements[index], &random)
            }
            return .array(elements)
        case .string(let text) where random.next(below: 2) == 0:
            var bytes = Array(text.utf8)
            Damage.change(&bytes, with: morsels, &random)
            return .string(String(decoding: bytes, as: UTF8.self))
        default: return value(&random)
        }
    }

    private static func value(_ random: inout SplitMix) -> JSONValue {
        switch random.next(below: 8) {
        case 0: .null
        case 1: .boolean(random.next(below: 2) == 0)
        case 2: .number(["0", "-1", "1", "999", "99999999999999999999", "1e999", "0.5"][random.next(below: 7)])
        case 3: .array([])
        case 4: [:]
        case 5: .array([.string(morsel(&random)), [:], 7])
        default: .string(morsel(&random))
        }
    }

    private static func morsel(_ random: inout SplitMix) -> String { morsels[random.next(below: morsels.count)] }

    private static let morsels = [
        "{", "}", "{{", "}}", "{slot.body}", "{slot.sms?}", "{secret.token}", "{settings.server}", "{address|number}",
        "{created.epoch|clamp:9:1}", "{slot.body|truncate:0}", "{slot.body|truncate:99999999999999999999}",
        "{slot.body|base64|json|slack|lower|digits}", "{data.x}", "{receipt}", "{callback.url?}", "{badge}",
        "{expires.in}",
        "/", "/*/*/*", "/~2", "//", "header:", "header:X", "text", "4xx", "0xx", "(a|b|", "[z-a]", "((((a*)*)*)*)*",
        "a{1,99999}",
        "a{5,2}", "\\", "^$", ".*", "https://", "https://{settings.server}", "https://a.example/", "http://a.example",
        "{x}://a",
        "accepted", "gone", "wait", "channel.json", "", "\u{0}", "\u{202E}", "é", "\r\nX-Evil: 1", "json", "form",
        "from",
        "values", "needs", "of", "first", "join", "14h", "-1h", "999999999h", "gsm7", "segments", "e164", "secretUrl",
        "choice",
        String(repeating: "[", count: 200), String(repeating: "{slot.body}", count: 50),
    ]
}
