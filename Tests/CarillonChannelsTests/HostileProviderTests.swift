import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

/// What every file of the pack makes of answers that no provider should give.
///
/// Answers longer than 1 MiB, endless ones and compressed bombs end in the egress, before a channel sees them.
struct HostileProviderTests {
    private static func outcome(_ channel: DeclaredChannel, _ answer: EgressResponse) async throws -> DeliveryOutcome {
        let sample = try #require(channel.samples.requests.first)
        let egress = ScriptedEgress { _ in .success(answer) }
        let settings = channel.settings(of: sample)
        let instance = try channel.bound(to: sample).make(settings: settings, host: .testing(egress: egress))
        return try #require(await instance.deliver([channel.message(of: sample)]).first)
    }

    /// Large enough to show what grows too fast.
    private static let longest = 1 << 16

    private static let pages: [(name: String, headers: [EgressRequest.Header], body: String)] = [
        ("a page of a proxy", [.init("Content-Type", "text/html")], "<html><h1>Sign in</h1></html>"),
        ("nothing", [], ""),
        ("the longest text", [], String(repeating: "a", count: longest)),
        ("the longest number", [], String(repeating: "9", count: longest)),
        (
            "lists within lists", [],
            String(repeating: "[", count: longest / 2) + String(repeating: "]", count: longest / 2)
        ),
        ("a long list", [], "[" + String(repeating: "0,", count: longest / 2 - 2) + "0]"),
        ("half of an object", [], #"{"ok": true, "id": "m-1", "#),
        ("another object", [], #"{"hello": ["world"]}"#),
        ("a list", [], "[]"),
        ("null", [], "null"),
        ("odd times to wait", [.init("Retry-After", "soon"), .init("Retry-After", "-7")], "{}"),
    ]

    @Test(arguments: ProviderPackTests.names)
    func `no page that isn't the provider's accepts a message or ends an address`(
        name: String
    ) async throws {
        let channel = try ProviderPackTests.channel(name)
        for status in [200, 201, 202, 400, 403, 404, 410, 413, 429, 500, 502] {
            // What is long is read in the same way whatever the status.
            for page in Self.pages where page.body.utf8.count < Self.longest / 4 || [200, 400].contains(status) {
                let answer = EgressResponse(status: status, headers: page.headers, body: Array(page.body.utf8))
                let outcome = try await Self.outcome(channel, answer)
                switch outcome {
                case .accepted, .gone: Issue.record("\(page.name) with \(status): \(outcome)")
                case .refused, .tooLarge:
                    // Says something of the message, which only the provider can.
                    Issue.record("\(page.name) with \(status): \(outcome)")
                case .deferred, .misconfigured, .uncertain: break
                }
            }
        }
    }

    @Test(arguments: ProviderPackTests.names, [301, 302, 303, 307, 308]) func `nobody is led elsewhere`(
        name: String,
        status: Int
    ) async throws {
        let channel = try ProviderPackTests.channel(name)
        let accepted = try #require(channel.samples.answers.first { $0.verdict == .accepted }).response
        let answer = EgressResponse(
            status: status,
            headers: [.init("Location", "http://169.254.169.254/latest/meta-data")] + accepted.headers,
            body: accepted.body
        )
        guard case .deferred = try await Self.outcome(channel, answer) else {
            Issue.record("\(try await Self.outcome(channel, answer))")
            return
        }
    }

    @Test(arguments: ProviderPackTests.names) func `values of other types are no receipt, no code and no crash`(
        name: String
    ) async throws {
        let channel = try ProviderPackTests.channel(name)
        let others: [JSONValue] = [
            .null, true, [], [:], -1, .number("1e400"), .string(""), .string(String(repeating: "x", count: 5000)),
            [[["a"]]],
            ["a": ["b": "c"]],
        ]
        for sample in channel.samples.answers {
            guard let json = try? JSONValue(parsing: sample.response.body) else { continue }
            for other in others {
                for changed in json.variants(with: other) {
                    let answer = EgressResponse(
                        status: sample.response.status,
                        headers: sample.response.headers,
                        body: changed.utf8
                    )
                    let outcome = try await Self.outcome(channel, answer)
                    if case .accepted(let receipt?) = outcome {
                        #expect((1...256).contains("\(receipt)".utf8.count), "\(changed.text)")
                    }
                    if let reason = outcome.reason { #expect(reason.code.utf8.count <= 64, "\(reason)") }
                    if sample.verdict != .accepted, case .accepted(let receipt) = outcome {
                        // A receipt that stands in the provider's own answer is of a part that it took.
                        let isGiven = receipt.map { json.text.contains("\"\($0)\"") } ?? false
                        #expect(isGiven, "\(changed.text.prefix(200)) is accepted")
                    }
                }
            }
        }
    }
}

extension JSONValue {
    /// Itself with `other` in the place of each of its values in turn.
    fileprivate func variants(with other: JSONValue) -> [JSONValue] {
        switch self {
        case .object(let object):
            [other]
                + object.members.flatMap { member in
                    member.value.variants(with: other).map { value in
                        var copy = object
                        copy[member.name] = value
                        return .object(copy)
                    }
                }
        case .array(let elements):
            [other]
                + elements.indices.flatMap { index in
                    elements[index].variants(with: other).map { value in
                        var copy = elements
                        copy[index] = value
                        return .array(copy)
                    }
                }
        default: [other]
        }
    }
}

extension DeliveryOutcome {
    fileprivate var reason: OutcomeReason? {
        switch self {
        case .accepted, .tooLarge: nil
        case .deferred(let reason, _), .refused(let reason), .gone(let reason, _), .misconfigured(let reason),
            .uncertain(let reason):
            reason
        }
    }
}
