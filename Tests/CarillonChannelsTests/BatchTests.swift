import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Synchronization
import Testing

/// Requests that hand several messages over: Expo's send, as a file.
struct BatchTests {
    private static func channel() throws -> DeclaredChannel {
        let read = try ProviderFiles.read(at: ProviderFiles.batch)
        #expect(read.diagnostics.map(\.message) == [])
        return try #require(read.channel)
    }

    /// The numbers in the tokens of a request, in order.
    private static func numbers(_ request: EgressRequest) -> [Int] {
        let elements = (try? JSONValue(parsing: request.body))?.array ?? []
        return elements.compactMap { $0["to"]?.string?.dropFirst("ExponentPushToken[".count).dropLast() }
            .compactMap { Int($0) }
    }

    private static func messages(_ count: Int, of channel: DeclaredChannel) -> [OutgoingMessage] {
        (0..<count).map { number in
            var message = channel.smallestMessage
            message.address = "ExponentPushToken[\(number)]"
            message.slots["body"] = "Number \(number)"
            return message
        }
    }

    private static func answer(_ elements: [JSONValue], status: Int = 200) -> Result<EgressResponse, EgressFailure> {
        let body: JSONValue = ["data": .array(elements)]
        return .success(EgressResponse(status: status, headers: [], body: body.utf8))
    }

    private static func ok(_ number: Int) -> JSONValue { ["status": "ok", "id": .string("receipt-\(number)")] }
    private static let unregistered: JSONValue = ["status": "error", "details": ["error": "DeviceNotRegistered"]]
    private static let mixed: JSONValue = ["errors": [["code": "PUSH_TOO_MANY_EXPERIENCE_IDS"]]]

    /// What became of so many messages, and the requests that were made.
    private static func deliver(
        _ count: Int,
        change: (inout [OutgoingMessage]) -> Void = { _ in },
        _ answer: @escaping @Sendable ([Int]) -> Result<EgressResponse, EgressFailure>
    ) async throws -> (outcomes: [DeliveryOutcome], requests: [[Int]]) {
        let channel = try channel()
        let requests = Mutex<[[Int]]>([])
        let egress = ScriptedEgress { request in
            let numbers = numbers(request)
            requests.withLock { $0.append(numbers) }
            return answer(numbers)
        }
        let settings = ChannelSettings(values: [:], secrets: [:])
        let instance = try channel.make(settings: settings, host: .testing(egress: egress))
        var messages = messages(count, of: channel)
        change(&messages)
        return (await instance.deliver(messages), requests.withLock { $0 })
    }

    @Test func `a hundred messages are one request, and each has its own end`() async throws {
        let (outcomes, requests) = try await Self.deliver(100) { numbers in
            Self.answer(numbers.map { $0 == 42 ? Self.unregistered : Self.ok($0) })
        }
        #expect(requests.map(\.count) == [100])
        #expect(outcomes.count == 100)
        #expect(outcomes[7] == .accepted(ReceiptID("receipt-7")))
        guard case .gone(let reason, _) = outcomes[42] else {
            Issue.record("\(outcomes[42])")
            return
        }
        #expect(reason.code == "DeviceNotRegistered")
        #expect(outcomes.count { if case .accepted = $0 { true } else { false } } == 99)
    }

    @Test func `who has no element in the answer may have got it, and a longer answer says nothing of anybody`()
        async throws
    {
        let (short, _) = try await Self.deliver(3) { numbers in Self.answer(numbers.prefix(2).map(Self.ok)) }
        #expect(short.map(\.verdict) == [.accepted, .accepted, .uncertain])
        let (long, _) = try await Self.deliver(2) { numbers in Self.answer((numbers + [9]).map(Self.ok)) }
        #expect(long.map(\.verdict) == [.uncertain, .uncertain])
        let (none, _) = try await Self.deliver(2) { _ in Self.answer([]) }
        #expect(none.map(\.verdict) == [.uncertain, .uncertain])
    }

    @Test func `what is said of the whole is said of each, in one request`() async throws {
        for (status, verdict) in [(429, AnswerTable.Verdict.deferred), (401, .misconfigured), (502, .deferred)] {
            let (outcomes, requests) = try await Self.deliver(5) { _ in
                .success(EgressResponse(status: status, headers: [], body: Array("<html>".utf8)))
            }
            #expect(outcomes.map(\.verdict) == Array(repeating: verdict, count: 5), "\(status)")
            #expect(requests.count == 1)
        }
    }

    @Test func `a request that is refused for one of its messages is made again in halves, until that one is alone`()
        async throws
    {
        let (outcomes, requests) = try await Self.deliver(8) { numbers in
            guard numbers.contains(5) else { return Self.answer(numbers.map(Self.ok)) }
            return .success(EgressResponse(status: 400, headers: [], body: Self.mixed.utf8))
        }
        #expect(requests == [[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3], [4, 5, 6, 7], [4, 5], [4], [5], [6, 7]])
        #expect(outcomes.map(\.verdict).enumerated().filter { $0.element != .accepted }.map(\.offset) == [5])
        #expect(outcomes[5].verdict == .refused)
        #expect(outcomes[7] == .accepted(ReceiptID("receipt-7")))
    }

    @Test func `what can't be sent is no other's fault`() async throws {
        let (outcomes, requests) = try await Self.deliver(
            3,
            change: { messages in
                messages[0].address = "nonsense"
                messages[1].isSilent = true
            },
            { numbers in Self.answer(numbers.map(Self.ok)) }
        )
        #expect(outcomes.map(\.verdict) == [.refused, .refused, .accepted])
        #expect(requests == [[2]])
    }

    @Test func `messages that are too long together go in several requests`() async throws {
        let channel = try Self.channel()
        let (outcomes, requests) = try await Self.deliver(
            100,
            change: { messages in
                for index in messages.indices {
                    messages[index].data = ["filling": .string(String(repeating: "x", count: 4000))]
                }
            },
            { numbers in Self.answer(numbers.map(Self.ok)) }
        )
        #expect(outcomes.allSatisfy { $0.verdict == .accepted })
        #expect(requests.flatMap(\.self) == Array(0..<100))
        #expect(requests.count > 1)
        #expect(channel.descriptor.sizeLimit == DeclaredChannel.usualLimit)
    }

    @Test func `a stand-in's wire knows how many there may be`() throws {
        let channel = try Self.channel()
        let settings = channel.settings(of: nil)
        func faults(_ count: Int) throws -> [String] {
            let messages = Self.messages(count, of: channel)
            return channel.wire.faults(
                in: try channel.request(for: messages, settings: settings, at: DeclaredChannel.sampleTime)
            )
        }
        #expect(try faults(100) == [])
        #expect(try faults(101) == ["the body has 101 messages, more than 100"])
    }
}

extension DeliveryOutcome {
    fileprivate var verdict: AnswerTable.Verdict {
        switch self {
        case .accepted: .accepted
        case .deferred: .deferred
        case .refused: .refused
        case .tooLarge: .tooLarge
        case .gone: .gone
        case .misconfigured: .misconfigured
        case .uncertain: .uncertain
        }
    }
}
